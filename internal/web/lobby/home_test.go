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

// A member's front page shows what waits for the member, not the advertisement for
// strangers: challenges, own games, those on turn first, the puzzle, the lesson to go on
// with. A guest who has played counts as a member for games.
func TestMemberFront(t *testing.T) {
	s := webtest.NewSite(t)
	ann, bob, stranger := s.Member("ann"), s.Member("bob"), s.Browser()
	const advert = "No account needed."
	stranger.Get("/").Want(200).Has(advert, `value="5m+3s"`, "Play a friend").Lacks("Your running games")
	bob.Post("/challenge/ann", webtest.Form("game", "fanorona", "clock", "5m+3s", "side", "random")).Want(200)
	mine, theirs := ann.Create("three", "computer", "side", "white", "level", "easy"), s.Rated("three", bob, ann)
	ann.Get("/learn/yote?step=3").Want(200)
	p := ann.Get("/").Want(200).Has("bob", "Fanorona", "/accept", "Your turn.", "/learn/yote?step=3", "Step 3 of ", "Points").
		Lacks(advert, "/account/delete", "ann@example.org")
	if strings.Index(p.Body, "/match/"+mine) > strings.Index(p.Body, "/match/"+theirs) {
		t.Error("the game on turn is not the first")
	}
	id := stranger.Create("three", "computer", "side", "white", "level", "easy")
	stranger.Get("/").Want(200).Has("/match/"+id, "Your turn.", "You are playing as a guest.").Lacks(advert)
}

// Every game and variant can be chosen on the front page, without script, and the level is
// the same there as on the form to start a game.
func TestQuick(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	front, play := b.Get("/").Want(200), b.Get("/play").Want(200)
	for _, option := range regexp.MustCompile(`<option value="((?:nine|six|three|twelve|lasker|morabaraba|fanorona|yote)[^"]*)"`).FindAllStringSubmatch(play.Body, -1) {
		front.Has(`name="game" value="` + option[1] + `"`)
	}
	const easy = `<option value="easy" selected>`
	front.Has(easy)
	play.Has(easy)
	id := strings.TrimPrefix(b.Post("/match", webtest.Form("game", "yote", "side", "random", "level", "easy", "opponent", "computer")).Want(200).Path, "/match/")
	if got := b.State(id).Game; got != "yote" {
		t.Errorf("got %s", got)
	}
	for _, clock := range []string{"3m+2s", "5m+3s", "10m+5s", "15m+10s", "30m+0s", "1d", "3d"} {
		front.Has(`formaction="/seek" name="clock" value="` + clock + `"`)
	}
	seeker := s.Member("ann")
	seeker.Post("/seek", webtest.Form("game", "yote", "side", "random", "level", "easy", "box", "seek-rated", "seek-rated", "yes", "clock", "15m+10s")).
		Want(200).Has("15 min + 10 s", "Rated game.")
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
