// SPDX-License-Identifier: Apache-2.0

package postgres

import (
	"context"
	"database/sql"
	"sync"
	"time"
)

// reader is a store.Querier outside of transactions. Cancelling a query costs its
// connection, so a query runs to its end, or until the patience of the store ends, even
// if the caller is gone.
type reader struct {
	pool     *sql.DB
	patience time.Duration
	open     context.Context    // until close
	close    context.CancelFunc // ends queries in progress

	mutex sync.Mutex
	limit context.Context
	fresh time.Time // when the next query needs a new limit
}

func newReader(pool *sql.DB, patience time.Duration) *reader {
	r := &reader{pool: pool, patience: patience}
	r.open, r.close = context.WithCancel(context.Background())
	return r
}

// queryContext returns the context of a query. Queries that begin within a second share a
// context, since nothing tells when the rows of a query have been read and its own context
// could be released.
func (r *reader) queryContext(ctx context.Context) context.Context {
	if ctx.Err() != nil {
		return ctx
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if now := time.Now(); now.After(r.fresh) {
		limit, cancel := context.WithTimeout(r.open, r.patience+time.Second)
		context.AfterFunc(limit, cancel) // releases it; only close ends it earlier
		r.limit = limit
		r.fresh = now.Add(time.Second)
	}
	return r.limit
}

// retry reports whether to retry a query on another connection, since its connection
// broke. After a restart of the server all idle connections are broken.
func (r *reader) retry(attempt int, err error) bool {
	return attempt < r.pool.Stats().MaxOpenConnections && connectionLost(err)
}

// ExecContext implements store.Querier.
func (r *reader) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return r.pool.ExecContext(r.queryContext(ctx), query, args...)
}

// QueryContext implements store.Querier.
func (r *reader) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	for attempt := 0; ; attempt++ {
		rows, err := r.pool.QueryContext(r.queryContext(ctx), query, args...)
		if err == nil || !r.retry(attempt, err) {
			return rows, err
		}
	}
}

// QueryRowContext implements store.Querier.
func (r *reader) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	for attempt := 0; ; attempt++ {
		row := r.pool.QueryRowContext(r.queryContext(ctx), query, args...)
		if !r.retry(attempt, row.Err()) {
			return row
		}
	}
}
