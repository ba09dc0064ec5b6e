// SPDX-License-Identifier: Apache-2.0

// Package store implements account.Store, live.Store, notify.Store, library.Store,
// trainer.Store and webhook.Store in SQL. The queries are constants beside the code that
// scans them, in SQL that SQLite and PostgreSQL both understand. A Database hides the
// differences; packages sqlite and postgres implement it.
//
// The package knows no rules: it never replays events, and it checks of a
// room.Change only that the numbers are consistent. It opens no file and no
// connection, starts no goroutine, reads no clock and logs nothing.
package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"cairn/internal/account"
	"cairn/internal/live"
	"cairn/internal/notify"
	"cairn/internal/study/library"
	"cairn/internal/study/trainer"
	"cairn/internal/webhook"
)

// Querier runs statements, inside or outside a transaction. The number of different
// query texts is bounded, so an implementation may keep them all prepared.
type Querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Database is a connection pool of one kind of database.
type Database interface {
	// Reader returns a Querier outside of transactions, which sees everything that
	// was committed before.
	Reader() Querier
	// Write runs f in one transaction. When Write returns nil, the transaction is
	// on the disk; otherwise nothing has changed, unless the error means
	// failure.ErrUnknown. f may run more than once, and on another goroutine, which it must not
	// exit; it uses the context and the Querier it gets, never the store.
	Write(ctx context.Context, f func(ctx context.Context, tx Querier) error) error
	// Meaning returns the meaning of an error of the driver: a new *failure.TakenError for
	// a unique constraint, failure.ErrNotFound for a foreign key, failure.ErrNoSpace,
	// failure.ErrNoDatabase or failure.ErrUnknown; nil for any other error.
	Meaning(err error) error
	// QueueStatement runs at the beginning of a pairing and serializes pairings. It is
	// empty if the database has one writer.
	QueueStatement() string
	// NowStatement selects the database's clock in Unix milliseconds. It is empty if the
	// database has none, like a file.
	NowStatement() string
	// Wipe erases deleted data in the files of the database.
	Wipe(ctx context.Context) error
}

// Store implements the stores of the package comment. Its methods may be called
// concurrently.
type Store struct {
	accounts
	matches
	people
	notifications
	explorer
	puzzles
	outbox
}

var (
	_ account.Store         = (*Store)(nil)
	_ account.PasskeyStore  = (*Store)(nil)
	_ account.IdentityStore = (*Store)(nil)
	_ account.AttemptStore  = (*Store)(nil)
	_ live.Store            = (*Store)(nil)
	_ notify.Store          = (*Store)(nil)
	_ library.Store         = (*Store)(nil)
	_ trainer.Store         = (*Store)(nil)
	_ webhook.Store         = (*Store)(nil)
)

// New returns the store in a database, which must have the current schema.
func New(db Database) *Store {
	b := base{db}
	return &Store{accounts{b}, matches{b}, people{b, matches{b}}, notifications{b}, explorer{b}, puzzles{b}, outbox{b}}
}

// base runs queries in a database.
type base struct{ db Database }

// accounts implements the stores of package account.
type accounts struct{ base }

// matches implements live.Store, except for its PeopleStore.
type matches struct{ base }

// write runs f in a transaction, which commits unless tx.err is set; what names the
// operation in errors.
func (s *base) write(ctx context.Context, what string, f func(tx *transaction)) error {
	return s.explain(what, s.db.Write(ctx, func(ctx context.Context, q Querier) error {
		tx := transaction{ctx: ctx, querier: q}
		tx.run(f)
		return tx.err
	}))
}

// row reads one row; no row is failure.ErrNotFound. A lookup takes microseconds, which
// is less than cancelling it would take, so ctx is checked only at the beginning.
func (s *base) row(ctx context.Context, what, query string, args []any, dest ...any) error {
	if err := ctx.Err(); err != nil {
		return s.explain(what, err)
	}
	return s.explain(what, s.db.Reader().QueryRowContext(context.WithoutCancel(ctx), query, args...).Scan(dest...))
}

// rows reads rows and calls scan for each of them.
func (s *base) rows(ctx context.Context, what, query string, args []any, scan func(*sql.Rows) error) error {
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

// orZero ignores sql.ErrNoRows: the scanned value stays zero.
func orZero(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return err
}

// list reads rows into values; targets returns the scan targets of one value.
func list[T any](ctx context.Context, s *base, what, query string, args []any, targets func(*T) []any) ([]T, error) {
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

// listIn is list for a query that ends with "IN (", with the ids as arguments after args.
func listIn[T any](ctx context.Context, s *base, what, query string, ids []string, targets func(*T) []any, args ...any) (values []T, err error) {
	for batch := range slices.Chunk(ids, maxBatch) {
		marks, batchArgs := marks(len(args)+1, batch)
		found, err := list(ctx, s, what, query+marks+`)`, slices.Concat(args, batchArgs), targets)
		if err != nil {
			return nil, err
		}
		values = append(values, found...)
	}
	return values, nil
}

// keyed is a row whose first column is a key.
type keyed[V any] struct {
	key   string
	value V
}

// keyedTargets adds the key to the scan targets of a value.
func keyedTargets[V any](targets func(*V) []any) func(*keyed[V]) []any {
	return func(e *keyed[V]) []any { return append([]any{&e.key}, targets(&e.value)...) }
}

// mapIn is listIn of keyed rows, as a map.
func mapIn[V any](ctx context.Context, s *base, what, query string, ids []string, targets func(*V) []any, args ...any) (map[string]V, error) {
	found, err := listIn(ctx, s, what, query, ids, keyedTargets(targets), args...)
	return mapOf(found), err
}

func mapOf[V any](found []keyed[V]) map[string]V {
	values := make(map[string]V, len(found))
	for _, e := range found {
		values[e.key] = e.value
	}
	return values
}

// find reads one row into a value; no row is failure.ErrNotFound.
func find[T any](ctx context.Context, s *base, what, query string, args []any, targets func(*T) []any) (value T, err error) {
	err = s.row(ctx, what, query, args, targets(&value)...)
	return value, err
}

// writeValue is write for a function with a result, which is zero after an error.
func writeValue[T any](ctx context.Context, s *base, what string, f func(tx *transaction) T) (value T, err error) {
	err = s.write(ctx, what, func(tx *transaction) { value = f(tx) })
	if err != nil {
		var zero T
		return zero, err
	}
	return value, nil
}

// exec runs one statement in a transaction.
func (s *base) exec(ctx context.Context, what, query string, args ...any) error {
	return s.write(ctx, what, func(tx *transaction) { tx.exec(query, args...) })
}

// execOne runs one statement, which must change a row, in a transaction.
func (s *base) execOne(ctx context.Context, what, query string, args ...any) error {
	return s.write(ctx, what, func(tx *transaction) { tx.execOne(query, args...) })
}
