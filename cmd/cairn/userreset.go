// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"cairn/internal/account"
)

func (p *program) userResetCommand() *cobra.Command {
	flags := &configFlags{}
	command := &cobra.Command{
		Use:     "reset-password NAME",
		GroupID: groupServe,
		Short:   "Make a link by which somebody sets a new password",
		Long: `Make a link that works once, within a day, by which somebody sets a new password, and
print it. Hand it over on a way that only this person reads. The old password holds until
then. NAME may be the e-mail address of the account.`,
		Example: example("cairn user reset-password Ada", "cairn user reset-password ada@example.org --url https://play.example.org"),
		Args:    operands,
	}
	p.configFlag(command, &flags.file)
	for _, s := range newConfig(p.dataFolder()).settings() {
		if s.key == "data" || s.key == "url" {
			command.Flags().Var(&toldValue{text: s.value, key: s.key, all: flags}, s.key, s.help)
		}
	}
	markFolder(command, "data")
	command.RunE = func(command *cobra.Command, args []string) error {
		c, err := p.configure(flags)
		if err != nil {
			return err
		}
		return p.withAccounts(c.data, func(s *account.Service) error {
			secret, err := s.ResetLink(command.Context(), args[0])
			if err != nil {
				return accountFault(args[0], err)
			}
			fmt.Fprintf(p.out, "%s/reset/%s\n", p.linkHome(c), secret)
			return nil
		})
	}
	return command
}

// linkHome is where links lead: to the address that was told, else to the one
// that the server noted. Without either it is a guess, which is said.
func (p *program) linkHome(c *config) string {
	if home := cmp.Or(c.url, notedAddress(c.data)); home != "" {
		return home
	}
	fmt.Fprintf(p.err, "no server runs on %s and no url is told: the link supposes %s\n", c.data, c.home())
	return c.home()
}
