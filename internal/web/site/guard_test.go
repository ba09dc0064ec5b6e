// SPDX-License-Identifier: Apache-2.0

package site_test

import (
	"encoding/base64"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// A stolen database contains nothing to log in with, and tokens have enough
// entropy.
func TestStoredSecrets(t *testing.T) {
	mail := webtest.NewMailbox(t)
	s := webtest.NewSite(t, mail.Serve)
	book := newLedger(t)
	ann := s.Member("ann")
	_, codes := ann.TurnOn()
	mail.Next() // about two-factor authentication
	s.Browser().Post("/reset", webtest.Form("login", "ann")).Want(200)
	token := ann.Cookies()[0].Value
	if raw, err := base64.RawURLEncoding.DecodeString(token); err != nil || len(raw) < 16 {
		t.Errorf("got a token of %d bytes, %v, want 16 random ones at least", len(raw), err)
	}
	again := s.Member("bob").Cookies()[0].Value
	if again == token {
		t.Error("two sessions have one token")
	}
	rows := strings.Join(book.read(), "\n")
	for name, secret := range map[string]string{
		"password": webtest.Password, "session": token, "another session": again, "recovery code": codes[0], "reset link": strings.TrimPrefix(mail.ResetPath(), "/reset/"),
	} {
		if strings.Contains(rows, secret) {
			t.Errorf("the database holds the %s", name)
		}
	}
	if !strings.Contains(rows, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Error("there is no argon2id hash of 19 MiB and 2 passes")
	}
}

// A password is neither trimmed nor truncated, and is case-sensitive.
func TestPasswordAsTyped(t *testing.T) {
	s := webtest.NewSite(t)
	typed := "  Two Blanks " + strings.Repeat("é", 100) + " "
	values := webtest.SignUp("ann")
	values.Set("password", typed)
	s.Browser().Post("/signup", values).Want(200)
	for name, wrong := range map[string]string{
		"trimmed": strings.TrimSpace(typed), "small": strings.ToLower(typed), "cut": typed[:72], "decomposed": strings.ReplaceAll(typed, "é", "e\u0301"),
	} {
		if got := s.Browser().Post("/login", webtest.Form("login", "ann", "password", wrong)).StatusCode; got != http.StatusForbidden {
			t.Errorf("%s: got status %d, want 403", name, got)
		}
	}
	s.Browser().Post("/login", webtest.Form("login", "ann", "password", typed)).Want(200)
}

// Password fields hide the text and work with password managers; a logged-in
// user can log out on every page.
func TestEveryForm(t *testing.T) {
	field := regexp.MustCompile(`<input[^>]*name="(?:password|current)"[^>]*>`)
	w := newWalk(t)
	found := 0
	for pattern, route := range walkTable() {
		if !strings.HasPrefix(pattern, "GET") || route.framed() {
			continue
		}
		path := w.address(route.path)
		own := w.person("owner").Get(path)
		for _, input := range field.FindAllString(own.Body+w.Browser().Get(path).Body, -1) {
			found++
			if !strings.Contains(input, `type="password"`) || !strings.Contains(input, `autocomplete="`) ||
				strings.Contains(input, `autocomplete="off"`) || strings.Contains(input, "maxlength") {
				t.Errorf("%s: %s", pattern, input)
			}
		}
		if own.StatusCode == http.StatusOK && strings.HasPrefix(own.Header.Get("Content-Type"), "text/html") && !strings.Contains(own.Body, `action="/logout"`) {
			t.Errorf("%s: one cannot log out", pattern)
		}
	}
	if found < 10 {
		t.Errorf("got %d fields, want those of all forms", found)
	}
}

// Requests cannot inject lines into the log.
func TestLogInjection(t *testing.T) {
	log := &webtest.Journal{}
	s := webtest.NewSite(t, func(o *web.Options) { o.Log = slog.New(slog.NewTextHandler(log, nil)) })
	b := s.Browser()
	b.Get("/nothing%0Atime=now%20level=INFO%20msg=security%20event=login%1b%5b2J").Want(404)
	b.Post("/login", webtest.Form("login", "a\ntime=now msg=security", "password", "x\ntime=now")).Want(403)
	for line := range strings.Lines(log.Text()) {
		if !strings.HasPrefix(line, "time=20") || strings.Contains(line, "\x1b") {
			t.Errorf("got line %q", line)
		}
	}
}

// A password reset does not turn off two-factor authentication.
func TestResetKeepsTwoFactor(t *testing.T) {
	mail := webtest.NewMailbox(t)
	s := webtest.NewSite(t, mail.Serve)
	s.Member("ann").TurnOn()
	mail.Next() // about the change
	s.Browser().Post("/reset", webtest.Form("login", "ann")).Want(200)
	b := s.Browser()
	b.Post(mail.ResetPath(), webtest.Form("password", webtest.Another)).Want(200)
	b.Get("/home").Want(200).Has(`name="login"`)
	b.Post("/login", webtest.Form("login", "ann", "password", webtest.Another)).Want(200).Has("Two-factor authentication")
}
