// SPDX-License-Identifier: Apache-2.0

package server_test

import (
	"bytes"
	"database/sql"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"cairn/internal/server/servertest"
	"cairn/internal/store/sqlite"
	"cairn/internal/store/storetest"
)

// TestDamagedPage starts a server on a database with one damaged page: it is found,
// and the rest of the server works.
func TestDamagedPage(t *testing.T) {
	dir := t.TempDir()
	store, err := sqlite.Open(dir, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	table, changes := storetest.Shuttle(t, "m1", 500)
	if err := store.CreateMatch(t.Context(), table.Created()); err != nil {
		t.Fatal(err)
	}
	for _, c := range changes[:200] {
		if err := store.Append(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	damage(t, sqlite.Path(dir))

	admin := servertest.FreeAddress(t)
	home, log := servertest.Run(t, "--data", dir, "--addr", "127.0.0.1:0", "--admin", admin)
	log.Await(t, "the database is damaged")
	if status, body := get(t, home+"/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(body, "damaged") {
		t.Errorf("got %d %q, want 503 and the reason", status, body)
	}
	if _, body := get(t, "http://"+admin+"/metrics"); !strings.Contains(body, "\ncairn_database_damaged 1\n") {
		t.Error("the metrics do not say so")
	}
	if status, _ := get(t, home+"/"); status != http.StatusOK {
		t.Errorf("the first page: got %d, want 200", status)
	}
}

// damage overwrites the middle of a page of the events.
func damage(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var page int64
	if err := db.QueryRow(`SELECT max(pageno) FROM dbstat WHERE name = 'events' AND pagetype = 'leaf'`).Scan(&page); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteAt(bytes.Repeat([]byte{0xff}, 3000), (page-1)*4096+500); err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, url string) (status int, body string) {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}
