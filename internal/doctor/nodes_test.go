// SPDX-License-Identifier: Apache-2.0

//go:build unix

package doctor_test

import (
	"crypto/rand"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"cairn/internal/bus/natstest"
	"cairn/internal/config"
	"cairn/internal/doctor"
	"cairn/internal/store/pgtest"
)

// run runs a statement.
func run(t *testing.T, database, statement string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	if err == nil {
		_, err = conn.Exec(t.Context(), statement)
	}
	if err == nil {
		err = conn.Close(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// as returns the URL of a database for another user, or of another database.
func as(t *testing.T, database, user, name string) string {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	if user != "" {
		query := u.Query()
		query.Set("user", user)
		u.RawQuery = query.Encode()
	}
	if name != "" {
		u.Path = "/" + name
	}
	return u.String()
}

// TestNodes checks the findings about a database and a bus.
func TestNodes(t *testing.T) {
	defer doctor.SetReachTime(2 * time.Minute)()
	current, blank, foreign, bus := pgtest.URL(t), pgtest.Empty(t), pgtest.Empty(t), natstest.URL(t)
	weak, blind, latin := "weak_"+rand.Text(), "blind_"+rand.Text(), "latin_"+rand.Text()
	run(t, blank, `CREATE ROLE "`+weak+`" LOGIN`)
	run(t, blank, `CREATE ROLE "`+blind+`" LOGIN`)
	run(t, current, `GRANT SELECT ON ALL TABLES IN SCHEMA public TO "`+weak+`"`)
	run(t, blank, `REVOKE CREATE ON SCHEMA public FROM PUBLIC`) // as PostgreSQL 15 does by itself
	run(t, foreign, `CREATE TABLE users (id TEXT)`)
	run(t, foreign, `CREATE DATABASE "`+latin+`" ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`)
	guarded := natstest.New(t, "--user", "ann", "--pass", "right")
	tests := map[string]struct {
		database, bus string
		want          map[string]string // parts of the lines by check
	}{
		"cluster without syncs": {current, bus, map[string]string{
			"database": "fail the schema is that of this program; fsync is off; it answers in", "bus": "ok NATS passes messages on",
		}},
		"no tables":  {blank, "", map[string]string{"database": "it is empty: the server creates its tables"}},
		"no rights":  {as(t, blank, weak, ""), "", map[string]string{"database": "fail it is empty, and the role may not create tables"}},
		"few rights": {as(t, current, weak, ""), "", map[string]string{"database": "fail the role may not change all tables"}},
		"blind":      {as(t, current, blind, ""), "", map[string]string{"database": "fail the role may not read the tables"}},
		"others":     {foreign, "", map[string]string{"database": "fail it has tables of another program"}},
		"encoding":   {as(t, foreign, "", latin), "", map[string]string{"database": "fail its encoding is LATIN1, want UTF8"}},
		"no user":    {current, guarded.URL(), map[string]string{"bus": "warn NATS cannot be reached: nats: Authorization Violation"}},
		"unreadable": {"postgres://cairn:secret@127.0.0.1:1/cairn", "", map[string]string{"database": "fail failed to connect"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c := config.New(t.TempDir())
			c.Addr, c.Database, c.Bus = "127.0.0.1:0", test.database, test.bus
			found := map[string]string{}
			for _, f := range doctor.Examine(t.Context(), c, false) {
				found[f.Check] = string(f.Verdict) + " " + f.Found
				if strings.Contains(f.Found+f.Advice, "secret") {
					t.Errorf("%s shows the password: %+v", f.Check, f)
				}
			}
			for check, want := range test.want {
				for _, part := range strings.Split(want, "; ") {
					if verdict, rest, cut := strings.Cut(part, " "); cut && (verdict == "ok" || verdict == "fail" || verdict == "warn") {
						if !strings.HasPrefix(found[check], verdict+" ") {
							t.Errorf("%s: got %q, want %s", check, found[check], verdict)
						}
						part = rest
					}
					if !strings.Contains(found[check], part) {
						t.Errorf("%s: got %q, want %q", check, found[check], part)
					}
				}
			}
			if _, checked := found["bus"]; checked != (test.bus != "") {
				t.Errorf("bus: got %q", found["bus"])
			}
		})
	}
}
