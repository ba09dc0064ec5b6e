// SPDX-License-Identifier: Apache-2.0

package server_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"cairn/internal/config"
	"cairn/internal/server"
)

// Events are counted at every level of the log, and the log is unchanged.
func TestSecurityCounts(t *testing.T) {
	for level, lines := range map[string]int{"info": 4, "error": 0} {
		var out bytes.Buffer
		log, pages := server.CountSecurity(server.NewLog(&out, config.LogText, level))
		log.Info("security", "event", "login-refused", "user", "")
		log.With("part", "a").Info("security", "event", "login-refused")
		log.WithGroup("g").Info("security", "event", "signup")
		log.Info("request", "event", "signup")
		log.Debug("security", "event", "signup")
		w := httptest.NewRecorder()
		pages.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		for _, want := range []string{`{event="login-refused"} 2`, `{event="signup"} 1`} {
			if want = "\ncairn_security_total" + want + "\n"; !strings.Contains(w.Body.String(), want) {
				t.Errorf("level %s: got no %q in the metrics: %s", level, want, w.Body)
			}
		}
		if got := strings.Count(out.String(), "\n"); got != lines {
			t.Errorf("level %s: got %d lines, want %d: %s", level, got, lines, &out)
		}
		if log.Enabled(t.Context(), slog.LevelDebug) {
			t.Errorf("level %s: debug is on", level)
		}
	}
}
