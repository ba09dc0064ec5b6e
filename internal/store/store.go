// SPDX-License-Identifier: Apache-2.0

// Package store is live.Store in SQL: one body for every database. The queries
// are constants beside the code that scans them, in SQL that SQLite and
// PostgreSQL both understand. What differs between them is a Database, made by
// a package of its own.
//
// The package knows no rules: it never folds events, and it believes what a
// live.Change says of a match as long as the numbers fit. It opens no file and
// no connection, starts no goroutine, reads no clock and logs nothing.
package store

import (
	"context"
	"database/sql"
	"time"

	"cairn/internal/account"
	"cairn/internal/live"
)

// Querier runs statements, in a transaction or outside of one. The set of
// query texts it ever sees is bounded, so it may keep each of them prepared.
type Querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Database is what one kind of database brings along.
type Database interface {
	// Reader returns what reads outside of transactions. It sees whatever was
	// committed before.
	Reader() Querier
	// Write runs f in one transaction, which is on the disk when Write returns
	// nil; otherwise nothing of it remains. The error is that of f, as it is, or
	// the one that kept f or its commit from happening. f may run on another
	// goroutine, which it must not end, and more than once; it uses the context
	// it is given and never the store itself.
	Write(ctx context.Context, f func(ctx context.Context, tx Querier) error) error
	// Fault sorts an error of the driver by its code.
	Fault(err error) Fault
	// QueueStatement is run at the beginning of a pairing with the game and the
	// control, so that pairings for the same pool wait for each other. It is
	// empty where all writers queue anyway.
	QueueStatement() string
	// Wipe sees to it that nothing that was deleted is left in the files of the
	// database.
	Wipe(ctx context.Context) error
}

// Store is a live.Store. Its methods may be called by many at once.
type Store struct{ db Database }

var (
	_ account.Store = (*Store)(nil)
	_ live.Store    = (*Store)(nil)
)

// New returns the store in a database, which must have the current schema.
func New(db Database) *Store { return &Store{db: db} }

// write runs f in a transaction and says of an error what was attempted.
func (s *Store) write(ctx context.Context, what string, f func(ctx context.Context, tx Querier) error) error {
	return s.explain(what, s.db.Write(ctx, f))
}

// row reads one row; no row is failure.ErrNotFound. A lookup takes microseconds,
// far less than making it stop half-way, so only its beginning minds ctx.
func (s *Store) row(ctx context.Context, what, query string, args []any, dest ...any) error {
	if err := ctx.Err(); err != nil {
		return s.explain(what, err)
	}
	return s.explain(what, s.db.Reader().QueryRowContext(context.WithoutCancel(ctx), query, args...).Scan(dest...))
}

// rows reads rows and calls scan for each of them.
func (s *Store) rows(ctx context.Context, what, query string, args []any, scan func(*sql.Rows) error) error {
	rows, err := s.db.Reader().QueryContext(ctx, query, args...)
	if err != nil {
		return s.explain(what, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return s.explain(what, err)
		}
	}
	return s.explain(what, rows.Err())
}

// list reads rows into values; targets are where the columns of one go.
func list[T any](ctx context.Context, s *Store, what, query string, args []any, targets func(*T) []any) ([]T, error) {
	values := []T{}
	err := s.rows(ctx, what, query, args, func(rows *sql.Rows) error {
		var value T
		err := rows.Scan(targets(&value)...)
		values = append(values, value)
		return err
	})
	if err != nil {
		return nil, err
	}
	return values, nil
}

// touch runs a statement that must change a row; none is failure.ErrNotFound.
func touch(ctx context.Context, tx Querier, query string, args ...any) error {
	result, err := tx.ExecContext(ctx, query, args...)
	if err != nil {
		return err
	}
	changed, err := result.RowsAffected()
	if err == nil && changed == 0 {
		err = sql.ErrNoRows
	}
	return err
}

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
