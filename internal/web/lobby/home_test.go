// SPDX-License-Identifier: Apache-2.0

package lobby_test

import (
	"html"
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

// The front page shows a game once.
func TestFrontOnce(t *testing.T) {
	s := webtest.NewSite(t)
	first, ann, bob := s.Pair("nine")
	s.Play(first, ann, bob, "a1")
	second, ann, bob := s.Pair("nine")
	s.Play(second, ann, bob, "a1")
	page := s.Browser().Get("/").Want(200).Body
	for _, id := range []string{first, second} {
		if got := strings.Count(page, `href="/match/`+id); got != 1 {
			t.Errorf("got %d links to a game, want 1", got)
		}
	}
}

// The front page features a running game with moves, preferably of rated players, else a
// recent game, and never an empty board.
func TestFeatured(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	shown := func() string {
		t.Helper()
		_, piece, _ := strings.Cut(s.Browser().Get("/").Want(200).Body, `class="showpiece"`)
		piece, _, _ = strings.Cut(piece, "</a>")
		if !strings.Contains(piece, `class="man white"`) {
			t.Errorf("an empty board is featured in\n%s", piece)
		}
		return piece
	}
	if piece := shown(); !strings.Contains(piece, `href="/rules/`) {
		t.Errorf("without games: got\n%s", piece)
	}
	done := s.Rated("three", ann, bob)
	s.Play(done, ann, bob, webtest.WhiteWins...)
	strong := s.Rated("three", ann, bob)
	weak, cleo, dan := s.Pair("nine")
	if piece := shown(); !strings.Contains(piece, "/match/"+done+"?ply=0") || !strings.Contains(piece, "ann vs bob, played recently.") {
		t.Errorf("without moves in live games: got\n%s", piece)
	}
	s.Play(weak, cleo, dan, "a1")
	if piece := shown(); !strings.Contains(piece, `href="/match/`+weak+`"`) {
		t.Errorf("with a live game: got\n%s", piece)
	}
	s.Play(strong, ann, bob, "a1")
	piece := shown()
	if !strings.Contains(piece, `href="/match/`+strong+`"`) || !strings.Contains(piece, "ann – bob") {
		t.Errorf("with a rated live game: got\n%s", piece)
	}

	_, source, _ := strings.Cut(piece, `data-featured="`)
	source, _, _ = strings.Cut(html.UnescapeString(source), `"`)
	s.Browser().Get(source).Want(http.StatusNoContent)
	s.Play(strong, bob, ann, "b2")
	s.Browser().Get(source).Want(200).Has(`"men":"`, "b", `"source":"/featured/`+strong)
}
