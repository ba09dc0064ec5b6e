// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"cairn/internal/config"
	"cairn/internal/store"
	"cairn/internal/store/postgres"
	"cairn/internal/store/sqlite"
)

func migrateCommand(p *program) *cobra.Command {
	return p.configured(&cobra.Command{
		Use:   "migrate",
		Short: "Create or update the schema of the data",
		Long: `Bring the tables of a PostgreSQL database, or of a data folder, to the version of this
program; an empty database gets them. A server does the same when it starts. There is no
way back: make a backup before. Several nodes may do it at once; one does it, the others
wait. Data of a newer version is refused and not changed.`,
		Example: example("cairn migrate --database postgres://cairn@db.example.org/cairn", "cairn migrate --data /srv/cairn"),
	}, func(ctx context.Context, c *config.Config, _ []string) error {
		version, err := migrate(ctx, c)
		if err == nil {
			fmt.Fprintf(p.out, "the schema has version %d\n", version)
		}
		return err
	}, "data", "database", "database-password")
}

// migrate updates the schema of the data and returns its version.
func migrate(ctx context.Context, c *config.Config) (version int64, err error) {
	folder, opened := "sqlite", io.Closer(nil)
	if c.Database == "" {
		opened, err = sqlite.Open(c.Data, sqlite.Options{})
	} else {
		folder = "postgres"
		opened, err = postgres.Open(ctx, c.Database, postgres.Options{Migrate: true, Connections: 1})
	}
	if err != nil {
		return 0, err
	}
	if err := opened.Close(); err != nil {
		return 0, err
	}
	return store.Latest(folder), nil
}
