// SPDX-License-Identifier: Apache-2.0

package bare_test

import (
	"database/sql"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"cairn/lab/bare"
	"cairn/lab/bench"
)

// The generator finds no fault, and every move it counted is saved.
func TestServe(t *testing.T) {
	dir := t.TempDir()
	server, err := bare.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	pages := httptest.NewServer(server)
	r, err := bench.Serve(t.Context(), bench.ServePlan{URL: pages.URL, Games: 3, Idle: 5, Duration: 300 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if r.Moves == 0 || r.Errors != 0 {
		t.Errorf("got %d moves and %d errors, want some moves and no errors: %v", r.Moves, r.Errors, r.Faults)
	}
	pages.CloseClientConnections() // requests that were cut off end before the server is closed
	pages.Close()
	if err := server.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", filepath.Join(dir, "bare.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var saved int
	if err := db.QueryRow("SELECT COUNT(*) FROM events WHERE seq > 3").Scan(&saved); err != nil {
		t.Fatal(err)
	}
	if saved < r.Moves {
		t.Errorf("got %d moves in the database, want %d at least", saved, r.Moves)
	}
}

func TestOpenNoFolder(t *testing.T) {
	if _, err := bare.Open(filepath.Join(t.TempDir(), "missing")); err == nil {
		t.Error("got no error, want one")
	}
}
