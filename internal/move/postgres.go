// SPDX-License-Identifier: Apache-2.0

package move

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"net/url"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"cairn/internal/store/postgres"
)

const (
	// setUp lifts the time limits of a transaction, except 30 seconds for locks.
	setUp = `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = 30000`

	// countServers counts the connections of servers, as far as this user may see
	// them.
	countServers = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'cairn'`

	findColumns = `SELECT table_name, column_name, data_type, is_identity
FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND table_name <> $1
ORDER BY table_name, column_name COLLATE "C"`
)

// postgresDatabase is a PostgreSQL database. All is one transaction.
type postgresDatabase struct {
	conn     *pgx.Conn
	booleans map[[2]string]bool // tables with their columns
	identity map[string]string  // column by table
}

// openPostgres opens a database that no server uses, at one moment of it, and locks all
// tables: servers that begin meanwhile cannot write. A target must have no rows; its schema
// is made if it has none.
func openPostgres(ctx context.Context, place string, target bool) (_ *postgresDatabase, err error) {
	if place, err = withName(place); err != nil {
		return nil, err
	}
	s, err := postgres.Open(ctx, place, postgres.Options{Migrate: target, Connections: 1})
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	config, err := pgx.ParseConfig(place)
	if err != nil {
		return nil, err
	}
	config.DefaultQueryExecMode = pgx.QueryExecModeExec // works behind a pooler
	p := &postgresDatabase{booleans: map[[2]string]bool{}, identity: map[string]string{}}
	if p.conn, err = pgx.ConnectConfig(ctx, config); err != nil {
		return nil, err
	}
	if err := p.begin(ctx, target); err != nil {
		return nil, errors.Join(err, p.close())
	}
	return p, nil
}

// withName returns a URL with an application_name that countServers does not count.
func withName(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil {
		return "", errors.New("want a URL like postgres://cairn@db.example.org/cairn")
	}
	query := u.Query()
	query.Set("application_name", "cairn-move-database")
	u.RawQuery = query.Encode()
	return u.String(), nil
}

func (p *postgresDatabase) begin(ctx context.Context, target bool) error {
	if _, err := p.conn.Exec(ctx, "BEGIN; "+setUp, pgx.QueryExecModeSimpleProtocol); err != nil {
		return err
	}
	if err := p.awaitServers(ctx); err != nil {
		return err
	}
	tables, err := p.tables(ctx)
	if err != nil {
		return err
	}
	names, lock := slices.Sorted(maps.Keys(tables)), "SHARE"
	if target {
		lock = "EXCLUSIVE"
	}
	if _, err := p.conn.Exec(ctx, "LOCK TABLE "+list(names)+" IN "+lock+" MODE"); err != nil {
		return fmt.Errorf("lock all tables: %w", err)
	}
	if target {
		return p.checkEmpty(ctx, names)
	}
	return nil
}

// serverWait is how long the connections of a server that has stopped may last.
var serverWait = 10 * time.Second

// awaitServers returns an error if a server uses the database.
func (p *postgresDatabase) awaitServers(ctx context.Context) error {
	for end := time.Now().Add(serverWait); ; {
		var servers int
		if err := p.conn.QueryRow(ctx, countServers).Scan(&servers); err != nil || servers == 0 {
			return err
		}
		if time.Now().After(end) {
			return errors.New("a server uses the database: stop all nodes")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
		// In one transaction the statistics would stay as first read.
		if _, err := p.conn.Exec(ctx, `SELECT pg_stat_clear_snapshot()`); err != nil {
			return err
		}
	}
}

// checkEmpty returns an error if there is a row in any table.
func (p *postgresDatabase) checkEmpty(ctx context.Context, tables []string) error {
	for _, name := range tables {
		var found bool
		if err := p.conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM "+list([]string{name})+")").Scan(&found); err != nil {
			return err
		}
		if found {
			return fmt.Errorf("the database is not empty: there are rows in %s; choose another database", name)
		}
	}
	return nil
}

// tables implements endpoint.
func (p *postgresDatabase) tables(ctx context.Context) (map[string][]string, error) {
	rows, err := p.conn.Query(ctx, findColumns, versions)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[string][]string{}
	for rows.Next() {
		var name, column, kind, identity string
		if err := rows.Scan(&name, &column, &kind, &identity); err != nil {
			return nil, err
		}
		all[name] = append(all[name], column)
		p.booleans[[2]string{name, column}] = kind == "boolean"
		if identity == "YES" {
			p.identity[name] = column
		}
	}
	return all, rows.Err()
}

// rows implements endpoint.
func (p *postgresDatabase) rows(ctx context.Context, t table) iter.Seq2[rowValues, error] {
	return func(yield func(rowValues, error) bool) {
		rows, err := p.conn.Query(ctx, t.query())
		if err != nil {
			yield(nil, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			if !yield(newRow(rows.Values())) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, err)
		}
	}
}

// insert implements endpoint.
func (p *postgresDatabase) insert(ctx context.Context, t table, rows iter.Seq2[rowValues, error]) (int, error) {
	next, stop := iter.Pull2(rows)
	defer stop()
	n, err := p.conn.CopyFrom(ctx, pgx.Identifier{t.name}, t.columns, pgx.CopyFromFunc(func() ([]any, error) {
		r, err, more := next()
		if !more || err != nil {
			return nil, err
		}
		for i, column := range t.columns {
			if p.booleans[[2]string{t.name, column}] {
				r[i] = r[i] == int64(1)
			}
		}
		return r, nil
	}))
	if err != nil {
		return 0, err
	}
	if column := p.identity[t.name]; column != "" { // the next number is a new one
		_, err = p.conn.Exec(ctx, fmt.Sprintf(`SELECT setval(pg_get_serial_sequence('%[1]s', '%[2]s'), COALESCE(MAX(%[2]s), 0) + 1, FALSE) FROM %[1]s`, t.name, column))
	}
	return int(n), err
}

// commit implements endpoint.
func (p *postgresDatabase) commit(ctx context.Context) error {
	tag, err := p.conn.Exec(ctx, "COMMIT")
	if err == nil && tag.String() != "COMMIT" {
		err = fmt.Errorf("got %s, want COMMIT", tag)
	}
	return errors.Join(err, p.close())
}

// close implements endpoint: PostgreSQL rolls back a transaction whose connection ends.
func (p *postgresDatabase) close() error { return p.conn.Close(context.Background()) }
