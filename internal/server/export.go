// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"cairn/catalog"
	"cairn/internal/account"
	"cairn/internal/bus/mem"
	"cairn/internal/config"
	"cairn/internal/export"
	"cairn/internal/live"
)

// ExportGames writes the public games of a server, which may run, and returns how
// many. The error is fs.ErrNotExist if there is no data.
func ExportGames(ctx context.Context, c *config.Config, games *catalog.Catalog, log *slog.Logger, w io.Writer) (n int, err error) {
	store, err := openBeside(ctx, c)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, store.close()) }()
	accounts := account.New(account.Options{Store: store, Log: log})
	play := live.New(live.Options{Store: store, Bus: mem.New(), Shared: store.shared, Games: games, Log: log, Accounts: accounts})
	return export.Source{Live: play, Accounts: accounts}.Write(ctx, w)
}
