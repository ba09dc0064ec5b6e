// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn/internal/fair"
	"cairn/internal/limit"
	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

func TestSignUp(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	p := b.Post("/signup", webtest.SignUp("ann")).Want(http.StatusOK).Has("Account created")
	if p.Path != "/home" {
		t.Errorf("got to %s, want /home", p.Path)
	}
	if got := b.Still().Get("/signup").Want(http.StatusSeeOther).Header.Get("Location"); got != "/home" {
		t.Errorf("sign up again: got to %s, want /home", got)
	}
}

// An email address is optional if the operator allows that. The password is typed once,
// and a script can show it.
func TestSignUpWithoutEmail(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.EmailOptional = true })
	values := webtest.SignUp("ann")
	values.Del("email")
	s.Browser().Get("/signup").Want(http.StatusOK).Has("Optional.", "data-show-password", "/password.js").Lacks(`name="again"`)
	s.Browser().Post("/signup", values).Want(http.StatusOK).Has("Account created")
	values.Set("name", "bob")
	s.Browser().Post("/signup", values).Want(http.StatusOK).Has("Account created")
	s.LogIn("ann", webtest.Firefox).Get("/account").Want(http.StatusOK).Lacks("Email, not confirmed")
	values.Set("email", "bob")
	s.Browser().Post("/signup", values).Want(http.StatusBadRequest).Has("This is not a valid email address.")
}

func TestSignUpFaults(t *testing.T) {
	s := webtest.NewSite(t)
	s.Member("ann")
	for name, c := range map[string]struct {
		change []string
		want   string
	}{
		"no email":        {[]string{"email", ""}, "Enter your email address."},
		"malformed email": {[]string{"email", "bob"}, "This is not a valid email address."},
		"mixed name":      {[]string{"name", "Αnna"}, "Use letters of one alphabet only, without special characters."},
		"look-alike name": {[]string{"name", "САТО"}, "This name looks like one in Latin letters."},
		"reserved name":   {[]string{"name", "Admin-1"}, "This username is reserved."},
		"no name":         {[]string{"name", ""}, "Choose a username."},
		"odd name":        {[]string{"name", "guest-1"}, "Use 2 to 20 letters"},
		"name in use":     {[]string{"name", "Ann"}, "This username is already taken."},
		"no password":     {[]string{"password", ""}, "Choose a password."},
		"weak password":   {[]string{"password", "short"}, "Use at least 8 characters"},
	} {
		t.Run(name, func(t *testing.T) {
			s := s.In(t)
			values := webtest.SignUp("bob")
			for i := 0; i < len(c.change); i += 2 {
				values.Set(c.change[i], c.change[i+1])
			}
			p := s.Browser().Post("/signup", values).Want(http.StatusBadRequest).Has(c.want, `aria-invalid="true"`)
			p.Has(`value="` + values.Get("email") + `"`).Has(`value="` + values.Get("name") + `"`).Lacks(webtest.Password)
			var r webtest.Refusal
			s.Browser().Send("/signup", `{"email":"","name":"","password":""}`).Want(http.StatusBadRequest).JSON(&r)
			if r.Error.Code != "invalid" || r.Error.Fields["email"] == "" {
				t.Errorf("as JSON: got %+v, want invalid with fields", r.Error)
			}
		})
	}
}

func TestLogIn(t *testing.T) {
	s := webtest.NewSite(t)
	s.Member("ann")
	for name, c := range map[string]struct{ login, password, next, want string }{
		"by name":        {"ANN", webtest.Password, "", "/home"},
		"by email":       {"ann@example.org", webtest.Password, "", "/home"},
		"back again":     {"ann", webtest.Password, "/match/abc2345?path=d6", "/match/abc2345?path=d6"},
		"foreign host":   {"ann", webtest.Password, "//evil.example/", "/home"},
		"foreign scheme": {"ann", webtest.Password, "https://evil.example/", "/home"},
		"backslash":      {"ann", webtest.Password, `/\evil.example`, "/home"},
	} {
		t.Run(name, func(t *testing.T) {
			s := s.In(t)
			b := s.Browser().Still()
			p := b.Post("/login", webtest.Form("login", c.login, "password", c.password, "next", c.next)).Want(http.StatusSeeOther)
			if got := p.Header.Get("Location"); got != c.want {
				t.Errorf("got to %s, want %s", got, c.want)
			}
			if got := b.Get("/login").Want(http.StatusSeeOther).Header.Get("Location"); got != "/home" {
				t.Errorf("the log-in page of a live session: got to %s, want /home", got)
			}
		})
	}
}

// The message does not depend on whether the name or the password is wrong.
func TestLogInWrong(t *testing.T) {
	s := webtest.NewSite(t)
	s.Member("ann")
	for name, values := range map[string]url.Values{
		"password": webtest.Form("login", "ann", "password", "wrong wrong"),
		"name":     webtest.Form("login", "unknown", "password", webtest.Password),
		"nothing":  webtest.Form(),
	} {
		t.Run(name, func(t *testing.T) {
			s := s.In(t)
			s.Browser().Post("/login", values).Want(http.StatusForbidden).
				Has("Wrong email, username or password.", `value="`+values.Get("login")+`"`).Lacks("wrong wrong")
		})
	}
}

// The answer does not depend on whether the account exists, except for the typed
// name.
func TestLogInIsNeutral(t *testing.T) {
	s := webtest.NewSite(t)
	s.Member("known")
	for name, post := range map[string]func(login string) *webtest.Page{
		"form": func(login string) *webtest.Page {
			return s.Browser().Post("/login", webtest.Form("login", login, "password", "nonsense", "next", "/join"))
		},
		"JSON": func(login string) *webtest.Page {
			return s.Browser().Send("/login", `{"login":"`+login+`","password":"nonsense"}`)
		},
	} {
		known, unknown := post("known").Want(http.StatusForbidden), post("unknown").Want(http.StatusForbidden)
		if got := strings.ReplaceAll(unknown.Body, "unknown", "known"); got != known.Body {
			t.Errorf("%s: got\n%s\nand\n%s", name, known.Body, unknown.Body)
		}
		for _, header := range []string{"Set-Cookie", "Cache-Control", "Content-Type"} {
			if got, want := unknown.Header.Get(header), known.Header.Get(header); got != want {
				t.Errorf("%s: got %s %q, want %q", name, header, got, want)
			}
		}
	}
}

// A form that is sent twice creates one account and leads to the same page.
func TestSignUpTwice(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	values := webtest.SignUp("ann")
	values.Set("next", "/join")
	for range 2 {
		if p := b.Post("/signup", values).Want(http.StatusOK); !strings.HasPrefix(p.Path, "/join") {
			t.Errorf("got to %s, want /join", p.Path)
		}
	}
	b.Get("/account").Want(http.StatusOK).Has("ann@example.org")
}

func TestLogOut(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Member("ann")
	cookies := b.Client.Jar.Cookies(webtest.MustURL(t, s.HTTP.URL))
	b.Get("/logout").Want(http.StatusOK).Has(`action="/logout"`)
	b.Get("/home").Want(http.StatusOK).Has("ann") // a GET only asks
	b.Post("/logout", nil).Want(http.StatusOK).Has("You are logged out.")
	thief := s.Browser()
	thief.Client.Jar.SetCookies(webtest.MustURL(t, s.HTTP.URL), cookies)
	if got := thief.Still().Get("/home").Want(http.StatusSeeOther).Header.Get("Location"); got != "/login?next=%2Fhome" {
		t.Errorf("home with the old cookie: got to %s, want the log-in page", got)
	}
}

// A guest who signs up keeps the running game, and the old session ends.
func TestGuestSignsUp(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	id := b.Create("nine", "computer", "level", "novice")
	old := b.Client.Jar.Cookies(webtest.MustURL(t, s.HTTP.URL))
	b.Post("/signup", webtest.SignUp("ann")).Want(http.StatusOK).Has("/match/" + id)
	if got := b.State(id).You; got != "white" {
		t.Errorf("after signing up: you are %q, want white", got)
	}
	before := s.Browser()
	before.Client.Jar.SetCookies(webtest.MustURL(t, s.HTTP.URL), old)
	if got := before.State(id).You; got != "" {
		t.Errorf("the guest's old session: you are %q, want none", got)
	}
}

// A guest who would lose running games by logging in sees a list of them.
func TestGuestLogsIn(t *testing.T) {
	s := webtest.NewSite(t)
	s.Member("ann")
	b := s.Browser()
	const warning = "you lose access to these running games"
	b.Get("/login").Want(http.StatusOK).Lacks(warning)
	id := b.Create("nine", "computer", "level", "novice")
	b.Get("/login?next=/join").Want(http.StatusOK).Has(warning, `href="/match/`+id+`"`, `href="/signup?next=%2fjoin"`)
	b.Post("/login", webtest.Form("login", "ann", "password", "nonsense")).Want(http.StatusForbidden).Has(warning)
	b.Post("/login", webtest.Form("login", "ann", "password", webtest.Password)).Want(http.StatusOK).Lacks("/match/" + id)
	b.Create("nine", "computer", "level", "novice")
	b.Post("/login", webtest.Form("login", "ann", "password", "nonsense")).Want(http.StatusForbidden).Lacks(warning) // an account loses nothing
}

func TestCookie(t *testing.T) {
	for name, secure := range map[string]bool{"plain": false, "TLS": true} {
		t.Run(name, func(t *testing.T) {
			s := webtest.NewSite(t, func(o *web.Options) { o.Secure = secure })
			p := s.Browser().Still().Post("/match", webtest.Form("game", "three", "opponent", "screen")).Want(http.StatusSeeOther)
			cookie := p.Cookies()[0]
			wantName := "cairn"
			if secure {
				wantName = "__Host-cairn"
			}
			if cookie.Name != wantName || !cookie.HttpOnly || cookie.Secure != secure || cookie.SameSite != http.SameSiteLaxMode || cookie.Path != "/" {
				t.Errorf("got %s", cookie)
			}
			if got := p.Header.Get("Strict-Transport-Security") != ""; got != secure {
				t.Errorf("strict transport: got %v, want %v", got, secure)
			}
		})
	}
}

// A client that gets no turn for a password check learns when to retry, and keeps the values that were
// typed.
func TestLogInBusy(t *testing.T) {
	s := webtest.NewSite(t)
	ctx, cancel := context.WithCancel(fair.With(context.Background(), fair.Client{Address: "127.0.0.1"}))
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			for ctx.Err() == nil {
				_, _ = s.Accounts.LogIn(ctx, "unknown", webtest.Password, "")
			}
		})
	}
	defer all.Wait()
	defer cancel()
	for {
		p := s.Browser().Post("/login", webtest.Form("login", "zoe", "password", "nonsense"))
		if p.StatusCode == http.StatusForbidden {
			continue // a place was free
		}
		p.Want(http.StatusTooManyRequests).Has("The server is checking many passwords at the moment. Try again in ", `value="zoe"`).Lacks("nonsense")
		if p.Header.Get("Retry-After") == "" {
			t.Error("got no Retry-After")
		}
		return
	}
}

// Letters that find the same account count as one name in the limits.
func TestLimitFolds(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.Limits = limit.Limits{Account: limit.Rate{Every: time.Minute, Burst: 3}} })
	s.Member("missis")
	for _, login := range []string{"mıssis", "miſſis", "MİSSIS"} {
		s.Browser().Post("/login", webtest.Form("login", login, "password", "nonsense")).Want(403)
	}
	for _, login := range []string{"missis", "mıſſis"} {
		s.Browser().Post("/login", webtest.Form("login", login, "password", "nonsense")).Want(429)
	}
}
