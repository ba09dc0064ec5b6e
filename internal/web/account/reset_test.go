// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

func TestReset(t *testing.T) {
	mail := webtest.NewMailbox(t)
	s := webtest.NewSite(t, mail.Serve)
	ann := s.Member("ann")
	b := s.Browser()
	b.Get("/login").Has(`href="/reset"`)
	b.Get("/reset").Want(200).Has(`action="/reset"`)
	b.Post("/reset", webtest.Form("login", " ANN@example.org")).Want(200).Has("If this account exists")
	path := mail.ResetPath()
	for range 2 { // opening the link changes nothing
		p := b.Get(path).Want(200).Has(`action="` + path + `"`)
		if got := p.Header.Get("Referrer-Policy"); got != "no-referrer" {
			t.Errorf("got Referrer-Policy %q, want no-referrer", got)
		}
		if strings.Contains(p.Body, "next="+path) {
			t.Error("the page passes its secret address on")
		}
	}
	b.Post(path, webtest.Form("password", "short")).Want(400).Has("Use at least 8 characters.")
	p := b.Post(path, webtest.Form("password", webtest.Another)).Want(200).Has("New password set.")
	if p.Path != "/login" {
		t.Errorf("got to %s, want the log-in page", p.Path)
	}
	if got := ann.Still().Get("/home").StatusCode; got != http.StatusSeeOther {
		t.Errorf("the session from before: got %d, want the log-in page", got)
	}
	if l := mail.Next(); l.To != "ann@example.org" || !strings.Contains(l.Subject, "password") {
		t.Errorf("got mail %+v, want one about the change", l)
	}
	b.Get(path).Want(404).Has("This link is no longer valid.")
	b.Post(path, webtest.Form("password", webtest.Password)).Want(404)
	b.Post("/login", webtest.Form("login", "ann", "password", webtest.Another)).Want(200)
}

// The answer does not depend on whether the account exists.
func TestResetIsNeutral(t *testing.T) {
	mail := webtest.NewMailbox(t)
	s := webtest.NewSite(t, mail.Serve)
	s.Member("ann")
	known := s.Browser().Post("/reset", webtest.Form("login", "ann")).Want(200)
	mail.Next()
	unknown := s.Browser().Post("/reset", webtest.Form("login", "unknown")).Want(200)
	if known.Body != unknown.Body || known.Path != unknown.Path {
		t.Errorf("got\n%s\nand\n%s", known.Main(), unknown.Main())
	}
	if got := s.Browser().Send("/reset", `{"login":"unknown"}`).Want(200).Body; got != "{}\n" {
		t.Errorf("as JSON: got %s", got)
	}
	if len(mail.Mails) != 0 {
		t.Error("a mail was sent for an unknown account")
	}
}

// A mail is in the language of its receiver, not of the visitor who requested it.
func TestResetLanguage(t *testing.T) {
	mail := webtest.NewMailbox(t)
	s := webtest.NewSite(t, mail.Serve)
	s.Member("ann")
	if err := s.Accounts.SaveSettings(context.Background(), s.User("ann"), "lang=de"); err != nil {
		t.Fatal(err)
	}
	s.Browser().Post("/reset", webtest.Form("login", "ann")).Want(200)
	if got := mail.Next(); !strings.Contains(got.Text, "Passwort") {
		t.Errorf("got %q, want it in German", got.Text)
	}
}

// Without mail or a public address, the page refers to the operator.
func TestResetWithoutMail(t *testing.T) {
	for name, change := range map[string]func(*web.Options){
		"no mail": func(o *web.Options) { o.URL = "https://play.example" },
		"no address": func(o *web.Options) {
			o.Mail = func(string, string, string) bool { t.Error("a mail was sent"); return true }
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := webtest.NewSite(t, change)
			s.Member("ann")
			s.Browser().Get("/reset").Want(200).Has("Ask its administrator for a link").Lacks(`action="/reset"`)
			s.Browser().Post("/reset", webtest.Form("login", "ann")).Want(200).Has("Ask its administrator for a link")
		})
	}
}

// A link made by the operator works like a mailed one.
func TestOperatorsLink(t *testing.T) {
	s := webtest.NewSite(t)
	s.Member("ann")
	secret, err := s.Accounts.ResetLink(context.Background(), "ann")
	if err != nil {
		t.Fatal(err)
	}
	s.Browser().Post("/reset/"+secret, webtest.Form("password", webtest.Another)).Want(200)
	s.Browser().Post("/login", webtest.Form("login", "ann", "password", webtest.Another)).Want(200)
	s.Browser().Get("/reset/nonsense").Want(404).Has("This link is no longer valid.")
}
