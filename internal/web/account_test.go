// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

const another = "pebble on pebble"

// F9: name, e-mail and points on a page of their own.
func TestAccount(t *testing.T) {
	s := newSite(t)
	ann := s.member("ann")
	ann.get("/account").want(http.StatusOK).has("ann@example.org", "Points: 0", "Member since", "Off").
		has(`action="/account/name"`, `action="/account/email"`, `action="/account/password"`, `href="/account/delete"`)
	guest := s.guest()
	guest.get("/account").want(http.StatusOK).has("You are playing as a guest.", `href="/signup?next=/account"`, `href="/settings"`).lacks(`action="/account/`)
	for _, path := range []string{"/account", "/account/sessions", "/account/second", "/account/export", "/account/games.zip", "/account/delete"} {
		want := "/login?" + url.Values{"next": {path}}.Encode()
		if got := s.browser().still().get(path).want(http.StatusSeeOther).Header.Get("Location"); got != want {
			t.Errorf("%s as nobody: got to %s, want %s", path, got, want)
		}
	}
	if got := guest.still().get("/account/second").want(http.StatusSeeOther).Header.Get("Location"); got != "/account" {
		t.Errorf("the second step of a guest: got to %s, want /account", got)
	}
}

func TestChangeAccount(t *testing.T) {
	s := newSite(t)
	for name, c := range map[string]struct {
		path   string
		values url.Values
		notice string
		login  []string // works afterwards
	}{
		"name":     {"/account/name", form("name", "Zoë", "current", password), "Username changed.", []string{"zoë", password}},
		"case":     {"/account/name", form("name", "CASE", "current", password), "Username changed.", []string{"case", password}},
		"e-mail":   {"/account/email", form("email", "new@example.org", "current", password), "Email address changed.", []string{"new@example.org", password}},
		"password": {"/account/password", form("current", password, "password", another, "again", another), "Password changed.", []string{"password", another}},
	} {
		t.Run(name, func(t *testing.T) {
			s := s.in(t)
			b := s.member(strings.ReplaceAll(name, "-", ""))
			p := b.post(c.path, c.values).want(http.StatusOK).has(c.notice)
			if p.path != "/account" {
				t.Errorf("got to %s, want /account", p.path)
			}
			b.post(c.path, c.values) // sent twice
			s.browser().post("/login", form("login", c.login[0], "password", c.login[1])).want(http.StatusOK)
		})
	}
}

// What is refused is told at its field, the typed value is kept, and nothing has
// changed.
func TestChangeAccountRefused(t *testing.T) {
	s := newSite(t)
	ann := s.member("ann")
	s.member("bob")
	for name, c := range map[string]struct {
		path   string
		values url.Values
		status int
		want   string
	}{
		"name, wrong password":   {"/account/name", form("name", "zoe", "current", "nonsense"), 403, "Wrong password."},
		"name, no password":      {"/account/name", form("name", "zoe"), 403, "Wrong password."},
		"name in use":            {"/account/name", form("name", "BOB", "current", password), 400, "This username is already taken."},
		"no name":                {"/account/name", form("current", password), 400, "Choose a username."},
		"e-mail, wrong password": {"/account/email", form("email", "zoe@example.org", "current", "nonsense"), 403, "Wrong password."},
		"e-mail in use":          {"/account/email", form("email", "bob@example.org", "current", password), 400, "There is already an account with this email address."},
		"malformed e-mail":       {"/account/email", form("email", "zoe", "current", password), 400, "This is not a valid email address."},
		"wrong password":         {"/account/password", form("current", "nonsense", "password", another, "again", another), 403, "Wrong password."},
		"passwords differ":       {"/account/password", form("current", password, "password", another, "again", "else"), 400, "The passwords do not match."},
		"short password":         {"/account/password", form("current", password, "password", "short", "again", "short"), 400, "Use at least 8 characters."},
		"common password":        {"/account/password", form("current", password, "password", "iloveyou", "again", "iloveyou"), 400, "too common"},
	} {
		t.Run(name, func(t *testing.T) {
			b := &browser{t: t, site: s.in(t), client: ann.client}
			p := b.post(c.path, c.values).want(c.status).has(c.want, `aria-invalid="true"`, " open>").lacks("nonsense", password, another)
			for _, kept := range []string{c.values.Get("name"), c.values.Get("email")} {
				if kept != "" {
					p.has(`value="` + kept + `"`)
				}
			}
			b.get("/account").want(200).has("ann@example.org", ">ann<")
		})
	}
	s.browser().post("/login", form("login", "ann", "password", password)).want(200)
}

// Programs get the same in JSON, and whoever has no account is told so.
func TestChangeAccountJSON(t *testing.T) {
	s := newSite(t)
	ann := s.member("ann")
	if got := ann.send("/account/name", `{"name":"zoe","current":"x"}`).want(403).refusal().Error; got.Key != "password-wrong" || got.Fields["current"] == "" {
		t.Errorf("got %+v, want password-wrong at current", got)
	}
	var answer struct{ Name string }
	if ann.send("/account/name", `{"name":"zoe","current":"`+password+`"}`).want(200).json(&answer); answer.Name != "zoe" {
		t.Errorf("got name %q, want zoe", answer.Name)
	}
	ann.send("/account/password", `{"current":"`+password+`","password":"`+another+`","again":"`+another+`"}`).want(200)
	ann.get("/home").want(200).has("zoe")
	for _, path := range []string{"/account/name", "/account/email", "/account/password", "/account/second", "/account/second/on", "/account/second/off", "/account/second/codes"} {
		for who, b := range map[string]*browser{"nobody": s.browser(), "guest": s.guest()} {
			if got := b.send(path, `{}`).want(403).refusal().Error.Key; got != "account-needed" {
				t.Errorf("%s as %s: got %q, want account-needed", path, who, got)
			}
		}
	}
}

// A new password gives the browser a new session and ends all before.
func TestPasswordEndsSessions(t *testing.T) {
	s := newSite(t)
	ann, elsewhere := s.member("ann"), s.browser()
	elsewhere.post("/login", form("login", "ann", "password", password)).want(200)
	old := ann.client.Jar.Cookies(mustURL(t, s.http.URL))
	ann.post("/account/password", form("current", password, "password", another, "again", another)).want(200)
	ann.get("/home").want(200).has("ann")
	thief := s.browser()
	thief.client.Jar.SetCookies(mustURL(t, s.http.URL), old)
	for name, b := range map[string]*browser{"the old cookie": thief, "another browser": elsewhere} {
		if got := b.still().get("/home").StatusCode; got != http.StatusSeeOther {
			t.Errorf("home with %s: got %d, want the log-in page", name, got)
		}
	}
}

// Whoever takes an account over cannot do it unnoticed: the address of before is
// told of the new one.
func TestLetters(t *testing.T) {
	mail := newMailbox(t)
	s := newSite(t, mail.serve)
	ann := s.member("ann")
	for _, c := range []struct {
		path    string
		values  url.Values
		to      string
		subject string
	}{
		{"/account/password", form("current", password, "password", another, "again", another), "ann@example.org", "Your Cairn password was changed"},
		{"/account/email", form("email", "new@example.org", "current", another), "ann@example.org", "Your Cairn email address was changed"},
		{"/account/password", form("current", another, "password", password, "again", password), "new@example.org", "Your Cairn password was changed"},
	} {
		ann.post(c.path, c.values).want(200)
		got := mail.next()
		if got.to != c.to || got.subject != c.subject || !strings.HasPrefix(got.text, "Hello ann,\n\n") || strings.Contains(got.text, "new@") {
			t.Errorf("%s: got %+v, want %q to %s", c.path, got, c.subject, c.to)
		}
	}
	_, codes := ann.turnOn()
	ann.post("/account/second/off", form("current", password, "code", codes[0])).want(200)
	for _, want := range []string{"is on for your Cairn account", "is off for your Cairn account"} {
		if got := mail.next(); !strings.HasSuffix(got.subject, want) {
			t.Errorf("got %q, want one that ends in %q", got.subject, want)
		}
	}
}

// No form of an account breaks, whatever it is sent.
func TestHostileAccountForms(t *testing.T) {
	s := newSite(t)
	ann := s.member("ann")
	fields := []string{"name", "email", "current", "password", "again", "code", "second", "login", "next", "role"}
	for kind, value := range map[string]string{
		"nothing": "", "NUL": "a\x00b", "not UTF-8": "\xff\xfe", "long": strings.Repeat("m", 20_000),
		"markup": `"><script>alert(1)</script>`, "lines": "a\r\nSet-Cookie: x=y", "backwards": "\u202enna",
	} {
		values := url.Values{}
		for _, field := range fields {
			values.Set(field, value)
		}
		for _, path := range []string{
			"/account/name", "/account/email", "/account/password", "/account/delete", "/account/second/on", "/account/second/off", "/account/second/codes",
			"/account/sessions/" + url.PathEscape(value) + "/end", "/login", "/login/code", "/signup", "/reset", "/reset/" + url.PathEscape(value),
			"/setup/" + url.PathEscape(value), "/player/" + url.PathEscape(value) + "/ban", "/player/" + url.PathEscape(value) + "/role",
		} {
			for _, b := range []*browser{ann, s.browser()} {
				p := b.still().post(path, values)
				if p.StatusCode >= 500 || strings.Contains(p.body, "<script>alert") || p.Header.Get("Set-Cookie") == "x=y" {
					t.Errorf("%s, %s: got %d\n%s", path, kind, p.StatusCode, p.main())
				}
			}
		}
	}
	ann.get("/account").want(200).has("ann@example.org")
}
