// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"cairn/internal/store/sqlite"
)

// ledger reads all that a site has stored, to see whether it has changed.
type ledger struct {
	t       *testing.T
	db      *sql.DB
	version int // of what was read, as SQLite counts
	rows    []string
}

// newLedger reads the only site of a test: its data folder is the first of the
// test's temporary ones.
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

// read returns every row of every table, except for what is noted by the way:
// when somebody was last seen, and that the server lives.
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

// A ledger that sees no change would prove nothing.
func TestLedger(t *testing.T) {
	s := newSite(t)
	book := newLedger(t)
	before := book.read()
	s.browser().get("/").want(200)
	if got := book.read(); !slices.Equal(got, before) {
		t.Errorf("a page was looked at: got %q, want %q", got, before)
	}
	s.guest()
	if got := book.read(); slices.Equal(got, before) {
		t.Error("a guest came, and nothing has changed")
	}
}
