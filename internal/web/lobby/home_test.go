// SPDX-License-Identifier: Apache-2.0

package lobby_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"cairn/internal/web/webtest"
)

func TestHome(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	id := ann.Create("three", "private")
	bob.Post("/join", webtest.Form("id", id)).Want(http.StatusOK)
	ann.Post("/match/"+id+"/start", nil).Want(http.StatusOK)
	ann.Get("/home").Want(http.StatusOK).Has("<dt>Wins</dt><dd>0</dd>", "<dt>Points</dt><dd>0</dd>", "Your turn.", "/match/"+id)
	bob.Get("/home").Want(http.StatusOK).Lacks("Your turn.").Has("White to move.")
	s.Play(id, ann, bob, "a1", "b1", "a2", "b2")
	ann.Post("/match/"+id+"/draw", nil)
	offer := bob.State(id).Offer
	if offer == nil || offer.Mine || offer.Kind != "draw" {
		t.Fatalf("got offer %+v, want ann's draw", offer)
	}
	bob.Send("/match/"+id+"/answer", `{"offer":`+webtest.Itoa(offer.ID)+`,"yes":true}`).Want(http.StatusOK)
	for _, b := range []*webtest.Browser{ann, bob} {
		p := b.Get("/home").Want(http.StatusOK).Has("<dt>Points</dt><dd>½</dd>", "<dt>Draws</dt><dd>1</dd>", "Draw by agreement.")
		if !strings.Contains(strings.Join(strings.Fields(p.Body), ""), "<td>0</td><td>1</td><td>0</td>") {
			t.Errorf("scores: got no row 0 1 0 in\n%s", p.Body)
		}
	}
}

// N5: the page shows the rating in each rule set with rated games, with a
// question mark while it is provisional.
func TestHomeRating(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	rated := s.Rated("three", ann, bob)
	s.Play(rated, ann, bob, "a1", "b1")
	bob.Post("/match/"+rated+"/resign", nil).Want(http.StatusOK)
	casual := ann.Create("nine", "screen")
	ann.Post("/match/"+casual+"/resign", nil).Want(http.StatusOK)
	if row := regexp.MustCompile(`<td>1</td><td>0</td><td>0</td><td>1[6-9]\d\d\? `); !row.MatchString(ann.Get("/home").Want(http.StatusOK).Text) {
		t.Errorf("got no row of a win with a rating above 1600 in\n%s", ann.Get("/home").Main())
	}
	if row := regexp.MustCompile(`<td>0</td><td>0</td><td>1</td><td>1[1-4]\d\d\? `); !row.MatchString(bob.Get("/home").Want(http.StatusOK).Text) {
		t.Errorf("got no row of a loss with a rating below 1500 in\n%s", bob.Get("/home").Main())
	}
}

// The front page features a running game, rated ones first, else a recent one.
func TestFeatured(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	s.Browser().Get("/").Want(200).Lacks("Replay")
	done := s.Rated("three", ann, bob)
	s.Play(done, ann, bob, webtest.WhiteWins...)
	s.Browser().Get("/").Want(200).Has("/match/"+done+"?ply=0", "ann vs bob, played recently.")
	strong := s.Rated("three", ann, bob)
	weak, _, _ := s.Pair("nine")
	p := s.Browser().Get("/").Want(200).Has("ann – bob", "/match/"+weak).Lacks("played lately")
	if _, shown, _ := strings.Cut(p.Body, `class="showpiece" href="`); !strings.HasPrefix(shown, "/match/"+strong+`"`) {
		t.Errorf("the rated match is not featured in\n%.2000s", p.Main())
	}
}
