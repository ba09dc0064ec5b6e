// SPDX-License-Identifier: Apache-2.0

//go:build unix

package doctor_test

import (
	"strings"
	"testing"
	"time"

	"cairn/internal/bus/natstest"
	"cairn/internal/config"
	"cairn/internal/doctor"
	"cairn/internal/store/pgtest"
)

// TestNodes checks the findings about a database and a bus.
func TestNodes(t *testing.T) {
	defer doctor.SetReachTime(2 * time.Minute)()
	current, blank, bus := pgtest.URL(t), pgtest.Empty(t), natstest.URL(t)
	tests := map[string]struct {
		database, bus string
		want          map[string]string // parts of the lines by check
	}{
		"cluster without syncs": {current, bus, map[string]string{
			"database": "fail the schema is that of this program; fsync is off; it answers in", "bus": "ok NATS passes messages on",
		}},
		"no tables":  {blank, "", map[string]string{"database": "it is empty: the server creates its tables"}},
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
