// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"strings"
	"testing"
	"time"

	"cairn/internal/limit"
	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// An address is confirmed by a link and a button, and only then used for resets.
func TestConfirmEmail(t *testing.T) {
	mail := webtest.NewMailbox(t)
	s := webtest.NewSite(t, mail.Serve)
	ann := s.Browser()
	ann.Post("/signup", webtest.SignUp("ann")).Want(200)
	to, path := mail.ConfirmPath()
	if to != "ann@example.org" {
		t.Errorf("got a link to %s, want ann@example.org", to)
	}
	ann.Get("/account").Want(200).Has("Email, not confirmed", "ann@example.org", `action="/account/email/confirm"`)
	ann.Post("/reset", webtest.Form("login", "ann")).Want(200)

	b := s.Browser()
	for range 2 { // opening the link changes nothing
		p := b.Get(path).Want(200).Has("ann@example.org", "account ann", `action="`+path+`"`)
		if got := p.Header.Get("Referrer-Policy"); got != "no-referrer" {
			t.Errorf("got Referrer-Policy %q, want no-referrer", got)
		}
	}
	if p, _ := b.Packed(path); p.Header.Get("Content-Encoding") != "" {
		t.Error("the page with the secret is compressed")
	}
	if got := s.User("ann"); got.Email != "" {
		t.Errorf("got %q confirmed before the button, want nothing", got.Email)
	}
	b.Post(path, nil).Want(200).Has("Email address confirmed.", `name="login"`)
	b.Post(path, nil).Want(404).Has("This link is no longer valid.")
	b.Get(path).Want(404)
	ann.Get("/account").Want(200).Has("ann@example.org").Lacks("not confirmed", "/account/email/confirm")
	ann.Post("/account/email/confirm", nil).Want(200) // sent late
	b.Post("/reset", webtest.Form("login", "ann")).Want(200)
	mail.ResetPath()
	if len(mail.Mails) > 0 || len(mail.Confirms) > 0 {
		t.Error("more mails were sent")
	}
}

// Sign-up does not reveal whether an address is known; its owner gets a mail.
func TestSignUpIsNeutral(t *testing.T) {
	mail := webtest.NewMailbox(t)
	s := webtest.NewSite(t, mail.Serve)
	s.Member("ann")
	pages := map[string]string{}
	for name, email := range map[string]string{"bob": "new@example.org", "eve": "ANN@example.org"} {
		values := webtest.SignUp(name)
		values.Set("email", email)
		b := s.Browser()
		b.Post("/signup", values).Want(200).Has("Account created")
		own := b.Get("/account").Want(200)
		again := b.Post("/account/email/confirm", nil).Want(200)
		neutral := strings.NewReplacer(name, "NAME", email, "EMAIL")
		pages[name] = neutral.Replace(own.Main() + again.Main())
	}
	if pages["bob"] != pages["eve"] {
		t.Errorf("got\n%s\nand\n%s", pages["bob"], pages["eve"])
	}
	for to := ""; to != "new@example.org"; { // after Ann's, unless hers was confirmed before
		if to, _ = mail.ConfirmPath(); to != "new@example.org" && to != "ann@example.org" {
			t.Errorf("got a link to %s, want it to the unknown address", to)
		}
	}
	got := mail.Next()
	if got.To != "ann@example.org" || got.Subject != "You already have a Cairn account" || !strings.Contains(got.Text, "named ann") {
		t.Errorf("got %+v, want a mail to the owner", got)
	}
	s.Browser().Post("/login", webtest.Form("login", "ann@example.org", "password", webtest.Password)).Want(200).Has("ann")
	if got := s.User("ann").Email; got != "ann@example.org" {
		t.Errorf("got %q, want the address with its owner", got)
	}
}

// A changed address is used when it is confirmed; the old one is notified.
func TestChangeEmailByLink(t *testing.T) {
	mail := webtest.NewMailbox(t)
	s := webtest.NewSite(t, mail.Serve)
	ann := s.Member("ann")
	ann.Post("/account/email", webtest.Form("email", "new@example.org", "current", webtest.Password)).Want(200).
		Has("We have sent a link", "ann@example.org", "new@example.org")
	if got := mail.Next(); got.To != "ann@example.org" || got.Subject != "Your Cairn email address is being changed" || strings.Contains(got.Text, "new@") {
		t.Errorf("got %+v, want a notice to the old address", got)
	}
	to, path := "", ""
	for to != "new@example.org" { // after that of signing up, unless it was confirmed before
		to, path = mail.ConfirmPath()
	}
	ann.Post(path, nil).Want(200).Has("Email address confirmed.", "new@example.org").Lacks("ann@example.org")
	if got := mail.Next(); got.To != "ann@example.org" || got.Subject != "Your Cairn email address was changed" {
		t.Errorf("got %+v, want a notice to the old address", got)
	}
}

// The owner of a mailbox gets few mails, however often strangers enter the address.
func TestConfirmFlood(t *testing.T) {
	mail := webtest.NewMailbox(t)
	s := webtest.NewSite(t, mail.Serve, func(o *web.Options) { o.Limits = limit.Limits{Reset: limit.Rate{Every: time.Hour, Burst: 2}} })
	for _, name := range []string{"ann", "bob", "eve", "zoe"} {
		values := webtest.SignUp(name)
		values.Set("email", "victim@example.org")
		s.Browser().Post("/signup", values).Want(200)
	}
	s.Accounts.Stop() // waits for the mails
	if got := len(mail.Confirms) + len(mail.Mails); got != 2 {
		t.Errorf("got %d mails, want 2", got)
	}
}

// Signing up with an address and logging in with it does not reveal whether it is
// that of another account.
func TestLogInUnconfirmed(t *testing.T) {
	box := webtest.NewMailbox(t)
	s := webtest.NewSite(t, box.Serve)
	s.Member("ann")
	for name, address := range map[string]string{"eve": "ann@example.org", "eva": "new@example.org"} {
		b := s.Browser()
		b.Post("/signup", webtest.Form("email", address, "name", name, "password", webtest.Another)).Want(200)
		s.Browser().Post("/login", webtest.Form("login", address, "password", webtest.Another)).Want(403)
		s.Browser().Post("/login", webtest.Form("login", name, "password", webtest.Another)).Want(200)
	}
	plain := webtest.NewSite(t) // without mail there is no way to confirm an address
	plain.Browser().Post("/signup", webtest.SignUp("bob")).Want(200)
	plain.Browser().Post("/login", webtest.Form("login", "bob@example.org", "password", webtest.Password)).Want(200)
}
