// SPDX-License-Identifier: Apache-2.0

//go:build unix

package server_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"cairn/internal/server/servertest"
	"cairn/internal/store/pgtest"
)

// TestDatabaseGoes stops the database under a running node: pages and JSON say that
// it is away, nothing else, and all is well when it is back.
func TestDatabaseGoes(t *testing.T) {
	cluster := pgtest.New(t, pgtest.Options{})
	home, _ := servertest.Run(t, "--database", cluster.URL("postgres"), "--data", t.TempDir())
	get := func(path, accept string) (*http.Response, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, home+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept", accept)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		page, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer, string(page)
	}
	ready := func() bool {
		answer, _ := get("/readyz", "*/*")
		return answer.StatusCode == http.StatusOK
	}
	until(t, "ready", ready)
	if answer, page := get("/games", "text/html"); answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", answer.Status, page)
	}

	if err := cluster.Stop(true); err != nil {
		t.Fatal(err)
	}
	for accept, want := range map[string]string{
		"text/html":        "The server cannot reach its data right now",
		"application/json": `"code":"unavailable","key":"no-database"`,
	} {
		answer, page := get("/games", accept)
		if answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" || !strings.Contains(page, want) {
			t.Errorf("%s: got %s, %v: %s", accept, answer.Status, answer.Header, page)
		}
	}
	until(t, "not ready", func() bool { return !ready() })
	if answer, _ := get("/healthz", "*/*"); answer.StatusCode != http.StatusOK {
		t.Errorf("/healthz: got %s", answer.Status)
	}

	if err := cluster.Start(); err != nil {
		t.Fatal(err)
	}
	until(t, "ready again", ready)
	until(t, "pages again", func() bool {
		answer, _ := get("/games", "text/html")
		return answer.StatusCode == http.StatusOK
	})
}
