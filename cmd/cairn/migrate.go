// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"cairn/internal/config"
	"cairn/internal/store"
	"cairn/internal/store/postgres"
	"cairn/internal/store/sqlite"
)

func migrateCommand(p *program) *cobra.Command {
	command := &cobra.Command{
		Use:     "migrate",
		GroupID: groupServe,
		Short:   "Create or update the schema of the data",
		Long: `Bring the tables of a PostgreSQL database, or of a data folder, to the version of this
program; an empty database gets them. A server does the same when it starts. There is no
way back: make a backup before. Several nodes may do it at once; one does it, the others
wait. Data of a newer version is refused and not changed.`,
		Example: example("cairn migrate --database postgres://cairn@db.example.org/cairn", "cairn migrate --data /srv/cairn"),
		Args:    operands,
	}
	flags := p.configFlags(command, "data", "database", "database-password")
	command.RunE = func(command *cobra.Command, _ []string) error {
		c, err := p.configure(flags)
		if err != nil {
			return err
		}
		version, err := migrate(command.Context(), c)
		if err == nil {
			fmt.Fprintf(p.out, "the schema has version %d\n", version)
		}
		return err
	}
	return command
}

// migrate updates the schema of the data and returns its version.
func migrate(ctx context.Context, c *config.Config) (version int64, err error) {
	var close func() error
	folder := "sqlite"
	if c.Database == "" {
		s, err := sqlite.Open(c.Data, sqlite.Options{})
		if err != nil {
			return 0, err
		}
		close = s.Close
	} else {
		s, err := postgres.Open(ctx, c.Database, postgres.Options{Migrate: true, Connections: 1})
		if err != nil {
			return 0, err
		}
		folder, close = "postgres", s.Close
	}
	if err := close(); err != nil {
		return 0, err
	}
	return store.Latest(folder), nil
}
