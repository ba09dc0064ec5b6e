// SPDX-License-Identifier: Apache-2.0

package site_test

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"cairn/internal/web/webtest"
)

// nasty are hostile values.
var nasty = []string{
	"", "x", "'", `"><script>alert(1)</script>`, "\x00", "\xff\xfe", "💥", "-1", "99999999999999999999", "1e9",
	"../../etc/passwd", "%2e%2e", "a,b,c", ",,,,", "d6,d6", "{{.}}", "${x}", strings.Repeat("a", 5000),
}

// No value sent to any address causes a server error or returns a script.
func TestBadInput(t *testing.T) {
	s, nasty := webtest.NewSite(t), nasty
	id, white, _ := s.Pair("nine")
	wait := white.Post("/seek", webtest.Form("game", "six")).Path
	b := white.Still()
	fields := []string{
		"id", "expect", "move", "offer", "yes", "path", "column", "row", "game", "opponent", "level", "clock", "side", "record",
		"then", "email", "name", "login", "password", "ply", "notice", "since",
		"player", "with", "result", "from", "to", "min", "max", "kind", "rated", "after", "reason", "allow", "shown", "phrase",
	}
	white.Post("/signup", webtest.SignUp("ann")).Want(http.StatusOK)
	s.Member("bob")
	posts := []string{
		"/challenge/bob", "/challenges/x/accept", "/challenges/x/decline", "/challenges/x/cancel", "/settings/challenges", "/player/bob/follow", "/player/bob/block",
		"/signup", "/login", "/seek", wait + "/cancel", "/match", "/join", "/upload", "/match/" + id + "/start", "/match/" + id + "/move",
		"/match/" + id + "/draw", "/match/" + id + "/answer", "/match/" + id + "/claim", "/match/" + id + "/redo", "/match/" + id + "/phrase", "/match/" + id + "/rematch",
	}
	gets := []string{"/", "/play", "/join", "/games", "/player", "/player/ann", "/leaderboard", "/challenge/bob", "/challenges", "/challenges/live", "/following", "/match/" + id + "/turns", "/login", "/signup", "/upload", "/match/" + id, "/home", "/about"}
	if testing.Short() {
		nasty = nasty[:6]
	}
	for _, value := range nasty {
		values := url.Values{}
		for _, field := range fields {
			values.Set(field, value)
		}
		for _, path := range posts {
			checkSane(t, path, value, b.Post(path, values))
			r := s.Request(http.MethodPost, path)
			r.Header.Set("Content-Type", "application/json")
			r.Body = io.NopCloser(strings.NewReader(value))
			checkSane(t, path+" as JSON", value, b.Do(r))
		}
		for _, path := range gets {
			checkSane(t, path, value, b.Get(path+"?"+values.Encode()))
		}
		for _, path := range []string{"/match/", "/seek/", "/challenge/", "/challenges/", "/rules/", "/player/", "/leaderboard/", "/static/", "/match/" + id + "."} {
			checkSane(t, path, value, b.Get(path+url.PathEscape(value)))
		}
	}
}

func checkSane(t *testing.T, path, value string, p *webtest.Page) {
	t.Helper()
	if p.StatusCode >= 500 {
		t.Errorf("%s with %.40q: got status %d", path, value, p.StatusCode)
	}
	if strings.Contains(p.Body, "<script>alert") && strings.HasPrefix(p.Header.Get("Content-Type"), "text/html") {
		t.Errorf("%s with %.40q: the page holds the script", path, value)
	}
	if location := p.Header.Get("Location"); strings.HasPrefix(location, "//") || strings.Contains(location, "://") {
		t.Errorf("%s with %.40q: got sent to %s", path, value, location)
	}
}
