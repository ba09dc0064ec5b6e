// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// A limited form is shown again with the typed values, except passwords, and
// the time to wait.
func TestLimitedForms(t *testing.T) {
	limit := web.Limit{Every: time.Minute, Burst: 1}
	for path, c := range map[string]struct {
		values url.Values
		kept   []string
	}{
		"/signup": {
			webtest.Form("email", "zoe", "name", "zoe-7", "password", "stone on stone", "again", "stone on stone", "next", "/join"),
			[]string{`value="zoe"`, `value="zoe-7"`, `name="next" value="/join"`},
		},
		"/login": {
			webtest.Form("login", "zoe", "password", "stone on stone", "next", "/join"),
			[]string{`value="zoe"`, `name="next" value="/join"`},
		},
		"/login/code": {webtest.Form("two_factor", "abc", "code", "stone on stone", "next", "/join"), []string{`value="abc"`, `value="/join"`}},
		"/reset":      {webtest.Form("login", "zoe"), []string{`value="zoe"`}},
		"/join":       {webtest.Form("id", "zzzzzzz"), []string{`value="zzzzzzz"`}},
	} {
		t.Run(path, func(t *testing.T) {
			s := webtest.NewSite(t, webtest.NewMailbox(t).Serve, func(o *web.Options) {
				o.Limits = web.Limits{SignUp: limit, LogIn: limit, Reset: limit, Join: limit}
			})
			b := s.Browser()
			b.Post(path, c.values)
			s.Clock.Advance(15 * time.Second)
			p := b.Post(path, c.values).Want(429).Has(c.kept...).Has("Too many requests. Try again in 45 seconds.", `action="`+path+`"`, `role="alert"`).
				Lacks("stone on stone")
			if got := p.Header.Get("Retry-After"); got != "45" {
				t.Errorf("got Retry-After %q, want 45", got)
			}
			if got := b.Send(path, `{}`).Want(429).Refusal().Error.Key; got != "limited" {
				t.Errorf("as JSON: got %q, want limited", got)
			}
		})
	}
}

// Limited requests without a form get a page with the same message.
func TestLimitedPage(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.Limits = web.Limits{Command: web.Limit{Every: time.Second, Burst: 1}} })
	b := s.Browser()
	id := b.Create("nine", "screen")
	for _, status := range []int{422, 429} {
		p := b.Post("/match/"+id+"/move", webtest.Form("move", "z9")).Want(status)
		if status == 429 {
			p.Has("Too many requests. Try again in 1 second.")
		}
	}
}

// Attempts at one account count together for all addresses and spellings of the
// name. Names without an account are limited too.
func TestLimitPerAccount(t *testing.T) {
	for name, login := range map[string]string{"known": "ann", "unknown": "unknown"} {
		t.Run(name, func(t *testing.T) {
			s := webtest.NewSite(t, func(o *web.Options) { o.Limits = web.Limits{Account: web.Limit{Every: time.Minute, Burst: 2}} })
			s.Member("ann")
			s.Member("bob")
			for _, typed := range []string{login, " " + login} {
				s.Browser().Post("/login", webtest.Form("login", typed, "password", "nonsense")).Want(403)
			}
			s.Browser().Post("/login", webtest.Form("login", login, "password", "nonsense")).Want(429).Has("Too many requests.")
			s.Browser().Post("/login", webtest.Form("login", "bob", "password", webtest.Password)).Want(200)
			for range 2 { // guessing does not keep the owner from asking for a link
				s.Browser().Post("/reset", webtest.Form("login", login)).Want(200)
			}
			s.Browser().Post("/reset", webtest.Form("login", login)).Want(429)
			s.Clock.Advance(time.Minute)
			s.Browser().Post("/login", webtest.Form("login", login, "password", "nonsense")).Want(403)
		})
	}
}

// A stolen session cannot be used to guess the password.
func TestLimitPasswordAgain(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.Limits = web.Limits{Account: web.Limit{Every: time.Minute, Burst: 4}} })
	ann := s.Member("ann")
	for _, path := range []string{"/account/name", "/account/email", "/account/two-factor/off", "/account/delete"} {
		ann.Send(path, `{"name":"ann","email":"a@example.org","current":"nonsense"}`).Want(403)
	}
	ann.Send("/account/name", `{"name":"zoe","current":"`+webtest.Password+`"}`).Want(429)
	s.Member("bob").Send("/account/name", `{"name":"zoe","current":"`+webtest.Password+`"}`).Want(200)
}

// A stolen password cannot be used to guess many codes.
func TestLimitCodes(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.Limits = web.Limits{Code: web.Limit{Every: time.Minute, Burst: 2}} })
	s.Member("ann").TurnOn()
	for _, status := range []int{200, 200, 429} {
		s.Browser().Post("/login", webtest.Form("login", "ann", "password", webtest.Password)).Want(status)
	}
	s.Browser().Post("/login", webtest.Form("login", "ann", "password", "nonsense")).Want(403)
}

func TestLimitReset(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.Limits = web.Limits{Reset: web.Limit{Every: time.Minute, Burst: 1}} })
	s.Browser().Post("/reset", webtest.Form("login", "ann")).Want(200)
	s.Browser().Post("/reset", webtest.Form("login", "bob")).Want(429)
}

func TestLimitStreams(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.Limits = web.Limits{Streams: web.StreamLimit{Person: 2, Address: 3}} })
	ann, bob, visitor := s.Member("ann"), s.Member("bob"), s.Browser()
	id := ann.Create("nine", "screen")
	path := "/match/" + id + "/live"
	streams := []*webtest.Stream{ann.Live(id, 0), ann.Live(id, 0)}
	for _, st := range streams {
		st.Next()
	}
	if got := ann.Dial(path); got != http.StatusTooManyRequests {
		t.Errorf("a person's third: got %d, want 429", got)
	}
	if got := bob.Dial(path); got != http.StatusSwitchingProtocols {
		t.Errorf("the address's third: got %d, want 101", got)
	}
	if got := visitor.Dial(path); got != http.StatusTooManyRequests {
		t.Errorf("the address's fourth: got %d, want 429", got)
	}
	streams[0].Conn.CloseNow()
	for range 10_000 { // until the server has noticed
		if ann.Dial(path) == http.StatusSwitchingProtocols {
			return
		}
	}
	t.Error("none may be opened after one was closed")
}

// Limits without limits are not replaced by the default ones.
func TestNoLimits(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.Limits = web.NoLimits })
	for range 40 {
		s.Browser().Post("/join", webtest.Form("id", "zzzzzzz")).Want(404)
	}
}

func TestLimits(t *testing.T) {
	limit := web.Limit{Every: 60e9, Burst: 2}
	s := webtest.NewSite(t, func(o *web.Options) { o.Limits = web.Limits{Join: limit, Command: limit} })
	b := s.Browser()
	for range 2 {
		b.Post("/join", webtest.Form("id", "zzzzzzz")).Want(404)
	}
	p := b.Post("/join", webtest.Form("id", "zzzzzzz")).Want(429).Has("Too many requests.")
	if got := p.Header.Get("Retry-After"); got != "60" {
		t.Errorf("got Retry-After %q, want 60", got)
	}
	s.Browser().Post("/join", webtest.Form("id", "zzzzzzz")).Want(429) // another cookie is no way out
	s.Clock.Advance(60e9)
	b.Post("/join", webtest.Form("id", "zzzzzzz")).Want(404)

	id := b.Create("nine", "screen")
	for range 2 {
		b.Send("/match/"+id+"/move", `{}`).Want(422)
	}
	if got := b.Send("/match/"+id+"/move", `{}`).Want(429).Refusal().Error.Code; got != "limited" {
		t.Errorf("got code %q, want limited", got)
	}
	other := s.Browser()
	mine := other.Create("nine", "screen")
	other.Send("/match/"+mine+"/move", `{}`).Want(422) // others play on
}

func TestLimiter(t *testing.T) {
	c := &webtest.Clock{}
	allow := web.NewLimiter(web.Limit{Every: 1e9, Burst: 1}, c.Now)
	for i := range 60_000 { // a flood of addresses
		if err := allow(webtest.Itoa(i)); err != nil {
			t.Fatalf("address %d: %v", i, err)
		}
	}
	if err := errors.Join(allow("a"), allow("b")); err != nil {
		t.Errorf("first deeds: %v", err)
	}
	if allow("a") == nil {
		t.Error("the second deed at once was allowed")
	}
}

func TestAddressOf(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.7:1234":              "192.0.2.7",
		"[2001:db8:1:2:3:4:5:6]:1234": "2001:db8:1:2::",
		"[2001:db8:1:2:7:7:7:7]:1234": "2001:db8:1:2::",
		"@":                           "@",
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = address
		if got := web.AddressOf(r); got != want {
			t.Errorf("%s: got %s, want %s", address, got, want)
		}
	}
}
