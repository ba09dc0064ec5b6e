// SPDX-License-Identifier: Apache-2.0

package sqlite_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/internal/store/sqlite"
)

// tamper runs a statement on a database without the store.
func tamper(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	must(t, err)
	defer db.Close()
	_, err = db.Exec(statement)
	must(t, err)
}

// backedUp returns a backup with a match in it.
func backedUp(t *testing.T) string {
	t.Helper()
	s := open(t, t.TempDir(), sqlite.Options{})
	m := newShuttle(t, s, "m1")
	for _, c := range m.changes[:100] {
		must(t, s.Append(t.Context(), c))
	}
	path := filepath.Join(t.TempDir(), "backup.db")
	must(t, s.Backup(t.Context(), path))
	return path
}

func TestVerify(t *testing.T) {
	good, err := os.ReadFile(backedUp(t))
	must(t, err)
	tests := []struct {
		name string
		data func([]byte) []byte
		sql  string
		want string // in the error, empty for none
	}{
		{name: "whole"},
		{name: "truncated", data: func(b []byte) []byte { return b[:len(b)/2] }, want: "verify"},
		{name: "overwritten", data: scribble, want: "damaged"},
		{name: "something else", data: func([]byte) []byte { return []byte(strings.Repeat("hello", 1000)) }, want: "not a database"},
		{name: "empty", data: func([]byte) []byte { return nil }, want: "schema"},
		{name: "newer", sql: `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)`, want: "newer program"},
		{name: "older", sql: `DELETE FROM goose_db_version WHERE version_id > 1`},
		{name: "no schema", sql: `DELETE FROM goose_db_version WHERE version_id > 0`, want: "none of this program's"},
		{name: "orphan", sql: `INSERT INTO events (match_id, seq, body) VALUES ('m9', 1, '{}')`, want: "row of events refers to a missing row of matches"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "file.db")
			data := append([]byte(nil), good...)
			if test.data != nil {
				data = test.data(data)
			}
			must(t, os.WriteFile(path, data, 0o600))
			if test.sql != "" {
				tamper(t, path, test.sql)
			}
			err := sqlite.Verify(t.Context(), path)
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("got error %v, want %q", err, test.want)
			}
			onlyFile(t, path)
		})
	}
	if err := sqlite.Verify(t.Context(), filepath.Join(t.TempDir(), "missing")); err == nil {
		t.Error("missing file: got no error, want one")
	}
}

// scribble overwrites the rows of every page but the first, and keeps the headers
// of the pages.
func scribble(data []byte) []byte {
	const page = 4096
	for at := page; at < len(data); at++ {
		if at%page >= 200 {
			data[at] = 0xff
		}
	}
	return data
}

// TestCheckDamaged checks a store whose rows were damaged.
func TestCheckDamaged(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, sqlite.Options{})
	must(t, s.Check(t.Context()))
	tamper(t, sqlite.Path(dir), `INSERT INTO events (match_id, seq, body) VALUES ('m9', 1, '{}')`)
	if err := s.Check(t.Context()); err == nil || !strings.Contains(err.Error(), sqlite.Path(dir)) {
		t.Errorf("check: got error %v, want one that names the file", err)
	}
}

// TestSchema opens data of another version of the program.
func TestSchema(t *testing.T) {
	dir := t.TempDir()
	must(t, open(t, dir, sqlite.Options{}).Close())
	must(t, open(t, dir, sqlite.Options{}).Close()) // nothing to migrate
	tamper(t, sqlite.Path(dir), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)`)
	for _, o := range []sqlite.Options{{}, {ReadOnly: true}, {Shared: true}} {
		_, err := sqlite.Open(dir, o)
		if err == nil || !strings.Contains(err.Error(), "schema 9999") || !strings.Contains(err.Error(), "newer program") {
			t.Errorf("open data with a newer schema, %+v: got %v, want that it is newer", o, err)
		}
	}
	tamper(t, sqlite.Path(dir), `DELETE FROM goose_db_version WHERE version_id = 9999`)
	open(t, dir, sqlite.Options{}) // it was not changed, and the folder is not locked
}

// TestDamagedRows reads malformed rows: the error names the row.
func TestDamagedRows(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, sqlite.Options{})
	m := newShuttle(t, s, "m1")
	for _, c := range m.changes[:3] {
		must(t, s.Append(t.Context(), c))
	}
	tamper(t, sqlite.Path(dir), `UPDATE events SET body = '{"seq":' WHERE seq = 3`)
	tamper(t, sqlite.Path(dir), `UPDATE matches SET status = 'dreaming'`)
	if events, err := s.FindEvents(t.Context(), "m1", 1); err == nil || !strings.Contains(err.Error(), "event after 2") {
		t.Errorf("damaged event: got %v, %v, want the place", events, err)
	}
	if info, err := s.FindMatch(t.Context(), "m1"); err == nil || !strings.Contains(err.Error(), "dreaming") {
		t.Errorf("damaged match: got %v, %v, want the value", info, err)
	}
}

// TestEventsDecide has a match row that is behind the events of the match: the events win.
func TestEventsDecide(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, sqlite.Options{})
	m := newShuttle(t, s, "m1")
	must(t, s.Append(t.Context(), m.changes[0]))
	tamper(t, sqlite.Path(dir), `UPDATE matches SET seq = 1`)
	wantStale(t, s.Append(t.Context(), m.changes[0]))
}
