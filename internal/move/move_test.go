// SPDX-License-Identifier: Apache-2.0

//go:build unix

package move_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"cairn/internal/move"
	"cairn/internal/store/pgtest"
	"cairn/internal/store/postgres"
	"cairn/internal/store/sqlite"
)

// TestMain lets PostgreSQL take its time to end the connections of earlier tests.
func TestMain(m *testing.M) {
	move.SetServerWait(2 * time.Minute)
	os.Exit(m.Run())
}

// long skips a test with the race detector: a move has one goroutine.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("moves several times: only without -short")
	}
}

// TestMove moves a database with rows in every table to PostgreSQL and back.
func TestMove(t *testing.T) {
	from, database, back := filled(t), pgtest.URL(t), t.TempDir()
	var order []string
	there, err := move.Move(t.Context(), from, database, func(table string) { order = append(order, table) })
	if err != nil {
		t.Fatal(err)
	}
	if len(there.Tables) < 20 || len(order) != len(there.Tables) {
		t.Errorf("got %d tables %v, want all", len(there.Tables), order)
	}
	for _, c := range there.Tables {
		if c.Rows != perTable {
			t.Errorf("%s: got %d rows, want %d", c.Table, c.Rows, perTable)
		}
	}
	if there.Rows("events") != perTable || there.Rows("no such table") != 0 {
		t.Errorf("Rows: got %d and %d", there.Rows("events"), there.Rows("no such table"))
	}
	again, err := move.Move(t.Context(), database, back, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(there, again); diff != "" {
		t.Errorf("moved there (-) and back (+):\n%s", diff)
	}
	if diff := cmp.Diff(dump(t, from), dump(t, back)); diff != "" {
		t.Errorf("before (-) and after (+):\n%s", diff)
	}
	wantOnly(t, back, "cairn.db", "lock")
	usable(t, database, back)
}

// usable checks that servers can write to both: numbers of PostgreSQL go on, for
// example.
func usable(t *testing.T, database, dir string) {
	t.Helper()
	s, err := postgres.Open(t.Context(), database, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	query(t, database, `INSERT INTO ended (hash, at) VALUES ('new', 1)`)
	lite, err := sqlite.Open(dir, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(lite.Ping(t.Context()), lite.Check(t.Context()), lite.Close()); err != nil {
		t.Error(err)
	}
}

// TestEmpty moves a database without rows.
func TestEmpty(t *testing.T) {
	from := t.TempDir()
	empty(t, from)
	r, err := move.Move(t.Context(), from, pgtest.Empty(t), nil) // without a schema
	if err != nil || r.Rows("matches") != 0 {
		t.Errorf("got %v, %v", r, err)
	}
}

// TestRefused checks what is refused: with which words, and that neither side is
// changed.
func TestRefused(t *testing.T) {
	long(t)
	full, database, used := filled(t), pgtest.URL(t), t.TempDir()
	empty(t, used)
	server, err := sqlite.Open(used, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	old := t.TempDir()
	empty(t, old)
	change(t, old, `DELETE FROM goose_db_version WHERE version_id > 8`)
	newer := t.TempDir()
	empty(t, newer)
	change(t, newer, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)`)
	newerDatabase, occupied := pgtest.Empty(t), pgtest.URL(t)
	query(t, newerDatabase, `CREATE TABLE goose_db_version (version_id BIGINT); INSERT INTO goose_db_version VALUES (9999)`)
	query(t, occupied, `INSERT INTO secrets (name, value) VALUES ('a', 'b')`)
	strange := pgtest.Empty(t)
	query(t, strange, `CREATE TABLE users (id TEXT)`)
	tests := map[string]struct{ from, to, want string }{
		"two folders":         {full, t.TempDir(), "want a data folder and the URL"},
		"two databases":       {database, occupied, "want a data folder and the URL"},
		"no data":             {t.TempDir(), database, "there is no data in"},
		"source in use":       {used, database, "another server is running on the data folder"},
		"older source":        {old, database, "start the server on it once"},
		"newer source":        {newer, database, "use the newer program"},
		"newer target":        {full, newerDatabase, "use the newer program"},
		"newer database":      {newerDatabase, t.TempDir(), "use the newer program"},
		"target with rows":    {full, occupied, "the database is not empty: there are rows in secrets"},
		"folder with data":    {occupied, full, "there is data in"},
		"another program":     {full, strange, `relation "users" already exists`},
		"no such scheme":      {full, "mysql://a/b", "open PostgreSQL"},
		"no URL":              {full, "postgres://a b:secret@c/d", "want a URL like"},
		"no such server":      {full, "postgres://postgres:secret@127.0.0.1:1/cairn", "open PostgreSQL"},
		"without a schema":    {pgtest.Empty(t), t.TempDir(), "run cairn migrate"},
		"folder is no folder": {occupied, filepath.Join(sqlite.Path(full), "x"), "not a directory"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := move.Move(t.Context(), test.from, test.to, nil)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
			if err != nil && strings.Contains(err.Error(), "secret@") {
				t.Errorf("the error shows the password: %v", err)
			}
		})
	}
	wantEmpty(t, database)
}

// TestServed checks that a database is refused while a server uses it.
func TestServed(t *testing.T) {
	long(t)
	database, dir := pgtest.URL(t), t.TempDir()
	s, err := postgres.Open(t.Context(), database, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Ping(t.Context()); err != nil { // connects
		t.Fatal(err)
	}
	defer move.SetServerWait(0)()
	const want = "a server uses the database: stop all nodes"
	if _, err := move.Move(t.Context(), database, dir, nil); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("from it: got %v, want %q", err, want)
	}
	if _, err := move.Move(t.Context(), filled(t), database, nil); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("to it: got %v, want %q", err, want)
	}
}

// TestCancelled stops a move before its last table, both ways. The target is empty,
// and the move works the next time.
func TestCancelled(t *testing.T) {
	long(t)
	from, database, back := filled(t), pgtest.URL(t), t.TempDir()
	stopped := func(from, to string) error {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		_, err := move.Move(ctx, from, to, func(table string) {
			if table == "phrases" {
				cancel()
			}
		})
		return err
	}
	if err := stopped(from, database); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that it was cancelled", err)
	}
	wantEmpty(t, database)
	if _, err := move.Move(t.Context(), from, database, nil); err != nil {
		t.Fatal(err)
	}
	if err := stopped(database, back); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that it was cancelled", err)
	}
	wantOnly(t, back, "lock")
	if _, err := move.Move(t.Context(), database, back, nil); err != nil {
		t.Fatal(err)
	}
}

// killed is the variable that makes the test program move data and then wait to be
// killed.
const killed = "CAIRN_TEST_MOVE"

// TestKilled kills a move in the middle.
func TestKilled(t *testing.T) {
	if from, to, found := strings.Cut(os.Getenv(killed), " "); found {
		_, err := move.Move(t.Context(), from, to, func(table string) {
			if table == "phrases" {
				fmt.Println("in the middle")
				select {}
			}
		})
		t.Fatal(err)
	}
	long(t)
	from, database, back := filled(t), pgtest.URL(t), t.TempDir()
	kill(t, from, database)
	// PostgreSQL notices in a moment that its client is gone; its locks end then.
	if _, err := move.Move(t.Context(), from, database, nil); err != nil {
		t.Fatal(err)
	}
	kill(t, database, back)
	if _, err := os.Stat(sqlite.Path(back)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got a database: %v", err)
	}
	if _, err := move.Move(t.Context(), database, back, nil); err != nil {
		t.Fatal(err)
	}
	wantOnly(t, back, "cairn.db", "lock")
}

// kill runs a move in its own process and kills it in the middle.
func kill(t *testing.T, from, to string) {
	t.Helper()
	command := exec.Command(os.Args[0], "-test.run", "^TestKilled$")
	command.Env = append(os.Environ(), killed+"="+from+" "+to)
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if line != "in the middle\n" {
		t.Errorf("got %q, %v", line, err)
	}
	_ = command.Process.Kill()
	_ = command.Wait()
}

// TestDifference changes rows of the target before they are compared.
func TestDifference(t *testing.T) {
	long(t)
	from, database := filled(t), pgtest.URL(t)
	query(t, database, `CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN IF NEW.seq % 2 = 0 THEN RETURN NULL; END IF; RETURN NEW; END'`)
	query(t, database, `CREATE TRIGGER spoil BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION spoil()`)
	_, err := move.Move(t.Context(), from, database, nil)
	if want := "compare events: the target"; err == nil || !strings.Contains(err.Error(), want) && !strings.Contains(err.Error(), "compare events: the row with match_id") {
		t.Errorf("got %v, want %q", err, want)
	}
	wantEmpty(t, database)
	query(t, database, `CREATE OR REPLACE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.body = NEW.body || ''.''; RETURN NEW; END'`)
	_, err = move.Move(t.Context(), from, database, nil)
	if want := "compare events: the row with match_id "; err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "differs in column body") {
		t.Errorf("got %v, want %q", err, want)
	}
	wantEmpty(t, database)
	query(t, database, `DROP TRIGGER spoil ON events; DROP FUNCTION spoil`)
}

// wantEmpty checks that a database has no rows.
func wantEmpty(t *testing.T, database string) {
	t.Helper()
	to := t.TempDir()
	r, err := move.Move(t.Context(), database, to, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range r.Tables {
		if c.Rows != 0 {
			t.Errorf("%s has %d rows, want none", c.Table, c.Rows)
		}
	}
}

// wantOnly checks the files of a folder.
func wantOnly(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: want (-), got (+):\n%s", dir, diff)
	}
}

// query runs statements in a PostgreSQL database.
func query(t *testing.T, database, statements string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), statements, pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
}
