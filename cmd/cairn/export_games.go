// SPDX-License-Identifier: Apache-2.0

package main

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"

	"github.com/spf13/cobra"

	"cairn/internal/config"
	"cairn/internal/server"
	"cairn/internal/store/sqlite"
)

func exportGamesCommand(p *program) *cobra.Command {
	force := false
	command := p.configured(&cobra.Command{
		Use:   "export-games FILE",
		Short: "Write all public games of a server into one file",
		Long: `Write all finished games that everyone may see into a file: one JSON object per line,
compressed with gzip. docs/games.schema.json describes a line. Private games are left out,
and deleted users have no name. It works beside a running server, on SQLite or PostgreSQL,
and takes little memory. The file appears when it is complete.`,
		Example: example("cairn export-games games.ndjson.gz", "cairn export-games --data /srv/cairn --force /srv/www/games.ndjson.gz"),
	}, func(ctx context.Context, c *config.Config, args []string) error {
		return p.exportGames(ctx, c, args[0], force)
	}, "data", "database", "database-password")
	command.Flags().BoolVar(&force, "force", false, "replace an existing file")
	return command
}

func (p *program) exportGames(ctx context.Context, c *config.Config, path string, force bool) error {
	if err := mayReplace(path, sqlite.Path(c.Data), force); err != nil {
		return err
	}
	games := 0
	err := writeWhole(path, 0o644, func(w io.Writer) (err error) {
		out := gzip.NewWriter(w)
		games, err = server.ExportGames(ctx, c, p.catalog, slog.New(slog.DiscardHandler), out)
		return errors.Join(err, out.Close())
	})
	if errors.Is(err, fs.ErrNotExist) && c.Database == "" {
		return noData(c.Data, err)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(p.out, "%s: %s\n", path, plural(games, "game", "games"))
	return nil
}
