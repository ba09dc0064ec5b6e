// SPDX-License-Identifier: Apache-2.0

//go:build unix

package server_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/internal/account"
	"cairn/internal/bus/natstest"
	"cairn/internal/config"
	"cairn/internal/server"
	"cairn/internal/server/servertest"
	"cairn/internal/store/pgtest"
)

// TestNodes runs two nodes on one database: an account made at one is known at the
// other and to commands beside them. NATS goes and comes.
func TestNodes(t *testing.T) {
	database, broker := pgtest.URL(t), natstest.New(t)
	flags := []string{"--database", database, "--bus", broker.URL(), "--admin", "127.0.0.1:0"}
	one, log := servertest.Run(t, append(flags, "--data", t.TempDir())...)
	two, _ := servertest.Run(t, append(flags, "--data", t.TempDir())...)

	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar} // sends a cookie to all ports of a host
	form := url.Values{"name": {"Ada"}, "email": {"ada@example.org"}, "password": {"pebbles-in-a-row"}}
	request(t, client, http.MethodPost, one+"/signup", form)
	if page := request(t, client, http.MethodGet, two+"/settings", nil); !strings.Contains(page, "Ada") {
		t.Errorf("the other node does not know the session: %s", page)
	}
	wantUsers(t, database, "Ada")

	admin := "http://" + log.After("msg=admin addr=") + "/metrics"
	until(t, "cairn_bus_connected 1", func() bool {
		return strings.Contains(request(t, client, http.MethodGet, admin, nil), "\ncairn_bus_connected 1\n")
	})
	if page := request(t, client, http.MethodGet, admin, nil); !strings.Contains(page, "\ncairn_database_connections ") {
		t.Errorf("no connections in the metrics: %s", page)
	}
	broker.Stop()
	until(t, "cairn_bus_connected 0", func() bool {
		return strings.Contains(request(t, client, http.MethodGet, admin, nil), "\ncairn_bus_connected 0\n")
	})
	request(t, client, http.MethodGet, two+"/settings", nil)
	request(t, client, http.MethodGet, one+"/readyz", nil)
	if err := broker.Start(); err != nil {
		t.Fatal(err)
	}
	until(t, "cairn_bus_connected 1", func() bool {
		return strings.Contains(request(t, client, http.MethodGet, admin, nil), "\ncairn_bus_connected 1\n")
	})
}

// TestNodeFolder checks that two nodes do not share a data folder.
func TestNodeFolder(t *testing.T) {
	database, folder := pgtest.URL(t), t.TempDir()
	servertest.Run(t, "--database", database, "--data", folder)
	c := config.New(folder)
	c.Addr, c.Database = "127.0.0.1:0", database
	err := server.Run(t.Context(), server.Options{Config: c, Games: catalog.Standard(), Log: io.Discard})
	if err == nil || !strings.Contains(err.Error(), "another server is running on the data folder") {
		t.Errorf("got %v, want that another server is running on the folder", err)
	}
}

// TestDatabaseAway checks that a server waits for its database, and does not for one
// that refuses it.
func TestDatabaseAway(t *testing.T) {
	database, err := url.Parse(pgtest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	database.Path = "/no-such-database"
	c := config.New(t.TempDir())
	c.Addr, c.Database = "127.0.0.1:0", database.String()
	run := func(ctx context.Context, log io.Writer) error {
		return server.Run(ctx, server.Options{Config: c, Games: catalog.Standard(), Log: log, Ready: func(string, string) {}})
	}
	if err := run(t.Context(), io.Discard); err == nil || !strings.Contains(err.Error(), "does not exist") {
		t.Errorf("got %v, want that the database does not exist", err)
	}
	c.Database = "postgres://postgres@127.0.0.1:1/cairn" // no server has this port
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cancelled := writerFunc(func(p []byte) (int, error) {
		if strings.Contains(string(p), "the database is away") {
			cancel()
		}
		return len(p), nil
	})
	if err := run(ctx, cancelled); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that the server waits", err)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// wantUsers checks the accounts that a command beside the servers sees.
func wantUsers(t *testing.T, database string, want ...string) {
	t.Helper()
	c := config.New(t.TempDir())
	c.Database = database
	err := server.WithAccounts(t.Context(), c, catalog.Standard(), slog.New(slog.DiscardHandler), func(s *account.Service) error {
		users, err := s.Staff.Users(t.Context(), account.UserFilter{})
		if len(users) != len(want) || users[0].Name != want[0] {
			t.Errorf("got users %v, want %v", users, want)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// request sends a form, if there is one, and returns the page.
func request(t *testing.T, client *http.Client, method, to string, form url.Values) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, to, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	page, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: %s, %v: %s", method, to, answer.Status, err, page)
	}
	return string(page)
}

// until waits for a condition.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("never: ", what)
		}
	}
}
