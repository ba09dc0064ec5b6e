// SPDX-License-Identifier: Apache-2.0

package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"cairn/internal/store"
)

const beginSerializable = `BEGIN ISOLATION LEVEL SERIALIZABLE`

const (
	// writers bounds the concurrent serializable transactions of this process: the more
	// there are, the more conflict.
	writers = 8
	// maxConflicts is how many conflicts a transaction may have before it runs with no
	// other one of this process beside it, so that it does not starve.
	maxConflicts = 3
)

// Write implements store.Database. It retries after a conflict, after lock_timeout, and
// if the connection broke before COMMIT was sent. The context can cancel it until it has
// a connection; after that Write waits for the result.
func (d *database) Write(ctx context.Context, f func(context.Context, store.Querier) error) error {
	ctx, cancel := context.WithTimeout(ctx, d.patience)
	defer cancel()
	conflicts := 0
	for attempt := 1; ; attempt++ {
		share := int64(1)
		if conflicts >= maxConflicts {
			share = writers
		}
		retry, err := d.attempt(ctx, share, f)
		if err == nil || !retry || !backoff(ctx, attempt) {
			return err
		}
		if conflict(err) {
			conflicts++
		}
	}
}

// backoff waits before a retry, longer after each attempt and with jitter, so that
// transactions do not conflict again. It reports false when the context has ended.
func backoff(ctx context.Context, attempt int) bool {
	longest := min(time.Millisecond<<min(attempt, 10), 100*time.Millisecond)
	select {
	case <-ctx.Done():
		return false
	case <-time.After(rand.N(longest)):
		return true
	}
}

// attempt runs a change once, with a share of the writers. It reports whether to retry;
// then nothing has changed.
func (d *database) attempt(ctx context.Context, share int64, f func(context.Context, store.Querier) error) (retry bool, err error) {
	if err := d.writing.Acquire(ctx, share); err != nil {
		return false, err
	}
	defer d.writing.Release(share)
	return d.transact(ctx, func(ctx context.Context, connection *sql.Conn) error {
		begin := append([]string{beginSerializable}, settings("LOCAL", d.patience)...)
		if _, err := exec(ctx, connection, strings.Join(begin, "; ")); err != nil {
			return err
		}
		return f(ctx, connection)
	})
}

// transact calls f, which begins a transaction, and commits. The context can cancel it
// until there is a connection. It reports whether to retry; then nothing has changed.
func (d *database) transact(ctx context.Context, f func(context.Context, *sql.Conn) error) (retry bool, err error) {
	connection, err := d.pool.Conn(ctx)
	if err != nil {
		return false, err
	}
	defer func() { _ = connection.Close() }() // returns it to the pool
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), d.patience)
	defer cancel()
	if err := f(ctx, connection); err != nil {
		retry = conflict(err) || locked(err) || broken(connection)
		rollback(ctx, connection)
		return retry, err
	}
	err = commit(ctx, connection)
	return err != nil && !errors.Is(err, errUnknown) && (conflict(err) || broken(connection)), err
}

// commit ends a transaction. An error other than errUnknown means that nothing has
// changed.
func commit(ctx context.Context, connection *sql.Conn) error {
	if broken(connection) {
		return fmt.Errorf("before COMMIT: %w", driver.ErrBadConn)
	}
	tag, err := exec(ctx, connection, `COMMIT`)
	if err == nil && tag.String() != "COMMIT" {
		return errors.New("the transaction was rolled back: an error of a statement in it was ignored")
	}
	return explainCommit(err)
}

// explainCommit adds errUnknown to the error of a COMMIT, unless PostgreSQL has answered
// that it failed. A FATAL answer may follow the commit: a server that stops while it
// waits for a synchronous standby sends one. pgconn.SafeToRetry is of no use here: it is
// true if the connection was closed instead of an answer to COMMIT.
func explainCommit(err error) error {
	if answer, is := errors.AsType[*pgconn.PgError](err); err == nil || is && answer.SeverityUnlocalized == "ERROR" {
		return err
	}
	return fmt.Errorf("%w: %w", errUnknown, err)
}

// rollback ends a transaction that failed. If that fails too, it discards the connection,
// and PostgreSQL rolls back when it notices.
func rollback(ctx context.Context, connection *sql.Conn) {
	if _, err := exec(ctx, connection, `ROLLBACK`); err != nil {
		_ = connection.Raw(func(any) error { return driver.ErrBadConn })
	}
}

// exec runs statements without arguments in one round trip and returns the answer to
// the last one.
func exec(ctx context.Context, connection *sql.Conn, statements string) (tag pgconn.CommandTag, err error) {
	err = raw(connection, func(c *pgx.Conn) error {
		tag, err = c.Exec(ctx, statements)
		return err
	})
	return tag, err
}

// broken reports whether a connection is closed.
func broken(connection *sql.Conn) bool {
	closed := true
	_ = raw(connection, func(c *pgx.Conn) error {
		closed = c.IsClosed()
		return nil
	})
	return closed
}

// raw calls f with the connection of the driver.
func raw(connection *sql.Conn, f func(*pgx.Conn) error) error {
	return connection.Raw(func(c any) error { return f(c.(*stdlib.Conn).Conn()) })
}
