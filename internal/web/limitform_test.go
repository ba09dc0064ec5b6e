// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"net/url"
	"testing"
	"time"

	"cairn/internal/web"
)

// Who is too fast gets the form back, with what was typed and the time to wait,
// but never with a password.
func TestLimitedForms(t *testing.T) {
	limit := web.Limit{Every: time.Minute, Burst: 1}
	for path, c := range map[string]struct {
		values url.Values
		kept   []string
	}{
		"/signup": {
			form("email", "zoe", "name", "zoe-7", "password", "stone on stone", "again", "stone on stone", "next", "/join"),
			[]string{`value="zoe"`, `value="zoe-7"`, `name="next" value="/join"`},
		},
		"/login": {
			form("login", "zoe", "password", "stone on stone", "next", "/join"),
			[]string{`value="zoe"`, `name="next" value="/join"`},
		},
		"/login/code": {form("second", "abc", "code", "stone on stone", "next", "/join"), []string{`value="abc"`, `value="/join"`}},
		"/reset":      {form("login", "zoe"), []string{`value="zoe"`}},
		"/join":       {form("id", "zzzzzzz"), []string{`value="zzzzzzz"`}},
	} {
		t.Run(path, func(t *testing.T) {
			s := newSite(t, newMailbox(t).serve, func(o *web.Options) {
				o.Limits = web.Limits{SignUp: limit, LogIn: limit, Reset: limit, Join: limit}
			})
			b := s.browser()
			b.post(path, c.values)
			s.clock.advance(15 * time.Second)
			p := b.post(path, c.values).want(429).has(c.kept...).has("Too many requests. Try again in 45 seconds.", `action="`+path+`"`, `role="alert"`).
				lacks("stone on stone")
			if got := p.Header.Get("Retry-After"); got != "45" {
				t.Errorf("got Retry-After %q, want 45", got)
			}
			if got := b.send(path, `{}`).want(429).refusal().Error.Key; got != "limited" {
				t.Errorf("as JSON: got %q, want limited", got)
			}
		})
	}
}

// What has no form of its own tells the same on a page.
func TestLimitedPage(t *testing.T) {
	s := newSite(t, func(o *web.Options) { o.Limits = web.Limits{Command: web.Limit{Every: time.Second, Burst: 1}} })
	b := s.browser()
	id := b.create("nine", "screen")
	for _, status := range []int{422, 429} {
		p := b.post("/match/"+id+"/move", form("move", "z9")).want(status)
		if status == 429 {
			p.has("Too many requests. Try again in 1 second.")
		}
	}
}
