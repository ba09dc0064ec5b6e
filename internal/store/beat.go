// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"time"
)

const (
	upsertBeat = `INSERT INTO beats (name, at) VALUES ('server', $1) ON CONFLICT (name) DO UPDATE SET at = excluded.at`

	findBeat = `SELECT at FROM beats WHERE name = 'server'`

	// A transaction that changes nothing touches no disk, so this one counts.
	countPing = `INSERT INTO beats (name, at) VALUES ('ping', 1) ON CONFLICT (name) DO UPDATE SET at = beats.at + 1`
)

// Beat implements live.Store.
func (s *Store) Beat(ctx context.Context, now time.Time) error {
	return s.write(ctx, "note that the server is alive", func(ctx context.Context, tx Querier) error {
		_, err := tx.ExecContext(ctx, upsertBeat, now.UnixMilli())
		return err
	})
}

// LastBeat implements live.Store.
func (s *Store) LastBeat(ctx context.Context) (time.Time, error) {
	var at time.Time
	err := s.row(ctx, "find when the server was alive", findBeat, nil, moment{&at})
	return at, err
}

// Ping implements live.Store: it really writes.
func (s *Store) Ping(ctx context.Context) error {
	return s.write(ctx, "ping", func(ctx context.Context, tx Querier) error {
		_, err := tx.ExecContext(ctx, countPing)
		return err
	})
}
