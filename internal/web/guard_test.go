// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"encoding/base64"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"cairn/internal/web"
)

// Whoever steals the database cannot log in with what is in it, and tokens are
// too many to guess.
func TestStoredSecrets(t *testing.T) {
	mail := newMailbox(t)
	s := newSite(t, mail.serve)
	book := newLedger(t)
	ann := s.member("ann")
	_, codes := ann.turnOn()
	mail.next() // tells of the second step
	s.browser().post("/reset", form("login", "ann")).want(200)
	token := ann.cookies()[0].Value
	if raw, err := base64.RawURLEncoding.DecodeString(token); err != nil || len(raw) < 16 {
		t.Errorf("got a token of %d bytes, %v, want 16 random ones at least", len(raw), err)
	}
	again := s.member("bob").cookies()[0].Value
	if again == token {
		t.Error("two sessions have one token")
	}
	rows := strings.Join(book.read(), "\n")
	for name, secret := range map[string]string{
		"password": password, "session": token, "another session": again, "recovery code": codes[0], "reset link": strings.TrimPrefix(mail.resetPath(), "/reset/"),
	} {
		if strings.Contains(rows, secret) {
			t.Errorf("the database holds the %s", name)
		}
	}
	if !strings.Contains(rows, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Error("there is no argon2id hash of 19 MiB and 2 passes")
	}
}

// A password is neither trimmed nor cut, and capitals count.
func TestPasswordAsTyped(t *testing.T) {
	s := newSite(t)
	typed := "  Two Blanks " + strings.Repeat("é", 100) + " "
	values := signUp("ann")
	values.Set("password", typed)
	values.Set("again", typed)
	s.browser().post("/signup", values).want(200)
	for name, wrong := range map[string]string{
		"trimmed": strings.TrimSpace(typed), "small": strings.ToLower(typed), "cut": typed[:72], "decomposed": strings.ReplaceAll(typed, "é", "e\u0301"),
	} {
		if got := s.browser().post("/login", form("login", "ann", "password", wrong)).StatusCode; got != http.StatusForbidden {
			t.Errorf("%s: got status %d, want 403", name, got)
		}
	}
	s.browser().post("/login", form("login", "ann", "password", typed)).want(200)
}

// Fields for passwords hide what is typed and let managers of passwords help;
// whoever is logged in is one step from the page where one logs out.
func TestEveryForm(t *testing.T) {
	field := regexp.MustCompile(`<input[^>]*name="(?:password|again|current)"[^>]*>`)
	w := newWalk(t)
	found := 0
	for pattern, route := range walkTable() {
		if !strings.HasPrefix(pattern, "GET") {
			continue
		}
		path := w.address(route.path)
		own := w.person("owner").get(path)
		for _, input := range field.FindAllString(own.body+w.browser().get(path).body, -1) {
			found++
			if !strings.Contains(input, `type="password"`) || !strings.Contains(input, `autocomplete="`) ||
				strings.Contains(input, `autocomplete="off"`) || strings.Contains(input, "maxlength") {
				t.Errorf("%s: %s", pattern, input)
			}
		}
		if own.StatusCode == http.StatusOK && strings.HasPrefix(own.Header.Get("Content-Type"), "text/html") && !strings.Contains(own.body, `href="/home"`) {
			t.Errorf("%s: no link to the page where one logs out", pattern)
		}
	}
	if found < 10 {
		t.Errorf("got %d fields, want those of all forms", found)
	}
	w.person("owner").get("/home").want(http.StatusOK).has("/logout")
}

// Nobody writes lines of their own into the log.
func TestLogInjection(t *testing.T) {
	log := &journal{}
	s := newSite(t, func(o *web.Options) { o.Log = slog.New(slog.NewTextHandler(log, nil)) })
	b := s.browser()
	b.get("/nothing%0Atime=now%20level=INFO%20msg=security%20event=login%1b%5b2J").want(404)
	b.post("/login", form("login", "a\ntime=now msg=security", "password", "x\ntime=now")).want(403)
	for line := range strings.Lines(log.text()) {
		if !strings.HasPrefix(line, "time=20") || strings.Contains(line, "\x1b") {
			t.Errorf("got line %q", line)
		}
	}
}

// A link to set a password does not turn the second step off.
func TestResetKeepsSecondStep(t *testing.T) {
	mail := newMailbox(t)
	s := newSite(t, mail.serve)
	s.member("ann").turnOn()
	mail.next() // tells of it
	s.browser().post("/reset", form("login", "ann")).want(200)
	b := s.browser()
	b.post(mail.resetPath(), form("password", another, "again", another)).want(200)
	b.get("/home").want(200).has(`name="login"`)
	b.post("/login", form("login", "ann", "password", another)).want(200).has("Two-factor authentication")
}
