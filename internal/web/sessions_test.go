// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// logIn opens another session of somebody, in a browser of that name.
func (s *site) logIn(name, agent string) *browser {
	s.t.Helper()
	b := s.browser()
	r := s.request(http.MethodPost, "/login")
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("User-Agent", agent)
	r.Body = io.NopCloser(strings.NewReader(form("login", name, "password", password).Encode()))
	b.do(r).want(http.StatusOK)
	return b
}

// endPath returns where the session of a browser, as the page names it, ends.
func (b *browser) endPath(agent string) string {
	b.t.Helper()
	list := b.get("/account/sessions").want(http.StatusOK)
	found := regexp.MustCompile(`<h2>` + agent + `[^§]*?action="([^"]+)"`).FindStringSubmatch(list.text)
	if found == nil {
		b.t.Fatalf("no session of %s in\n%s", agent, list.main())
	}
	return found[1]
}

const (
	firefox = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
	safari  = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1"
)

func TestSessions(t *testing.T) {
	s := newSite(t)
	ann := s.member("ann")
	ann.get("/account/sessions").want(200).has("This browser", "Since ", "Last active ").lacks("End all other sessions")
	phone := s.logIn("ann", firefox)
	id := phone.create("nine", "screen")
	stream := phone.live(id, 0)
	stream.next()
	bob := s.member("bob")
	bob.post(ann.endPath("Firefox · Android"), nil).want(404) // nobody ends those of others
	phone.get("/home").want(200)
	ann.post(ann.endPath("Firefox · Android"), nil).want(200).has("Session ended.")
	if got := stream.closed(); got != 4001 {
		t.Errorf("the stream of an ended session: got code %d, want 4001", got)
	}
	if got := phone.still().get("/home").StatusCode; got != http.StatusSeeOther {
		t.Errorf("home in the ended session: got %d, want the log-in page", got)
	}
	ann.get("/home").want(200)
}

func TestEndOtherSessions(t *testing.T) {
	s := newSite(t)
	ann := s.member("ann")
	others := []*browser{s.logIn("ann", firefox), s.logIn("ann", safari)}
	ann.get("/account/sessions").want(200).has("Firefox · Android", "Safari · iPhone")
	ann.post("/account/sessions/end", nil).want(200).has("All other sessions ended.").lacks("Firefox", "Safari")
	for i, b := range others {
		if got := b.still().get("/home").StatusCode; got != http.StatusSeeOther {
			t.Errorf("session %d: got %d, want the log-in page", i, got)
		}
	}
	ann.send("/account/sessions/end", `{}`).want(200)
}

// To end the very session one looks from is to log out.
func TestEndOwnSession(t *testing.T) {
	s := newSite(t)
	s.member("ann")
	phone := s.logIn("ann", firefox)
	phone.post(phone.endPath("Firefox · Android"), nil).want(200).has("You are logged out.")
	if got := len(phone.client.Jar.Cookies(mustURL(t, s.http.URL))); got != 0 {
		t.Errorf("got %d cookies, want none", got)
	}
}
