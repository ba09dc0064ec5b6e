// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"cairn/internal/move"
)

func moveDatabaseCommand(p *program) *cobra.Command {
	command := &cobra.Command{
		Use:   "move-database FROM TO",
		Short: "Copy all data between SQLite and PostgreSQL",
		Long: `Copy all data of a server: accounts, matches, results and the rest. One of FROM and TO is a
data folder with SQLite, the other the URL of a PostgreSQL database. No server may run on
either. FROM is not changed. TO must be empty; its schema is created. All tables are copied
in one transaction, and every row is compared before it ends: if anything fails, TO stays
empty and the status is 1.

A password that is not in the URL comes from database-password of the configuration, or
from PGPASSWORD or ~/.pgpass as for psql.`,
		Example: example(
			"cairn move-database /srv/cairn postgres://cairn@db.example.org/cairn",
			"cairn move-database postgres://cairn@db.example.org/cairn /srv/cairn-copy"),
	}
	withPassword := p.passwordFlags(command)
	command.RunE = func(command *cobra.Command, args []string) (err error) {
		for i, place := range args {
			if move.IsURL(place) {
				if args[i], err = withPassword(place); err != nil {
					return err
				}
			}
		}
		report, err := move.Move(command.Context(), args[0], args[1], nil)
		if err != nil {
			return err
		}
		for _, t := range report.Tables {
			fmt.Fprintf(p.out, "%-16s  %d\n", t.Table, t.Rows)
		}
		fmt.Fprintf(p.out, "moved and compared: %s, %s\n", plural(report.Rows("matches"), "match", "matches"), plural(report.Rows("events"), "event", "events"))
		return nil
	}
	return command
}
