// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cairn/internal/account"
	"cairn/internal/failure"
)

func userTokenCommand(p *program) *cobra.Command {
	var scope, name string
	var days int
	command := &cobra.Command{
		Use:     "token NAME",
		GroupID: groupServe,
		Short:   "Create a token for a program",
		Long: `Create and print a personal token, with which a program acts for a user. It is not stored
and cannot be printed again. The user sees it in the list of tokens and can revoke it.

The scopes are read, play, challenge, bot and moderate.`,
		Example: example("cairn user token Ada --scope read,play", "cairn user token Ada --scope read,play,challenge,bot --name engine --days 30"),
		Args:    operands,
	}
	flags := p.accountFlags(command)
	command.Flags().StringVar(&scope, "scope", "", "what the token allows, with commas between: "+strings.Join(account.ScopeNames, ", "))
	command.Flags().StringVar(&name, "name", "command line", "`NAME` of the token, for its user to recognise it")
	command.Flags().IntVar(&days, "days", 365, "how many days it is valid")
	command.RunE = func(command *cobra.Command, args []string) error {
		scopes, err := account.ParseScopes(scope)
		if err != nil || scopes == 0 {
			return usagef("--scope %q: want one or more of %s, with commas between", scope, strings.Join(account.ScopeNames, ", "))
		}
		if longest := int(account.MaxTokenLife.Hours() / 24); days < 1 || days > longest {
			return usagef("--days %d: want 1 to %d", days, longest)
		}
		spec := account.TokenSpec{Name: name, Scopes: scopes, Life: time.Duration(days) * 24 * time.Hour}
		return withAccounts(p, command.Context(), flags, func(s *account.Service) error {
			return printToken(p, command.Context(), s, args[0], spec)
		})
	}
	return command
}

// printToken creates a token of a user and prints it.
func printToken(p *program, ctx context.Context, s *account.Service, name string, spec account.TokenSpec) error {
	user, err := s.FindByName(ctx, name)
	if err != nil {
		return accountFault(name, err)
	}
	text, _, err := s.Programs.CreateToken(ctx, user, spec)
	var refused *failure.Error
	switch {
	case errors.As(err, &refused) && refused.Fields["scopes"] == "token-scopes-role":
		return fmt.Errorf("%s is not a moderator: a token of this account cannot have the scope moderate", user.Name)
	case errors.As(err, &refused) && refused.Fields["name"] != "":
		return usagef("--name is empty")
	case errors.As(err, &refused) && refused.Key == "token-many":
		return fmt.Errorf("%s has too many tokens: one has to be revoked first", user.Name)
	case err != nil:
		return err
	case user.Banned:
		fmt.Fprintf(p.err, "%s is banned: the token works when the ban is lifted\n", user.Name)
	}
	fmt.Fprintln(p.out, text)
	return nil
}
