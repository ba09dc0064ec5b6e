// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"strings"
	"testing"

	"cairn/internal/web/webtest"
)

// The form that enters a move by its points is unfolded while a move is entered, and
// hidden from viewers who cannot move at the shown position.
func TestPickForm(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	s.Play(id, white, black, "a1", "b2", "a4", "b4")
	want := func(p *webtest.Page, attributes string) {
		t.Helper()
		_, rest, _ := strings.Cut(p.Body, `<details class="card" data-pick`)
		if got, _, _ := strings.Cut(rest, ">"); got != attributes {
			t.Errorf("%s: got %q, want %q", p.Path, got, attributes)
		}
	}
	path := "/match/" + id
	want(white.Get(path), "")
	want(black.Get(path), "") // whose turn may come
	want(white.Get(path+"?path=a7"), " open")
	want(white.Post(path+"/move", webtest.Form("move", "z9")), " open")
	want(white.Get(path+"?ply=1"), " hidden")
	want(s.Browser().Get(path), " hidden")
	white.Post(path+"/resign", nil).Want(200)
	want(black.Get(path), " hidden")
}

// Players of correspondence games get a link to the next game.
func TestNextGame(t *testing.T) {
	s := webtest.NewSite(t)
	const link = "data-next"
	slow, white, _ := s.Pair("nine", "clock", "3d")
	white.Get("/match/" + slow).Want(200).Has(link)
	s.Browser().Get("/match/" + slow).Want(200).Lacks(link)
	live, white, _ := s.Pair("nine", "clock", "5m+3s")
	white.Get("/match/" + live).Want(200).Lacks(link)
}

// A guest's name is in the language of the reader, on every page that shows it.
func TestGuestName(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	for code, word := range map[string]string{"de": "Gast-", "fr": "Invité-", "en": "Guest-"} {
		white.Post("/language", webtest.Form("lang", code))
		for _, path := range []string{"/match/" + id, "/home", "/running"} {
			p := white.Get(path).Want(200).Has(word)
			if code != "en" {
				p.Lacks("Guest-")
			}
		}
	}
	black.Get("/match/"+id).Want(200).Has("Guest-").Lacks("Invité-", "/player/")
}

// Who is online is shown of people who play each other, and of no one else.
func TestPresenceIsOfPeople(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, _ := s.Pair("nine")
	white.Get("/match/" + id).Want(200).Has("data-presence>")
	for _, opponent := range []string{"computer", "screen"} {
		white.Get("/match/" + white.Create("nine", opponent, "level", "easy")).Want(200).Has("data-presence hidden").Lacks("data-presence>")
	}
	for _, path := range []string{"/learn/nine-mens-morris", "/local/nine-mens-morris"} {
		white.Get(path).Want(200).Has("data-presence hidden").Lacks("data-presence>")
	}
}
