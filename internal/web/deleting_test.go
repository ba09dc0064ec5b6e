// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"net/http"
	"regexp"
	"testing"
)

var guestName = regexp.MustCompile(`Guest-[A-Z0-9]+`)

// N4: asks again, ends sessions and streams, forfeits running games, and leaves an
// anonymous seat.
func TestDeleteAccount(t *testing.T) {
	s := newSite(t)
	ann, bob := s.member("ann"), s.member("bob")
	phone := s.logIn("ann", firefox)
	id := ann.create("three", "private")
	bob.post("/join", form("id", id)).want(200)
	ann.post("/match/"+id+"/start", nil).want(200)
	stream := phone.live(id, 0)
	stream.next()
	ann.get("/home").want(200).has(`href="/account/delete"`)
	ann.get("/account/delete").want(200).has("Running games count as forfeited.", `action="/account/delete"`)
	ann.get("/home").want(200).has("ann") // a GET only asks

	p := ann.post("/account/delete", form("name", "ANN ", "current", password)).want(200).has("Your personal data has been deleted.")
	if p.path != "/" {
		t.Errorf("got to %s, want the front page", p.path)
	}
	if got := len(ann.client.Jar.Cookies(mustURL(t, s.http.URL))); got != 0 {
		t.Errorf("got %d cookies, want none", got)
	}
	if got := stream.closed(); got != 4001 {
		t.Errorf("the stream: got code %d, want 4001", got)
	}
	for name, b := range map[string]*browser{"here": ann, "elsewhere": phone} {
		if got := b.still().get("/home").StatusCode; got != http.StatusSeeOther {
			t.Errorf("home %s: got %d, want the log-in page", name, got)
		}
	}
	ann.post("/account/delete", form("name", "ann", "current", password)).want(200) // sent twice
	s.browser().post("/login", form("login", "ann", "password", password)).want(403)
	if end := bob.state(id).End; end == nil || end.Title != "You win" {
		t.Errorf("the running game: got end %+v, want bob to win", end)
	}
	bob.get("/match/" + id).want(200).lacks(">ann<")
}

func TestDeleteRefused(t *testing.T) {
	s := newSite(t)
	ann := s.member("ann")
	for name, c := range map[string]struct {
		name, current string
		status        int
		want          string
	}{
		"wrong password": {"ann", "nonsense", 403, "Wrong password."},
		"no password":    {"ann", "", 403, "Wrong password."},
		"other name":     {"bob", password, 400, "This is not your username."},
		"no name":        {"", password, 400, "This is not your username."},
	} {
		t.Run(name, func(t *testing.T) {
			b := &browser{t: t, site: s.in(t), client: ann.client}
			b.post("/account/delete", form("name", c.name, "current", c.current)).want(c.status).has(c.want, `aria-invalid="true"`).lacks("nonsense", password)
			b.get("/home").want(200).has("ann@example.org")
		})
	}
	if got := ann.send("/account/delete", `{"name":"ann"}`).want(403).refusal().Error.Key; got != "password-wrong" {
		t.Errorf("as JSON: got %q, want password-wrong", got)
	}
	if got := s.browser().send("/account/delete", `{"name":"ann"}`).want(403).refusal().Error.Key; got != "account-needed" {
		t.Errorf("as nobody: got %q, want account-needed", got)
	}
}

// A guest has no password; the name typed is enough.
func TestDeleteGuest(t *testing.T) {
	s := newSite(t)
	b := s.guest()
	f := b.get("/account/delete").want(200).has("Delete guest").lacks(`name="current"`)
	name := guestName.FindString(f.text)
	b.post("/account/delete", form("name", "else")).want(400)
	b.post("/account/delete", form("name", name)).want(200).has("Your personal data has been deleted.")
	if got := b.still().get("/home").StatusCode; got != http.StatusSeeOther {
		t.Errorf("home: got %d, want the log-in page", got)
	}
}
