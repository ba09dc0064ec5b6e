// SPDX-License-Identifier: Apache-2.0

package postgres_test

import (
	"context"
	"crypto/rand"
	"database/sql"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"cairn/internal/store/pgtest"
	"cairn/internal/store/postgres"
	"cairn/internal/store/sqlite"
	"cairn/internal/store/sqlitetest"
	"cairn/internal/store/storetest"
)

// TestNodes uses a database with several stores.
func TestNodes(t *testing.T) {
	storetest.RunNodes(t, func(t *testing.T) []storetest.Store {
		url := pgtest.URL(t)
		return []storetest.Store{open(t, url), open(t, url), open(t, url)}
	})
}

// TestPooler is TestStore and TestNodes through a pooler in transaction mode.
func TestPooler(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	pooler := pgtest.NewPooler(t)
	storetest.Run(t, func(t *testing.T) storetest.Store { return open(t, pooler.URL(pgtest.URL(t))) })
	storetest.RunNodes(t, func(t *testing.T) []storetest.Store {
		url := pgtest.URL(t)
		return []storetest.Store{open(t, url), open(t, pooler.URL(url))}
	})
}

// TestMigrateAtOnce opens an empty database by several servers at once, half of them
// through a pooler.
func TestMigrateAtOnce(t *testing.T) {
	direct := pgtest.Empty(t)
	urls := []string{direct, pgtest.NewPooler(t).URL(direct)}
	if _, err := postgres.Open(t.Context(), direct, postgres.Options{}); err == nil || !strings.Contains(err.Error(), "run cairn migrate") {
		t.Errorf("open without a schema: got error %v, want one that says what to run", err)
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			s, err := postgres.Open(t.Context(), urls[i%2], postgres.Options{Migrate: true, Connections: 2, Patience: patience})
			if err == nil {
				err = s.Close()
			}
			if err != nil {
				t.Errorf("server %d: %v", i, err)
			}
		})
	}
	all.Wait()
	steps, err := filepath.Glob("../migrations/postgres/*.sql")
	must(t, err)
	if got := query[int64](t, direct, `SELECT version_id FROM goose_db_version ORDER BY id`); len(got) != len(steps) {
		t.Errorf("got the migrations %v, want each of %d once", got, len(steps))
	}
	open(t, direct) // checks the schema
	newer := `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE) RETURNING version_id`
	query[int64](t, direct, newer)
	for _, migrate := range []bool{false, true} {
		if _, err := postgres.Open(t.Context(), direct, postgres.Options{Migrate: migrate}); err == nil || !strings.Contains(err.Error(), "newer program") {
			t.Errorf("open with a newer schema: got error %v, want one", err)
		}
	}
}

// TestEncoding opens a database whose encoding is not UTF-8.
func TestEncoding(t *testing.T) {
	address, name := pgtest.Empty(t), "latin_"+rand.Text()
	query[any](t, address, `CREATE DATABASE "`+name+`" ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`)
	u, err := url.Parse(address)
	must(t, err)
	u.Path = "/" + name
	if _, err := postgres.Open(t.Context(), u.String(), postgres.Options{Migrate: true}); err == nil || !strings.Contains(err.Error(), "LATIN1, want UTF8") {
		t.Errorf("got %v, want that the encoding is refused", err)
	}
}

// TestSameSchema compares the tables and columns with those of SQLite.
func TestSameSchema(t *testing.T) {
	got := query[string](t, pgtest.URL(t), `SELECT table_name || '.' || column_name FROM information_schema.columns
WHERE table_schema = 'public' AND table_name <> 'goose_db_version'`)
	want := sqliteColumns(t)
	slices.Sort(got)
	slices.Sort(want)
	for _, column := range got {
		if !slices.Contains(want, column) {
			t.Errorf("PostgreSQL has %s, SQLite has not", column)
		}
	}
	for _, column := range want {
		if !slices.Contains(got, column) {
			t.Errorf("SQLite has %s, PostgreSQL has not", column)
		}
	}
}

// sqliteColumns returns the columns of an SQLite database.
func sqliteColumns(t *testing.T) (columns []string) {
	dir := t.TempDir()
	s := sqlitetest.Open(t, dir, sqlite.Options{})
	must(t, s.Close())
	db, err := sql.Open("sqlite", "file:"+sqlite.Path(dir))
	must(t, err)
	defer func() { must(t, db.Close()) }()
	rows, err := db.Query(`SELECT t.name || '.' || c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
WHERE t.type = 'table' AND t.name NOT IN ('goose_db_version', 'sqlite_sequence')`)
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var column string
		must(t, rows.Scan(&column))
		columns = append(columns, column)
	}
	must(t, rows.Err())
	return columns
}

// query runs a query of one column.
func query[T any](t *testing.T, url, text string) []T {
	t.Helper()
	c, err := pgx.Connect(t.Context(), url)
	must(t, err)
	defer func() { must(t, c.Close(context.WithoutCancel(t.Context()))) }()
	rows, err := c.Query(t.Context(), text)
	must(t, err)
	values, err := pgx.CollectRows(rows, pgx.RowTo[T])
	must(t, err)
	return values
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
