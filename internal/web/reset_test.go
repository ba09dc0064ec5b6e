// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"context"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"cairn/internal/web"
)

var resetLink = regexp.MustCompile(`https://play\.example(/reset/[A-Za-z0-9_-]+)\n`)

func (m *mailbox) resetPath() string {
	m.t.Helper()
	l := m.next()
	found := resetLink.FindStringSubmatch(l.text)
	if found == nil {
		m.t.Fatalf("no link in %q", l.text)
	}
	return found[1]
}

func TestReset(t *testing.T) {
	mail := newMailbox(t)
	s := newSite(t, mail.serve)
	ann := s.member("ann")
	b := s.browser()
	b.get("/login").has(`href="/reset"`)
	b.get("/reset").want(200).has(`action="/reset"`)
	b.post("/reset", form("login", " ANN@example.org")).want(200).has("If this account exists")
	path := mail.resetPath()
	for range 2 { // to look changes nothing
		p := b.get(path).want(200).has(`action="` + path + `"`)
		if got := p.Header.Get("Referrer-Policy"); got != "no-referrer" {
			t.Errorf("got Referrer-Policy %q, want no-referrer", got)
		}
		if strings.Contains(p.body, "next="+path) {
			t.Error("the page passes its secret address on")
		}
	}
	b.post(path, form("password", "short", "again", "short")).want(400).has("Use at least 8 characters.")
	b.post(path, form("password", another, "again", "else")).want(400).has("The passwords do not match.").lacks(another)
	p := b.post(path, form("password", another, "again", another)).want(200).has("New password set.")
	if p.path != "/login" {
		t.Errorf("got to %s, want the log-in page", p.path)
	}
	if got := ann.still().get("/home").StatusCode; got != http.StatusSeeOther {
		t.Errorf("the session from before: got %d, want the log-in page", got)
	}
	if l := mail.next(); l.to != "ann@example.org" || !strings.Contains(l.subject, "password") {
		t.Errorf("got letter %+v, want one that tells of the change", l)
	}
	b.get(path).want(404).has("This link is no longer valid.")
	b.post(path, form("password", password, "again", password)).want(404)
	b.post("/login", form("login", "ann", "password", another)).want(200)
}

// The answer is the same for an account that is not there.
func TestResetIsNeutral(t *testing.T) {
	mail := newMailbox(t)
	s := newSite(t, mail.serve)
	s.member("ann")
	known := s.browser().post("/reset", form("login", "ann")).want(200)
	mail.next()
	unknown := s.browser().post("/reset", form("login", "nobody")).want(200)
	if known.body != unknown.body || known.path != unknown.path {
		t.Errorf("got\n%s\nand\n%s", known.main(), unknown.main())
	}
	if got := s.browser().send("/reset", `{"login":"nobody"}`).want(200).body; got != "{}\n" {
		t.Errorf("as JSON: got %s", got)
	}
	if len(mail.letters) != 0 {
		t.Error("a letter to nobody was sent")
	}
}

// A letter is written in the language its reader chose, whoever asked for it.
func TestResetLanguage(t *testing.T) {
	mail := newMailbox(t)
	s := newSite(t, mail.serve)
	s.member("ann")
	if err := s.accounts.SaveSettings(context.Background(), s.user("ann"), "lang=de"); err != nil {
		t.Fatal(err)
	}
	s.browser().post("/reset", form("login", "ann")).want(200)
	if got := mail.next(); !strings.Contains(got.text, "Passwort") {
		t.Errorf("got %q, want it in German", got.text)
	}
}

// Without mail, or without a public address to put into it, the page says who can
// help.
func TestResetWithoutMail(t *testing.T) {
	for name, change := range map[string]func(*web.Options){
		"no mail": func(o *web.Options) { o.URL = "https://play.example" },
		"no address": func(o *web.Options) {
			o.Mail = func(string, string, string) bool { t.Error("a letter was sent"); return true }
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, change)
			s.member("ann")
			s.browser().get("/reset").want(200).has("Ask its administrator for a link").lacks(`action="/reset"`)
			s.browser().post("/reset", form("login", "ann")).want(200).has("Ask its administrator for a link")
		})
	}
}

// The link that an operator makes is used like one that was sent.
func TestOperatorsLink(t *testing.T) {
	s := newSite(t)
	s.member("ann")
	secret, err := s.accounts.ResetLink(context.Background(), "ann")
	if err != nil {
		t.Fatal(err)
	}
	s.browser().post("/reset/"+secret, form("password", another, "again", another)).want(200)
	s.browser().post("/login", form("login", "ann", "password", another)).want(200)
	s.browser().get("/reset/nonsense").want(404).has("This link is no longer valid.")
}
