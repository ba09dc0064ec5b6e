// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/coder/websocket"

	"cairn/internal/web"
)

// dial tries to open a stream and returns the status of the answer.
func (b *browser) dial(path string) int {
	b.t.Helper()
	conn, answer, err := websocket.Dial(b.t.Context(), b.site.http.URL+path, &websocket.DialOptions{
		HTTPClient: b.client, HTTPHeader: http.Header{"Origin": {b.site.http.URL}},
	})
	if err == nil {
		b.t.Cleanup(func() { conn.CloseNow() })
	}
	if answer == nil {
		b.t.Fatal(err)
	}
	return answer.StatusCode
}

// Attempts at one account count together, from wherever and with whatever name
// it is called; one that nobody has is no exception.
func TestLimitPerAccount(t *testing.T) {
	for name, login := range map[string]string{"known": "ann", "unknown": "nobody"} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, func(o *web.Options) { o.Limits = web.Limits{Account: web.Limit{Every: time.Minute, Burst: 2}} })
			s.member("ann")
			s.member("bob")
			for _, typed := range []string{login, " " + login} {
				s.browser().post("/login", form("login", typed, "password", "nonsense")).want(403)
			}
			s.browser().post("/login", form("login", login, "password", "nonsense")).want(429).has("Too many requests.")
			s.browser().post("/login", form("login", "bob", "password", password)).want(200)
			for range 2 { // guessing does not keep the owner from asking for a link
				s.browser().post("/reset", form("login", login)).want(200)
			}
			s.browser().post("/reset", form("login", login)).want(429)
			s.clock.advance(time.Minute)
			s.browser().post("/login", form("login", login, "password", "nonsense")).want(403)
		})
	}
}

// Whoever has taken over a session cannot guess the password.
func TestLimitPasswordAgain(t *testing.T) {
	s := newSite(t, func(o *web.Options) { o.Limits = web.Limits{Account: web.Limit{Every: time.Minute, Burst: 4}} })
	ann := s.member("ann")
	for _, path := range []string{"/account/name", "/account/email", "/account/second/off", "/account/delete"} {
		ann.send(path, `{"name":"ann","email":"a@example.org","current":"nonsense"}`).want(403)
	}
	ann.send("/account/name", `{"name":"zoe","current":"`+password+`"}`).want(429)
	s.member("bob").send("/account/name", `{"name":"zoe","current":"`+password+`"}`).want(200)
}

// Nor can whoever has stolen the password guess many codes.
func TestLimitCodes(t *testing.T) {
	s := newSite(t, func(o *web.Options) { o.Limits = web.Limits{Code: web.Limit{Every: time.Minute, Burst: 2}} })
	s.member("ann").turnOn()
	for _, status := range []int{200, 200, 429} {
		s.browser().post("/login", form("login", "ann", "password", password)).want(status)
	}
	s.browser().post("/login", form("login", "ann", "password", "nonsense")).want(403)
}

func TestLimitReset(t *testing.T) {
	s := newSite(t, func(o *web.Options) { o.Limits = web.Limits{Reset: web.Limit{Every: time.Minute, Burst: 1}} })
	s.browser().post("/reset", form("login", "ann")).want(200)
	s.browser().post("/reset", form("login", "bob")).want(429)
}

func TestLimitStreams(t *testing.T) {
	s := newSite(t, func(o *web.Options) { o.Limits = web.Limits{Streams: web.StreamLimit{Person: 2, Address: 3}} })
	ann, bob, nobody := s.member("ann"), s.member("bob"), s.browser()
	id := ann.create("nine", "screen")
	path := "/match/" + id + "/live"
	streams := []*stream{ann.live(id, 0), ann.live(id, 0)}
	for _, st := range streams {
		st.next()
	}
	if got := ann.dial(path); got != http.StatusTooManyRequests {
		t.Errorf("a person's third: got %d, want 429", got)
	}
	if got := bob.dial(path); got != http.StatusSwitchingProtocols {
		t.Errorf("the address's third: got %d, want 101", got)
	}
	if got := nobody.dial(path); got != http.StatusTooManyRequests {
		t.Errorf("the address's fourth: got %d, want 429", got)
	}
	streams[0].conn.CloseNow()
	for range 10_000 { // until the server has noticed
		if ann.dial(path) == http.StatusSwitchingProtocols {
			return
		}
	}
	t.Error("none may be opened after one was closed")
}

// What lifts all limits is not taken for the default ones.
func TestNoLimits(t *testing.T) {
	s := newSite(t, func(o *web.Options) { o.Limits = web.NoLimits })
	for range 40 {
		s.browser().post("/join", form("id", "zzzzzzz")).want(404)
	}
}
