// SPDX-License-Identifier: Apache-2.0

// Package postgres is a PostgreSQL database for internal/store, which any number of
// servers may use at once. A change is a serializable transaction, retried after a
// conflict.
//
// It works with a server and with a pooler in transaction mode: no statement needs
// anything that an earlier one has left in the session. The queries are in
// internal/store. The package does not know what it stores, and it logs nothing.
package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"golang.org/x/sync/semaphore"

	"cairn/internal/store"
)

const (
	defaultConnections = 16
	defaultPatience    = 15 * time.Second
	// connectFor bounds an attempt to connect, unless the URL has connect_timeout.
	connectFor = 5 * time.Second
	// keepIdle is how long an unused connection is kept.
	keepIdle = 5 * time.Minute
	// lockWait is how long a statement waits for rows that another transaction has
	// locked. Then its transaction is rolled back and retried: it must not keep its own
	// locks while it waits for a process that may be frozen.
	lockWait = 250 * time.Millisecond
)

// Encoding is the encoding that a database must have.
const Encoding = "UTF8"

// Options say how to open a database.
type Options struct {
	// Migrate updates the schema; otherwise it must be the current one.
	Migrate bool
	// Connections bounds the connections of this process; 0 means 16.
	Connections int
	// Patience bounds how long a call waits for the database; 0 means 15 s.
	Patience time.Duration
}

// Store is a store.Store in a PostgreSQL database.
type Store struct {
	*store.Store
	db *database
}

// Open opens the store in the database of a URL (postgres://user:password@host/name)
// and updates or checks its schema. Close must be called.
func Open(ctx context.Context, url string, o Options) (*Store, error) {
	db, err := openDatabase(ctx, url, o)
	if err != nil {
		return nil, fmt.Errorf("open PostgreSQL: %w", err)
	}
	if o.Migrate {
		err = migrate(ctx, db.pool)
	} else {
		err = checkSchema(ctx, db.pool)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open PostgreSQL: %w", err), db.close())
	}
	return &Store{Store: store.New(db), db: db}, nil
}

// Close waits for appends in progress, ends reads, and closes all connections.
func (s *Store) Close() error { return s.db.close() }

// Pool returns statistics of the connection pool.
func (s *Store) Pool() sql.DBStats { return s.db.pool.Stats() }

// database is a store.Database.
type database struct {
	pool     *sql.DB
	reader   *reader
	grouper  *grouper
	writing  *semaphore.Weighted // weight writers: see attempt
	patience time.Duration
	direct   bool // no pooler: sessions keep their settings
	// busyUntil is when groups no longer skip locked matches, in Unix nanoseconds.
	busyUntil atomic.Int64
}

// openDatabase connects to a database.
func openDatabase(ctx context.Context, url string, o Options) (*database, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, err
	}
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, connectFor)
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "cairn"
	}
	config.DefaultQueryExecMode = pgx.QueryExecModeExec
	direct, err := examine(ctx, config)
	if err != nil {
		return nil, err
	}
	var options []stdlib.OptionOpenDB
	patience := cmp.Or(o.Patience, defaultPatience)
	if direct {
		config.DefaultQueryExecMode = pgx.QueryExecModeCacheStatement
		options = append(options, stdlib.OptionAfterConnect(func(ctx context.Context, c *pgx.Conn) error {
			_, err := c.Exec(ctx, strings.Join(settings("SESSION", patience), "; "))
			return err
		}))
	}
	pool := stdlib.OpenDB(*config, options...)
	connections := cmp.Or(o.Connections, defaultConnections)
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	pool.SetConnMaxIdleTime(keepIdle)
	d := &database{pool: pool, reader: newReader(pool, patience), writing: semaphore.NewWeighted(writers), patience: patience, direct: direct}
	d.grouper = newGrouper(d)
	return d, nil
}

// examine reports whether a URL leads to a server itself, not to a pooler, which gives a
// client another process id than that of its server process. Behind a pooler, prepared
// statements cannot be used: the next server process may not know them.
//
// A database with another encoding than UTF-8 is refused: it would take text as bytes,
// and a dump of it would be converted.
func examine(ctx context.Context, config *pgx.ConnConfig) (direct bool, err error) {
	c, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return false, err
	}
	defer func() { _ = c.Close(context.WithoutCancel(ctx)) }()
	var pid uint32
	var encoding string
	if err := c.QueryRow(ctx, `SELECT pg_backend_pid(), current_setting('server_encoding')`).Scan(&pid, &encoding); err != nil {
		return false, err
	}
	if encoding != Encoding {
		return false, fmt.Errorf("the database has the encoding %s, want %s: make it with createdb --encoding UTF8 --template template0", encoding, Encoding)
	}
	return pid == c.PgConn().PID(), nil
}

// settings returns the SET statements for a session or a transaction; scope is SESSION or
// LOCAL. The server's timeouts are shorter than the caller's.
func settings(scope string, patience time.Duration) []string {
	limit := patience.Milliseconds()
	return []string{
		"SET " + scope + " synchronous_commit = on",
		fmt.Sprintf("SET %s statement_timeout = %d", scope, limit*9/10),
		fmt.Sprintf("SET %s lock_timeout = %d", scope, lockWait.Milliseconds()),
		fmt.Sprintf("SET %s idle_in_transaction_session_timeout = %d", scope, limit/3),
	}
}

func (d *database) close() error {
	d.grouper.close()
	d.reader.close()
	return d.pool.Close()
}

// Reader implements store.Database.
func (d *database) Reader() store.Querier { return d.reader }

// Append implements store.Grouper.
func (d *database) Append(ctx context.Context, a store.PlainAppend) (done bool, err error) {
	return d.grouper.append(ctx, a)
}

// Meaning implements store.Database.
func (d *database) Meaning(err error) error { return meaning(err) }

// QueueStatement implements store.Database. The lock ends with the transaction. It must be
// the first statement: a lock, unlike a query, takes no snapshot before it waits.
func (d *database) QueueStatement() string { return `LOCK TABLE seeks IN SHARE ROW EXCLUSIVE MODE` }

// NowStatement implements store.Database.
func (d *database) NowStatement() string {
	return `SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)`
}

// Wipe implements store.Database. It does nothing: PostgreSQL reuses the space of deleted
// rows after its own vacuum, and recycles the write-ahead log by itself.
func (d *database) Wipe(context.Context) error { return nil }
