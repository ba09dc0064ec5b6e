// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"net/http"
	"testing"

	"cairn/internal/web/webtest"
)

func TestSessions(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	ann.Get("/account/sessions").Want(200).Has("This browser", "Since ", "Last active ").Lacks("End all other sessions")
	phone := s.LogIn("ann", webtest.Firefox)
	id := phone.Create("nine", "screen")
	stream := phone.Live(id, 0)
	stream.Next()
	bob := s.Member("bob")
	bob.Post(ann.EndPath("Firefox · Android"), nil).Want(404) // another user's session
	phone.Get("/home").Want(200)
	ann.Post(ann.EndPath("Firefox · Android"), nil).Want(200).Has("Session ended.")
	if got := stream.Closed(); got != 4001 {
		t.Errorf("the stream of an ended session: got code %d, want 4001", got)
	}
	if got := phone.Still().Get("/home").StatusCode; got != http.StatusSeeOther {
		t.Errorf("home in the ended session: got %d, want the log-in page", got)
	}
	ann.Get("/home").Want(200)
}

func TestEndOtherSessions(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	others := []*webtest.Browser{s.LogIn("ann", webtest.Firefox), s.LogIn("ann", webtest.Safari)}
	ann.Get("/account/sessions").Want(200).Has("Firefox · Android", "Safari · iPhone")
	ann.Post("/account/sessions/end", nil).Want(200).Has("All other sessions ended.").Lacks("Firefox", "Safari")
	for i, b := range others {
		if got := b.Still().Get("/home").StatusCode; got != http.StatusSeeOther {
			t.Errorf("session %d: got %d, want the log-in page", i, got)
		}
	}
	ann.Send("/account/sessions/end", `{}`).Want(200)
}

// Ending the current session is a log-out.
func TestEndOwnSession(t *testing.T) {
	s := webtest.NewSite(t)
	s.Member("ann")
	phone := s.LogIn("ann", webtest.Firefox)
	phone.Post(phone.EndPath("Firefox · Android"), nil).Want(200).Has("You are logged out.")
	for _, cookie := range phone.Client.Jar.Cookies(webtest.MustURL(t, s.HTTP.URL)) {
		if cookie.Name == "cairn" {
			t.Errorf("got the cookie %s, want no session", cookie)
		}
	}
}
