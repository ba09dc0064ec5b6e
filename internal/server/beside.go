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
	"cairn/internal/store/postgres"
	"cairn/internal/store/sqlite"
)

// WithAccounts opens the accounts of a server, which may be running, and calls use. It
// starts no clocks and no computer players. The error is fs.ErrNotExist if there is no
// data.
func WithAccounts(ctx context.Context, c *config.Config, games *catalog.Catalog, log *slog.Logger, use func(*account.Service) error) (err error) {
	store, err := openBeside(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.close()) }()
	bus, err := openBus(c, log)
	if err != nil {
		return err
	}
	defer bus.Close()
	accounts := account.New(account.Options{Store: store, Log: log})
	// Ends the matches of users who are banned or deleted.
	live.New(live.Options{Store: store, Bus: bus, Shared: store.shared, Games: games, Log: log, Accounts: accounts})
	return use(accounts)
}

// openBeside opens data that a running server may use.
func openBeside(ctx context.Context, c *config.Config) (*data, error) {
	if c.Database != "" {
		s, err := postgres.Open(ctx, c.Database, postgres.Options{Connections: 2})
		if err != nil {
			return nil, err
		}
		return &data{Store: s.Store, shared: true, close: s.Close}, nil
	}
	s, err := sqlite.Open(c.Data, sqlite.Options{Shared: true})
	if err != nil {
		return nil, err
	}
	return &data{Store: s.Store, close: s.Close}, nil
}

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
