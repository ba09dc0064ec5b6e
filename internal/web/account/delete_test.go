// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"net/http"
	"regexp"
	"testing"

	"cairn/internal/web/webtest"
)

var guestName = regexp.MustCompile(`Guest-[A-Z0-9]+`)

// N4: deleting an account asks for confirmation, ends sessions and streams,
// resigns running games, and leaves an anonymous seat.
func TestDeleteAccount(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	phone := s.LogIn("ann", webtest.Firefox)
	id := ann.Create("three", "private")
	bob.Post("/join", webtest.Form("id", id)).Want(200)
	ann.Post("/match/"+id+"/start", nil).Want(200)
	s.Play(id, ann, bob, "a1", "b1")
	stream := phone.Live(id, 0)
	stream.Next()
	ann.Get("/account").Want(200).Has(`href="/account/delete"`)
	ann.Get("/account/delete").Want(200).Has("You resign all running games.", `action="/account/delete"`)
	ann.Get("/home").Want(200).Has("ann") // a GET only asks

	p := ann.Post("/account/delete", webtest.Form("name", "ANN ", "current", webtest.Password)).Want(200).Has("Your personal data has been deleted.")
	if p.Path != "/" {
		t.Errorf("got to %s, want the front page", p.Path)
	}
	if got := len(ann.Client.Jar.Cookies(webtest.MustURL(t, s.HTTP.URL))); got != 0 {
		t.Errorf("got %d cookies, want none", got)
	}
	if got := stream.Closed(); got != 4001 {
		t.Errorf("the stream: got code %d, want 4001", got)
	}
	for name, b := range map[string]*webtest.Browser{"here": ann, "elsewhere": phone} {
		if got := b.Still().Get("/home").StatusCode; got != http.StatusSeeOther {
			t.Errorf("home %s: got %d, want the log-in page", name, got)
		}
	}
	ann.Post("/account/delete", webtest.Form("name", "ann", "current", webtest.Password)).Want(200) // sent twice
	s.Browser().Post("/login", webtest.Form("login", "ann", "password", webtest.Password)).Want(403)
	if end := bob.State(id).End; end == nil || end.Title != "You win" {
		t.Errorf("the running game: got end %+v, want bob to win", end)
	}
	bob.Get("/match/" + id).Want(200).Lacks(">ann<")
}

func TestDeleteRefused(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann")
	for name, c := range map[string]struct {
		name, current string
		status        int
		want          string
	}{
		"wrong password": {"ann", "nonsense", 403, "Wrong password."},
		"no password":    {"ann", "", 403, "Wrong password."},
		"other name":     {"bob", webtest.Password, 400, "This is not your username."},
		"no name":        {"", webtest.Password, 400, "This is not your username."},
	} {
		t.Run(name, func(t *testing.T) {
			b := &webtest.Browser{T: t, Site: s.In(t), Client: ann.Client}
			b.Post("/account/delete", webtest.Form("name", c.name, "current", c.current)).Want(c.status).Has(c.want, `aria-invalid="true"`).Lacks("nonsense", webtest.Password)
			b.Get("/account").Want(200).Has("ann@example.org")
		})
	}
	if got := ann.Send("/account/delete", `{"name":"ann"}`).Want(403).Refusal().Error.Key; got != "password-wrong" {
		t.Errorf("as JSON: got %q, want password-wrong", got)
	}
	if got := s.Browser().Send("/account/delete", `{"name":"ann"}`).Want(403).Refusal().Error.Key; got != "account-needed" {
		t.Errorf("without a session: got %q, want account-needed", got)
	}
}

// A guest has no password; the name typed is enough.
func TestDeleteGuest(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Guest()
	f := b.Get("/account/delete").Want(200).Has("Delete guest").Lacks(`name="current"`)
	name := guestName.FindString(f.Text)
	b.Post("/account/delete", webtest.Form("name", "else")).Want(400)
	b.Post("/account/delete", webtest.Form("name", name)).Want(200).Has("Your personal data has been deleted.")
	if got := b.Still().Get("/home").StatusCode; got != http.StatusSeeOther {
		t.Errorf("home: got %d, want the log-in page", got)
	}
}
