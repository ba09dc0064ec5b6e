// SPDX-License-Identifier: Apache-2.0

package site_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"cairn/internal/store/sqlite"
	"cairn/internal/web/webtest"
)

// ledger reads all stored data of a site, to detect changes.
type ledger struct {
	t       *testing.T
	db      *sql.DB
	version int // SQLite's data_version at the last read
	rows    []string
}

// newLedger returns the ledger of the only site of a test, whose data folder is
// the first temporary folder of the test.
func newLedger(t *testing.T) *ledger {
	t.Helper()
	files, err := filepath.Glob(sqlite.Path(filepath.Join(filepath.Dir(t.TempDir()), "*")))
	if err != nil || len(files) != 1 {
		t.Fatalf("got databases %q, %v, want one", files, err)
	}
	db, err := sql.Open("sqlite", "file:"+files[0]+"?mode=ro&_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1) // data_version counts what others than this connection wrote
	t.Cleanup(func() { db.Close() })
	return &ledger{t: t, db: db}
}

// read returns every row of every table, without the times when users were last
// seen and the heartbeat of the server.
func (l *ledger) read() []string {
	l.t.Helper()
	var version int
	if err := l.db.QueryRow("PRAGMA data_version").Scan(&version); err != nil {
		l.t.Fatal(err)
	}
	if version == l.version {
		return l.rows
	}
	l.version, l.rows = version, nil
	for _, row := range l.query("SELECT name FROM sqlite_master WHERE type = 'table'") {
		table := row["name"].(string)
		if table == "beats" {
			continue
		}
		for _, row := range l.query(`SELECT * FROM "` + table + `"`) {
			delete(row, "seen")
			l.rows = append(l.rows, fmt.Sprint(table, " ", row))
		}
	}
	slices.Sort(l.rows)
	return l.rows
}

func (l *ledger) query(text string) (all []map[string]any) {
	l.t.Helper()
	rows, err := l.db.Query(text)
	if err != nil {
		l.t.Fatal(err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		l.t.Fatal(err)
	}
	for rows.Next() {
		values, row := make([]any, len(names)), map[string]any{}
		for i := range values {
			values[i] = new(any)
		}
		if err := rows.Scan(values...); err != nil {
			l.t.Fatal(err)
		}
		for i, name := range names {
			row[name] = *values[i].(*any)
		}
		all = append(all, row)
	}
	if err := rows.Err(); err != nil {
		l.t.Fatal(err)
	}
	return all
}

// TestLedger checks that a ledger detects changes.
func TestLedger(t *testing.T) {
	s := webtest.NewSite(t)
	book := newLedger(t)
	before := book.read()
	s.Browser().Get("/").Want(200)
	if got := book.read(); !slices.Equal(got, before) {
		t.Errorf("a page was looked at: got %q, want %q", got, before)
	}
	s.Guest()
	if got := book.read(); slices.Equal(got, before) {
		t.Error("a guest was created, and the ledger has not changed")
	}
}
