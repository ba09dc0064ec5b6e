// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cairn/internal/account"
	"cairn/internal/config"
	"cairn/internal/failure"
	"cairn/internal/server"
)

func userCommand(p *program) *cobra.Command {
	command := &cobra.Command{
		Use:   "user COMMAND",
		Short: "Manage the accounts of a server",
		Long: `Manage the accounts in a data folder or a database, beside a running server or not. NAME is
the name of an account, in any letter case.`,
		Example: example("cairn user list", "cairn user reset-password Ada"),
		Args:    cobra.ArbitraryArgs,
		RunE:    unknownCommand,
	}
	below := []*cobra.Command{userListCommand(p), userResetCommand(p), userTokenCommand(p), userDeleteCommand(p)}
	for _, c := range userChanges {
		below = append(below, userChangeCommand(p, c))
	}
	addGroup(command, "Accounts:", below...)
	return command
}

// userChange is a change of one account; done is printed after the name.
type userChange struct {
	name, short, long, done string
	do                      func(context.Context, *account.Service, string) error
	oldNames                []string // still accepted, not shown
}

var userChanges = []userChange{
	{"ban", "Ban a user", "Ban a user: sessions end and running games are lost. Finished games stay.", "is banned", setBanned(true), nil},
	{"unban", "Lift a ban", "Lift the ban of a user.", "is not banned", setBanned(false), nil},
	{"two-factor-off", "Turn off a user's two-factor authentication", "Turn off the two-factor authentication of a user who has lost the device and the recovery\ncodes: the password is enough again. Verify first that the request is from this user.", "logs in with the password alone", endTwoFactor, []string{"second-off"}},
	{"confirm-email", "Confirm a user's email address", "Take the email address that a user gave as confirmed, without a link: links to reset the\npassword are sent to it then. Verify first that it belongs to this user.", "has a confirmed email address", confirmEmail, nil},
	{"make-moderator", "Make a user a moderator", "Make a user a moderator, who may ban players.", "is a moderator", setRole(account.Moderator), nil},
	{"make-admin", "Make a user an administrator", "Make a user an administrator, who may ban anyone and make moderators.", "is an administrator", setRole(account.Admin), nil},
	{"make-player", "Make a user a player", "Make a moderator or administrator an ordinary player.", "is a player", setRole(account.Player), nil},
}

// deletion cannot be undone, and is a command of its own.
var deletion = userChange{done: "is deleted", do: func(ctx context.Context, s *account.Service, name string) error {
	return s.Staff.Remove(ctx, account.Operator, name)
}}

func setBanned(banned bool) func(context.Context, *account.Service, string) error {
	return func(ctx context.Context, s *account.Service, name string) error {
		return s.Staff.SetBanned(ctx, account.Operator, name, banned)
	}
}

func endTwoFactor(ctx context.Context, s *account.Service, name string) error {
	return s.Staff.EndTwoFactorOf(ctx, account.Operator, name)
}

func confirmEmail(ctx context.Context, s *account.Service, name string) error {
	return s.Emails.ConfirmOf(ctx, name)
}

func setRole(role account.Role) func(context.Context, *account.Service, string) error {
	return func(ctx context.Context, s *account.Service, name string) error {
		return s.Staff.SetRole(ctx, account.Operator, name, role)
	}
}

func userChangeCommand(p *program, c userChange) *cobra.Command {
	return accountCommand(p, &cobra.Command{
		Use:     c.name + " NAME",
		Aliases: c.oldNames,
		Short:   c.short,
		Long:    c.long,
		Example: example("cairn user " + c.name + " Ada"),
	}, func(ctx context.Context, s *account.Service, args []string) error {
		return changeUser(p, ctx, s, c, args[0])
	})
}

func userDeleteCommand(p *program) *cobra.Command {
	sure := false
	command := accountCommand(p, &cobra.Command{
		Use:   "delete NAME",
		Short: "Delete an account",
		Long: `Delete an account and all personal data, for a user who asks for it and cannot log in.
Running games are lost; finished games stay, without the name. It cannot be undone, and
requires --yes.`,
		Example: example("cairn user delete Ada --yes"),
	}, func(ctx context.Context, s *account.Service, args []string) error {
		return changeUser(p, ctx, s, deletion, args[0])
	})
	command.Flags().BoolVar(&sure, "yes", false, "confirm the deletion")
	checkFlags(command, func(args []string) error {
		if !sure {
			return usagef("deleting %s cannot be undone: confirm with --yes", args[0])
		}
		return nil
	})
	return command
}

// changeUser changes an account and prints the outcome.
func changeUser(p *program, ctx context.Context, s *account.Service, c userChange, name string) error {
	if err := c.do(ctx, s, name); err != nil {
		return accountFault(name, err)
	}
	fmt.Fprintf(p.out, "%s %s\n", name, c.done)
	return nil
}

// accountCommand makes a command run with the accounts of a server.
func accountCommand(p *program, command *cobra.Command, run func(context.Context, *account.Service, []string) error) *cobra.Command {
	return p.configured(command, func(ctx context.Context, c *config.Config, args []string) error {
		return useAccounts(p, ctx, c, func(s *account.Service) error { return run(ctx, s, args) })
	}, accountKeys...)
}

// accountKeys are the settings that say where the accounts are.
var accountKeys = []string{"data", "database", "database-password"}

func useAccounts(p *program, ctx context.Context, c *config.Config, use func(*account.Service) error) error {
	err := server.WithAccounts(ctx, c, p.catalog, server.NewLog(p.err, config.LogText, "warn"), use)
	return noData(c.Data, err)
}

// accountFault explains an unknown account, or an address that cannot be confirmed.
func accountFault(name string, err error) error {
	var refused *failure.Error
	switch {
	case !errors.As(err, &refused):
		return err
	case refused.Code == failure.NotFound:
		return fmt.Errorf("there is no account %q: \"cairn user list\" lists all accounts", name)
	case refused.Key == "email-missing":
		return fmt.Errorf("%s has no email address", name)
	case refused.Key == "email-taken":
		return fmt.Errorf("the email address of %s belongs to another account", name)
	}
	return err
}

// userRow is an account as "user list --json" prints it.
type userRow struct {
	Name      string `json:"name"`
	Email     string `json:"email"`
	Confirmed bool   `json:"email_confirmed"`
	Role      string `json:"role"`
	Banned    bool   `json:"banned"`
	TwoFactor bool   `json:"two_factor"`
	Created   string `json:"created"` // RFC 3339
}

func userListCommand(p *program) *cobra.Command {
	command := accountCommand(p, &cobra.Command{
		Use:   "list",
		Short: "List the accounts",
		Long: `List the accounts by name; guests have none.

With --json: [{"name","email","email_confirmed","role","banned","two_factor","created"}].`,
		Example: example("cairn user list", "cairn user list --data /srv/cairn --json"),
	}, func(ctx context.Context, s *account.Service, _ []string) error { return listUsers(p, ctx, s) })
	p.jsonFlag(command)
	return command
}

func listUsers(p *program, ctx context.Context, s *account.Service) error {
	users, err := s.Staff.Users(ctx, account.UserFilter{})
	if err != nil {
		return err
	}
	rows := []userRow{}
	for _, u := range users {
		rows = append(rows, userRow{u.Name, u.Address(), u.Email != "", cmp.Or(string(u.Role), "player"), u.Banned, u.TwoFactor.On(), u.Created.UTC().Format(time.RFC3339)})
	}
	if p.asJSON {
		return p.out.json(rows)
	}
	return table(p, rows, "NAME\tEMAIL\tROLE\tSINCE", func(r *userRow) string {
		role := r.Role
		if r.Banned {
			role += ", banned"
		}
		email := r.Email
		if email != "" && !r.Confirmed {
			email += " (not confirmed)"
		}
		return fmt.Sprintf("%s\t%s\t%s\t%s", r.Name, email, role, r.Created[:len(time.DateOnly)])
	})
}

func userResetCommand(p *program) *cobra.Command {
	return p.configured(&cobra.Command{
		Use:   "reset-password NAME",
		Short: "Create a link to set a new password",
		Long: `Create and print a link by which a user sets a new password. It works once, within a day.
Send it in a way that only this user reads. The old password is valid until then. NAME may
be the email address of the account.`,
		Example: example("cairn user reset-password Ada", "cairn user reset-password ada@example.org --url https://play.example.org"),
	}, func(ctx context.Context, c *config.Config, args []string) error {
		return useAccounts(p, ctx, c, func(s *account.Service) error {
			secret, err := s.ResetLink(ctx, args[0])
			if err != nil {
				return accountFault(args[0], err)
			}
			fmt.Fprintf(p.out, "%s/reset/%s\n", linkHome(p, c), secret)
			return nil
		})
	}, append([]string{"url"}, accountKeys...)...)
}

// linkHome returns the base address of links: from the configuration, else of the running
// server. Without either it is a guess, and a note says so.
func linkHome(p *program, c *config.Config) string {
	if home := cmp.Or(c.URL, server.Address(c.Data)); home != "" {
		return home
	}
	fmt.Fprintf(p.err, "no server runs on %s and url is not set: the link assumes %s; set the public address with --url\n", c.Data, c.Home())
	return c.Home()
}

func userTokenCommand(p *program) *cobra.Command {
	var scope, name string
	var days int
	var scopes account.Scopes
	command := accountCommand(p, &cobra.Command{
		Use:   "token NAME",
		Short: "Create a token for a program",
		Long: `Create and print a personal token, with which a program acts for a user. It is not stored
and cannot be printed again. The user sees it in the list of tokens and can revoke it.

The scopes are read, play, challenge, bot and moderate.`,
		Example: example("cairn user token Ada --scope read,play", "cairn user token Ada --scope read,play,challenge,bot --name engine --days 30"),
	}, func(ctx context.Context, s *account.Service, args []string) error {
		spec := account.TokenSpec{Name: name, Scopes: scopes, Life: time.Duration(days) * 24 * time.Hour}
		return printToken(p, ctx, s, args[0], spec)
	})
	command.Flags().StringVar(&scope, "scope", "", "what the token allows, with commas between: "+strings.Join(account.ScopeNames, ", "))
	command.Flags().StringVar(&name, "name", "command line", "`NAME` of the token, for its user to recognise it")
	command.Flags().IntVar(&days, "days", 365, "how many days it is valid")
	checkFlags(command, func([]string) (err error) {
		if scopes, err = account.ParseScopes(scope); err != nil || scopes == 0 {
			return usagef("--scope %q: want one or more of %s, with commas between", scope, strings.Join(account.ScopeNames, ", "))
		}
		if longest := int(account.MaxTokenLife.Hours() / 24); days < 1 || days > longest {
			return usagef("--days %d: want 1 to %d", days, longest)
		}
		return nil
	})
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
