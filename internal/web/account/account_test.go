// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"cairn/internal/web/webtest"
)

// F9: a page with name, email address and points.
func TestAccount(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	ann.Get("/account").Want(http.StatusOK).Has("ann@example.org", "<dt>Wins</dt><dd>0</dd>", "Member since", "Off").
		Has(`action="/account/name"`, `action="/account/email"`, `action="/account/password"`, `href="/account/delete"`)
	guest := s.Guest()
	guest.Get("/account").Want(http.StatusOK).Has("You are playing as a guest.", `href="/signup?next=/account"`, `href="/settings"`).Lacks(`action="/account/`)
	for _, path := range []string{"/account", "/account/sessions", "/account/two-factor", "/account/export", "/account/games.zip", "/account/delete"} {
		want := "/login?" + url.Values{"next": {path}}.Encode()
		if got := s.Browser().Still().Get(path).Want(http.StatusSeeOther).Header.Get("Location"); got != want {
			t.Errorf("%s without a session: got to %s, want %s", path, got, want)
		}
	}
	if got := guest.Still().Get("/account/two-factor").Want(http.StatusSeeOther).Header.Get("Location"); got != "/account" {
		t.Errorf("two-factor page of a guest: got to %s, want /account", got)
	}
}

func TestChangeAccount(t *testing.T) {
	s := webtest.NewSite(t)
	for name, c := range map[string]struct {
		path   string
		values url.Values
		notice string
		login  []string // works afterwards
	}{
		"name":     {"/account/name", webtest.Form("name", "Zoë", "current", webtest.Password), "Username changed.", []string{"zoë", webtest.Password}},
		"case":     {"/account/name", webtest.Form("name", "CASE", "current", webtest.Password), "Username changed.", []string{"case", webtest.Password}},
		"email":    {"/account/email", webtest.Form("email", "new@example.org", "current", webtest.Password), "Email address saved. It is not confirmed", []string{"new@example.org", webtest.Password}},
		"password": {"/account/password", webtest.Form("current", webtest.Password, "password", webtest.Another), "Password changed.", []string{"password", webtest.Another}},
	} {
		t.Run(name, func(t *testing.T) {
			s := s.In(t)
			b := s.Member(strings.ReplaceAll(name, "-", ""))
			p := b.Post(c.path, c.values).Want(http.StatusOK).Has(c.notice)
			if p.Path != "/account" {
				t.Errorf("got to %s, want /account", p.Path)
			}
			b.Post(c.path, c.values) // sent twice
			s.Browser().Post("/login", webtest.Form("login", c.login[0], "password", c.login[1])).Want(http.StatusOK)
		})
	}
}

// A refused change is explained beside its field, the typed value is kept, and
// nothing changes.
func TestChangeAccountRefused(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	s.Member("bob")
	for name, c := range map[string]struct {
		path   string
		values url.Values
		status int
		want   string
	}{
		"name, wrong password":  {"/account/name", webtest.Form("name", "zoe", "current", "nonsense"), 403, "Wrong password."},
		"name, no password":     {"/account/name", webtest.Form("name", "zoe"), 403, "Wrong password."},
		"name in use":           {"/account/name", webtest.Form("name", "BOB", "current", webtest.Password), 400, "This username is already taken."},
		"no name":               {"/account/name", webtest.Form("current", webtest.Password), 400, "Choose a username."},
		"email, wrong password": {"/account/email", webtest.Form("email", "zoe@example.org", "current", "nonsense"), 403, "Wrong password."},
		"malformed email":       {"/account/email", webtest.Form("email", "zoe", "current", webtest.Password), 400, "This is not a valid email address."},
		"wrong password":        {"/account/password", webtest.Form("current", "nonsense", "password", webtest.Another), 403, "Wrong password."},
		"short password":        {"/account/password", webtest.Form("current", webtest.Password, "password", "short"), 400, "Use at least 8 characters."},
		"common password":       {"/account/password", webtest.Form("current", webtest.Password, "password", "iloveyou"), 400, "too common"},
	} {
		t.Run(name, func(t *testing.T) {
			b := &webtest.Browser{T: t, Site: s.In(t), Client: ann.Client}
			p := b.Post(c.path, c.values).Want(c.status).Has(c.want, `aria-invalid="true"`, " open>").Lacks("nonsense", webtest.Password, webtest.Another)
			for _, kept := range []string{c.values.Get("name"), c.values.Get("email")} {
				if kept != "" {
					p.Has(`value="` + kept + `"`)
				}
			}
			b.Get("/account").Want(200).Has("ann@example.org", ">ann<")
		})
	}
	s.Browser().Post("/login", webtest.Form("login", "ann", "password", webtest.Password)).Want(200)
}

// JSON clients get the same answers; without an account, an error.
func TestChangeAccountJSON(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	if got := ann.Send("/account/name", `{"name":"zoe","current":"x"}`).Want(403).Refusal().Error; got.Key != "password-wrong" || got.Fields["current"] == "" {
		t.Errorf("got %+v, want password-wrong at current", got)
	}
	var answer struct{ Name string }
	if ann.Send("/account/name", `{"name":"zoe","current":"`+webtest.Password+`"}`).Want(200).JSON(&answer); answer.Name != "zoe" {
		t.Errorf("got name %q, want zoe", answer.Name)
	}
	ann.Send("/account/password", `{"current":"`+webtest.Password+`","password":"`+webtest.Another+`"}`).Want(200)
	ann.Get("/home").Want(200).Has("zoe")
	for _, path := range []string{"/account/name", "/account/email", "/account/email/confirm", "/account/password", "/account/two-factor", "/account/two-factor/on", "/account/two-factor/off", "/account/two-factor/codes"} {
		for who, b := range map[string]*webtest.Browser{"visitor": s.Browser(), "guest": s.Guest()} {
			if got := b.Send(path, `{}`).Want(403).Refusal().Error.Key; got != "account-needed" {
				t.Errorf("%s as %s: got %q, want account-needed", path, who, got)
			}
		}
	}
}

// A new password ends all sessions and gives the browser a new one.
func TestPasswordEndsSessions(t *testing.T) {
	s := webtest.NewSite(t)
	ann, elsewhere := s.Member("ann"), s.Browser()
	elsewhere.Post("/login", webtest.Form("login", "ann", "password", webtest.Password)).Want(200)
	old := ann.Client.Jar.Cookies(webtest.MustURL(t, s.HTTP.URL))
	ann.Post("/account/password", webtest.Form("current", webtest.Password, "password", webtest.Another)).Want(200)
	ann.Get("/home").Want(200).Has("ann")
	thief := s.Browser()
	thief.Client.Jar.SetCookies(webtest.MustURL(t, s.HTTP.URL), old)
	for name, b := range map[string]*webtest.Browser{"the old cookie": thief, "another browser": elsewhere} {
		if got := b.Still().Get("/home").StatusCode; got != http.StatusSeeOther {
			t.Errorf("home with %s: got %d, want the log-in page", name, got)
		}
	}
}

// Changes of an account are mailed to its owner; a change of the email address
// to the old address.
func TestAccountMail(t *testing.T) {
	mail := webtest.NewMailbox(t)
	s := webtest.NewSite(t, mail.Serve)
	ann := s.Member("ann")
	for _, c := range []struct {
		path    string
		values  url.Values
		to      string
		subject string
	}{
		{"/account/password", webtest.Form("current", webtest.Password, "password", webtest.Another), "ann@example.org", "Your Cairn password was changed"},
		{"/account/email", webtest.Form("email", "new@example.org", "current", webtest.Another), "ann@example.org", "Your Cairn email address is being changed"},
		{"/account/password", webtest.Form("current", webtest.Another, "password", webtest.Password), "ann@example.org", "Your Cairn password was changed"},
	} {
		ann.Post(c.path, c.values).Want(200)
		got := mail.Next()
		if got.To != c.to || got.Subject != c.subject || !strings.HasPrefix(got.Text, "Hello ann,\n\n") || strings.Contains(got.Text, "new@") {
			t.Errorf("%s: got %+v, want %q to %s", c.path, got, c.subject, c.to)
		}
	}
	_, codes := ann.TurnOn()
	ann.Post("/account/two-factor/off", webtest.Form("current", webtest.Password, "code", codes[0])).Want(200)
	for _, want := range []string{"is on for your Cairn account", "is off for your Cairn account"} {
		if got := mail.Next(); !strings.HasSuffix(got.Subject, want) {
			t.Errorf("got %q, want one that ends in %q", got.Subject, want)
		}
	}
}

// No value sent to the forms of an account causes a server error.
func TestHostileAccountForms(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	fields := []string{"name", "email", "current", "password", "two_factor", "login", "next", "role"}
	for kind, value := range map[string]string{
		"nothing": "", "NUL": "a\x00b", "not UTF-8": "\xff\xfe", "long": strings.Repeat("m", 20_000),
		"markup": `"><script>alert(1)</script>`, "lines": "a\r\nSet-Cookie: x=y", "backwards": "\u202enna",
	} {
		values := url.Values{}
		for _, field := range fields {
			values.Set(field, value)
		}
		for _, path := range []string{
			"/account/name", "/account/email", "/account/password", "/account/delete", "/account/two-factor/on", "/account/two-factor/off", "/account/two-factor/codes",
			"/account/sessions/" + url.PathEscape(value) + "/end", "/login", "/login/code", "/signup", "/reset", "/reset/" + url.PathEscape(value), "/account/email/confirm", "/confirm/" + url.PathEscape(value),
			"/setup/" + url.PathEscape(value), "/player/" + url.PathEscape(value) + "/ban", "/player/" + url.PathEscape(value) + "/role",
		} {
			for _, b := range []*webtest.Browser{ann, s.Browser()} {
				p := b.Still().Post(path, values)
				if p.StatusCode >= 500 || strings.Contains(p.Body, "<script>alert") || p.Header.Get("Set-Cookie") == "x=y" {
					t.Errorf("%s, %s: got %d\n%s", path, kind, p.StatusCode, p.Main())
				}
			}
		}
	}
	ann.Get("/account").Want(200).Has("ann@example.org")
}
