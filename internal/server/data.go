// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"cairn/internal/bus/mem"
	"cairn/internal/bus/nats"
	"cairn/internal/config"
	"cairn/internal/live/cluster"
	"cairn/internal/store"
	"cairn/internal/store/postgres"
	"cairn/internal/store/sqlite"
)

// data is the store of a server, in SQLite or PostgreSQL.
type data struct {
	*store.Store
	shared bool                        // by several nodes
	check  func(context.Context) error // looks for damage
	pool   func() sql.DBStats          // nil for SQLite
	close  func() error
}

// openData opens the data of a server, which owns the data folder from then on.
func openData(ctx context.Context, c *config.Config, log *slog.Logger) (*data, error) {
	if c.Database != "" {
		return openPostgres(ctx, c, log)
	}
	s, err := sqlite.Open(c.Data, sqlite.Options{})
	if err != nil {
		return nil, err
	}
	return &data{Store: s.Store, check: s.CheckTables, close: s.Close}, nil
}

// openPostgres opens a database that other nodes use too. The data folder is locked
// since it holds certificates and the address of this node.
func openPostgres(ctx context.Context, c *config.Config, log *slog.Logger) (*data, error) {
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return nil, fmt.Errorf("create data folder: %w", err)
	}
	unlock, err := sqlite.Lock(c.Data)
	if err != nil {
		return nil, err
	}
	s, err := awaitPostgres(ctx, c.Database, log)
	if err != nil {
		return nil, errors.Join(err, unlock())
	}
	return &data{
		Store: s.Store, shared: true, pool: s.Pool,
		check: func(context.Context) error { return nil }, // PostgreSQL checks its own pages, if it was made with checksums
		close: func() error { return errors.Join(s.Close(), unlock()) },
	}, nil
}

// A server waits for its database when it starts, since both may start at once.
const (
	databaseWait  = time.Minute
	databaseRetry = time.Second
)

// awaitPostgres opens a database and updates its schema. While the database is away
// it tries again.
func awaitPostgres(ctx context.Context, url string, log *slog.Logger) (*postgres.Store, error) {
	for end := time.Now().Add(databaseWait); ; {
		s, err := postgres.Open(ctx, url, postgres.Options{Migrate: true})
		if err == nil || !postgres.IsAway(err) || time.Now().After(end) {
			return s, err
		}
		log.Warn("the database is away: the server waits for it", "err", err)
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(databaseRetry):
		}
	}
}

// busConnection is a cluster.Bus with a connection.
type busConnection interface {
	cluster.Bus
	Connected() bool
	Close()
}

// openBus opens the bus between the nodes of a server, in memory without one.
func openBus(c *config.Config, log *slog.Logger) (busConnection, error) {
	if c.Bus == "" {
		return private{mem.New()}, nil
	}
	b, err := nats.Open(c.Bus, log)
	if err != nil {
		return nil, err
	}
	return b, nil
}

// private is the bus of a node alone.
type private struct{ *mem.Bus }

// Connected implements bus.
func (private) Connected() bool { return true }

// Close implements bus.
func (private) Close() {}
