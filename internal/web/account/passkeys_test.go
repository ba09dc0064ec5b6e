// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"cairn/internal/account/accounttest"
	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// options asks for a challenge as the script does.
func options(b *webtest.Browser, path, body string) any {
	b.T.Helper()
	var value any
	b.Send(path, body).Want(200).JSON(&value)
	return value
}

// addPasskey adds a passkey to the account of a browser, and returns the page that
// follows.
func addPasskey(b *webtest.Browser, device *accounttest.Authenticator) *webtest.Page {
	b.T.Helper()
	challenge := options(b, "/account/passkeys/begin", `{"current":"`+webtest.Password+`"}`)
	return b.Post("/account/passkeys", webtest.Form("name", "my phone", "credential", device.Create(challenge)))
}

func TestPasskeys(t *testing.T) {
	journal, mails := &webtest.Journal{}, webtest.NewMailbox(t)
	s := webtest.NewSite(t, journal.Serve, mails.Serve)
	ann := s.Member("ann")
	device := accounttest.NewAuthenticator(t, webtest.Passkeys)
	ann.Get("/account").Want(200).Has(`href="/account/passkeys"`)
	ann.Get("/account/passkeys").Want(200).Has("Add a passkey", "<noscript>").Lacks("my phone")
	codes := addPasskey(ann, device).Want(200).Has("Your recovery codes", "Two-factor authentication is on.")
	if got := len(webtest.CodeText.FindAllString(codes.Body, -1)); got != 10 {
		t.Errorf("got %d recovery codes, want 10", got)
	}
	ann.Get("/account/passkeys").Want(200).Has("my phone", "Never used")
	ann.Get("/account/two-factor").Want(200).Has("You have 10 recovery codes left.", "Set up")

	b := s.Browser().Still()
	b.Get("/login?next=/join").Want(200).Has("Log in with a passkey", "/passkey.js")
	answer := device.Get(options(b, "/login/passkey/begin", `{}`))
	p := b.Post("/login/passkey", webtest.Form("credential", answer, "next", "/join")).Want(303)
	if got := p.Header.Get("Location"); got != "/join" {
		t.Errorf("got to %s, want the page wanted", got)
	}
	b.Get("/home").Want(200).Has("ann")
	other := s.Browser()
	options(other, "/login/passkey/begin", `{}`)
	other.Post("/login/passkey", webtest.Form("credential", answer)).Want(403).Has("This passkey is not accepted here.")

	// The second factor after the password.
	second := s.Browser()
	page := second.Post("/login", webtest.Form("login", "ann", "password", webtest.Password)).Want(200).Has("Use a passkey")
	pending := page.Form(`name="two_factor"`).Fields["two_factor"]
	second.Post("/login/code", webtest.Form("two_factor", pending, "code", "000000", "passkey", "yes")).Want(403).Has("Wrong code.", "Use a passkey")
	stranger := accounttest.NewAuthenticator(t, webtest.Passkeys)
	challenge := options(second, "/login/passkey/begin", `{"two_factor":"`+pending+`"}`)
	second.Post("/login/passkey", webtest.Form("credential", stranger.Get(challenge), "two_factor", pending, "passkey", "yes")).Want(403).Has("not accepted", pending)
	challenge = options(second, "/login/passkey/begin", `{"two_factor":"`+pending+`"}`)
	second.Post("/login/passkey", webtest.Form("credential", device.Get(challenge), "two_factor", pending)).Want(200)
	second.Get("/account/passkeys").Want(200).Has("Last used on")

	events := journal.Events(t)
	id := s.User("ann").ID
	for _, event := range []string{"passkey-added", "passkey-refused", "login"} {
		if len(events[event]) == 0 {
			t.Errorf("no event %s", event)
		}
	}
	if got := events["passkey-added"][0]; got != id {
		t.Errorf("passkey-added: got user %q, want %q", got, id)
	}
	for _, secret := range []string{answer, "my phone", pending} {
		if strings.Contains(journal.Text(), secret) {
			t.Errorf("the log has %q", secret)
		}
	}
}

func TestPasskeyRemoved(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	device := accounttest.NewAuthenticator(t, webtest.Passkeys)
	page := addPasskey(ann, device).Want(200)
	code := webtest.CodeText.FindStringSubmatch(page.Body)[1]
	path := ann.Get("/account/passkeys").Want(200).Form("/end").Action
	bob := s.Member("bob")
	bob.Post(path, webtest.Form("current", webtest.Password)).Want(404)
	ann.Post(path, webtest.Form("current", "wrong")).Want(403).Has("Wrong password.")
	s.Clock.Advance(11 * time.Minute)
	ann.Post(path, webtest.Form("current", webtest.Password)).Want(403).Has("Wrong code.")
	ann.Post(path, webtest.Form("current", webtest.Password, "code", code)).Want(200).Has("Passkey removed.").Lacks("my phone")
	b := s.Browser()
	challenge := options(b, "/login/passkey/begin", `{}`)
	b.Post("/login/passkey", webtest.Form("credential", device.Get(challenge))).Want(403).Has("not accepted")
	s.Browser().Post("/login", webtest.Form("login", "ann", "password", webtest.Password)).Want(200).Has("/logout")
}

// A challenge belongs to the browser that asked for it.
func TestPasskeyOtherBrowser(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	device := accounttest.NewAuthenticator(t, webtest.Passkeys)
	addPasskey(ann, device).Want(200)
	challenge := options(s.Browser(), "/login/passkey/begin", `{}`)
	s.Browser().Post("/login/passkey", webtest.Form("credential", device.Get(challenge))).Want(404).Has("started in another tab")
	ann.Send("/account/passkeys/begin", `{"current":"wrong"}`).Want(403).Has("Wrong password")
	for _, junk := range []string{"", "{}", `{"id":"a","rawId":"b"}`, strings.Repeat("[", 1000)} {
		b := s.Browser()
		options(b, "/login/passkey/begin", `{}`)
		b.Post("/login/passkey", webtest.Form("credential", junk)).Want(403)
	}
}

// Without the setting there is nothing of it.
func TestPasskeysOff(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.Passkeys, o.OpenID = nil, nil })
	ann := s.Member("ann")
	ann.Get("/account").Want(200).Lacks("passkey", "openid")
	ann.Get("/account/passkeys").Want(404)
	s.Browser().Get("/login").Want(200).Lacks("passkey", "openid")
	s.Browser().Get("/login/openid").Want(404)
	s.Browser().Send("/login/passkey/begin", `{}`).Want(404)
}

// The export has the names of passkeys, and no keys.
func TestPasskeyExport(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	addPasskey(ann, accounttest.NewAuthenticator(t, webtest.Passkeys)).Want(200)
	var doc struct {
		Passkeys []map[string]any
	}
	if err := json.Unmarshal([]byte(files(ann.Get("/account/export"))["account.json"]), &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Passkeys) != 1 || doc.Passkeys[0]["name"] != "my phone" || len(doc.Passkeys[0]) != 2 {
		t.Errorf("got %v, want a name and a date", doc.Passkeys)
	}
}

// Where a passkey has already given recovery codes, the codes of the app replace them,
// and the page says so.
func TestAppAfterPasskey(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	addPasskey(ann, accounttest.NewAuthenticator(t, webtest.Passkeys)).Want(200).Lacks("The old recovery codes no longer work.")
	secret := strings.ReplaceAll(webtest.SecretText.FindStringSubmatch(ann.Post("/account/two-factor", nil).Want(200).Body)[1], " ", "")
	ann.Post("/account/two-factor/on", webtest.Form("code", s.Code(secret), "current", webtest.Password)).Want(200).
		Has("Two-factor authentication is on. The old recovery codes no longer work.")
}
