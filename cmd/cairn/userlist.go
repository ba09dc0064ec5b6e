// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"cairn/internal/account"
)

// userRow is an account as operators see it.
type userRow struct {
	Name    string `json:"name"`
	Email   string `json:"email"`
	Role    string `json:"role"`
	Banned  bool   `json:"banned"`
	Second  bool   `json:"second_factor"`
	Created string `json:"created"` // RFC 3339
}

func (p *program) userListCommand() *cobra.Command {
	dir, asJSON := "", false
	command := &cobra.Command{
		Use:     "list",
		GroupID: groupServe,
		Short:   "List the accounts",
		Long: `List the accounts by name; guests have none.

With --json: [{"name","email","role","banned","second_factor","created"}].`,
		Example: example("cairn user list", "cairn user list --data /srv/cairn --json"),
		Args:    operands,
		RunE: func(command *cobra.Command, _ []string) error {
			return p.withAccounts(dir, func(s *account.Service) error {
				return p.listUsers(command.Context(), s, asJSON)
			})
		},
	}
	p.dataFlag(command, &dir)
	jsonFlag(command, &asJSON)
	return command
}

func (p *program) listUsers(ctx context.Context, s *account.Service, asJSON bool) error {
	users, err := s.Users(ctx, account.UserFilter{})
	if err != nil {
		return err
	}
	rows := []userRow{}
	for _, u := range users {
		rows = append(rows, userRow{u.Name, u.Email, cmp.Or(string(u.Role), "player"), u.Banned, u.TwoFactor.On(), u.Created.UTC().Format(time.RFC3339)})
	}
	if asJSON {
		return p.printJSON(rows)
	}
	table := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "NAME\tE-MAIL\tROLE\tSINCE")
	for _, r := range rows {
		role := r.Role
		if r.Banned {
			role += ", banned"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", r.Name, r.Email, role, r.Created[:len(time.DateOnly)])
	}
	return table.Flush()
}
