// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn/internal/web"
)

// journal is a log that tests read.
type journal struct {
	sync.Mutex
	bytes.Buffer
}

// Write implements io.Writer.
func (j *journal) Write(b []byte) (int, error) {
	j.Lock()
	defer j.Unlock()
	return j.Buffer.Write(b)
}

func (j *journal) text() string {
	j.Lock()
	defer j.Unlock()
	return j.String()
}

func (j *journal) serve(o *web.Options) { o.Log = slog.New(slog.NewJSONHandler(j, nil)) }

// events lists the security events, by name, with the users they are about.
func (j *journal) events(t *testing.T) map[string][]string {
	t.Helper()
	events := map[string][]string{}
	for line := range strings.Lines(j.text()) {
		var entry struct{ Msg, Event, User, Address string }
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatal(err)
		}
		if entry.Msg == "security" {
			events[entry.Event] = append(events[entry.Event], entry.User)
			if entry.Address == "" {
				t.Errorf("event %s does not say where it came from", entry.Event)
			}
		}
	}
	return events
}

// Everything that concerns security is logged, and nothing that is secret or
// tells who somebody is.
func TestSecurityLog(t *testing.T) {
	log, mail := &journal{}, newMailbox(t)
	s := newSite(t, log.serve, mail.serve, func(o *web.Options) {
		o.Limits = web.Limits{Join: web.Limit{Every: time.Hour, Burst: 1}}
	})
	setup := s.setupPath()
	admin := s.member("adminname")
	admin.post(setup, nil).want(200)
	ann := s.member("annsname")
	id := s.user("annsname").ID
	ann.post("/logout", nil).want(200)
	ann.post("/login", form("login", "annsname", "password", "wrongsecret")).want(403)
	ann.post("/login", form("login", "annsname", "password", password)).want(200)
	ann.post("/account/name", form("name", "nextname", "current", "wrongsecret")).want(403)
	ann.post("/account/name", form("name", "nextname", "current", password)).want(200)
	ann.post("/account/email", form("email", "nextmail@example.org", "current", password)).want(200)
	mail.next()
	ann.post("/account/password", form("current", password, "password", another, "again", another)).want(200)
	mail.next()
	ann.post("/account/sessions/end", nil).want(200)
	ann.post("/reset", form("login", "nextname")).want(200)
	reset := mail.resetPath()
	ann.get(reset).want(200)
	ann.post(reset, form("password", password, "again", password)).want(200)
	ann.post("/login", form("login", "nextmail@example.org", "password", password)).want(200)
	secret, codes := ann.turnOn()
	phone := s.browser()
	second := phone.post("/login", form("login", "nextname", "password", password)).form(`name="second"`).fields["second"]
	phone.post("/login/code", form("second", second, "code", "000000")).want(403)
	phone.post("/login/code", form("second", second, "code", codes[0])).want(200)
	ann.post("/account/second/codes", form("current", password, "code", codes[1])).want(200)
	ann.post("/account/second/off", form("current", password, "code", s.code(secret))).want(200)
	ann.post("/join", form("id", "zzzzzzz")).want(404)
	ann.post("/join", form("id", "zzzzzzz")).want(429)
	ann.post("/player/adminname/ban", nil).want(403)
	foreign := s.request("POST", "/logout")
	foreign.Header.Set("Sec-Fetch-Site", "cross-site")
	ann.do(foreign).want(403)
	admin.still().post("/player/nextname/role", form("role", "moderator")).want(303)
	admin.still().post("/player/nextname/ban", nil).want(303)
	admin.still().post("/player/nextname/unban", nil).want(303)
	ann.post("/login", form("login", "nextname", "password", password)).want(200)
	ann.post("/account/delete", form("name", "nextname", "current", password)).want(200)

	events := log.events(t)
	want := strings.Fields(`account-deleted admin-claimed banned codes-renewed cross-origin email-changed forbidden limited login login-refused logout name-changed password-changed
		password-refused reset-asked reset-done role second-off second-on second-refused sessions-ended signup unbanned`)
	if got := slices.Sorted(maps.Keys(events)); !slices.Equal(got, want) {
		t.Errorf("got events %v, want %v", got, want)
	}
	if got := events["login"]; len(got) < 3 || got[0] != id {
		t.Errorf("log-ins: got users %v, want %s", got, id)
	}
	text := log.text()
	for name, secret := range map[string]string{
		"password": password, "password typed": "wrongsecret", "another password": another, "e-mail": "@example.org", "e-mail before": "annsname@",
		"name": "annsname", "next name": "nextname", "name of the administrator": "adminname", "second factor": secret, "recovery code": codes[0], "second token": second,
		"reset link": strings.TrimPrefix(reset, "/reset/"), "setup link": strings.TrimPrefix(setup, "/setup/"),
		"session": admin.client.Jar.Cookies(mustURL(t, s.http.URL))[0].Value,
	} {
		if strings.Contains(text, secret) {
			t.Errorf("the log tells the %s, %q", name, secret)
		}
	}
}

// Links that are secrets, and names of people, are not written into the log of
// requests; nor is what a form asks for in an address.
func TestRequestLog(t *testing.T) {
	log := &journal{}
	s := newSite(t, log.serve)
	for _, path := range []string{"/reset/verysecret", "/setup/verysecret"} {
		s.browser().get(path).want(404)
		s.browser().post(path, nil).want(404)
	}
	s.browser().get("/player/verysecret").want(404)
	s.browser().get("/player/verysecret/more").want(404)
	s.browser().get("/player?name=verysecret").want(404)
	s.browser().get("/games?player=verysecret").want(400)
	if strings.Contains(log.text(), "verysecret") {
		t.Errorf("the log tells a secret link:\n%s", log.text())
	}
}

func TestMaskPath(t *testing.T) {
	for path, want := range map[string]string{
		"/reset":        "/reset",
		"/reset/abc":    "/reset/…",
		"/setup/abc/d":  "/setup/…",
		"/match/abc":    "/match/abc",
		"/player":       "/player",
		"/player/a/ban": "/player/…",
		"/resetting/it": "/resetting/it",
	} {
		if got := web.MaskPath(path); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}
