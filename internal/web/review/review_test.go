// SPDX-License-Identifier: Apache-2.0

package review_test

import (
	"encoding/json"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/internal/picture"
	"cairn/internal/store/sqlite"
	"cairn/internal/study"
	"cairn/internal/web/webtest"
)

// newSite starts a site whose small games have tables.
func newSite(t *testing.T) *webtest.Site {
	t.Helper()
	games := catalog.Standard()
	games.UseTables(t.TempDir())
	return webtest.NewSiteOf(t, sqlite.Options{}, games)
}

// reviewJSON asks for a review as a program does.
func reviewJSON(t *testing.T, b *webtest.Browser, path string) study.ReviewJSON {
	t.Helper()
	r := b.Site.Request(http.MethodGet, path)
	r.Header.Set("Accept", "application/json")
	var review study.ReviewJSON
	if err := json.Unmarshal([]byte(b.Do(r).Want(200).Body), &review); err != nil {
		t.Fatal(err)
	}
	return review
}

// The review of a game is a page with verdicts, graph, accuracy and turning points, and
// JSON with the same.
func TestReview(t *testing.T) {
	s := newSite(t)
	id, white, black := s.Pair("three")
	path := "/match/" + id + "/review"
	s.Play(id, white, black, webtest.WhiteWins[:2]...)
	white.Get(path).Want(403).Has("This game is still being played.").Lacks("Log in and try again", "Nothing was changed")
	white.Get("/match/" + id).Has(`href="` + path + `"`)
	s.Play(id, white, black, webtest.WhiteWins[2:]...)
	review := reviewJSON(t, white, path)
	if len(review.Turns) != 5 || !review.Exact || review.Game != "three-mens-morris" {
		t.Fatalf("got %+v", review)
	}
	page := white.Get(path).Want(200).Has("Accuracy", "Turning points", `data-graph`, "All moves in words", `/analysis/three-mens-morris?position=`).Lacks("≈")
	mistakes := map[bool]int{} // of White or Black
	for i, turn := range review.Turns {
		ply := webtest.Itoa(i + 1)
		page.Has(`<span class="judged ` + string(turn.Verdict) + `">`)
		white.Get(path+"?ply="+ply).Want(200).Has(`data-ply="`+ply+`" aria-current="step"`, `<b>`+turn.Move+`</b>`)
		if turn.Verdict.Mistake() {
			mistakes[i%2 == 0]++
			page.Has(`<span>` + webtest.Itoa(i/2+1) + `. <b>` + turn.Move + `</b>`)
		}
	}
	page.Has(review.Turns[4].Move + " wins the game.")
	if mistakes[false] == 0 {
		t.Fatalf("Black lost a game without a mistake: %+v", review)
	}
	if got := strings.Contains(page.Body, "?learn="); got != (mistakes[true] > 0) {
		t.Errorf("White has %d mistakes, and a link to them: %v", mistakes[true], got)
	}
	// The best next move is an arrow on the board, without script too.
	white.Get(path+"?ply=0").Want(200).Has(`data-plan="[%circle b2]"`, `class="arriving"`, `data-said="0" data-to="/analysis/three-mens-morris?position=3%2F3%2F3+w+3%2C3+0" data-best="[%circle b2]"`)
	white.Get(path).Want(200).Lacks("data-plan")
	for _, bad := range []string{"?ply=-1", "?ply=6", "?ply=x", "?learn=99", "?learn=x", "?ply=99999999999999999999"} {
		white.Get(path + bad).Want(200).Has("Turning points")
	}
	white.Get("/games").Has(`href="` + path + `"`)
}

// On one device, players are called by their sides, once.
func TestOneDevice(t *testing.T) {
	b := newSite(t).Browser()
	id := b.Create("three", "screen")
	for _, move := range webtest.WhiteWins {
		b.Post("/match/"+id+"/move", webtest.Form("move", move)).Want(200)
	}
	b.Get("/match/"+id+"/review").Want(200).Has("</span> White</dt>", "</span> Black</dt>")
}

// A review is visible to the viewers of its match. A game without moves has an empty
// one.
func TestWhoMayReview(t *testing.T) {
	s := newSite(t)
	ann, bob, eve := s.Member("ann"), s.Member("bob"), s.Member("eve")
	id := ann.Create("three", "private")
	bob.Post("/join", webtest.Form("id", id)).Want(200)
	ann.Post("/match/"+id+"/start", nil).Want(200)
	ann.Post("/match/"+id+"/abort", nil).Want(200)
	path := "/match/" + id + "/review"
	eve.Get(path).Want(404)
	s.Browser().Get(path).Want(404)
	bob.Get(path).Want(200).Has("No move was made in this game.").Lacks("?learn=")
	if review := reviewJSON(t, ann, path); len(review.Turns) != 0 || review.Turns == nil {
		t.Errorf("got %+v, want no turns", review)
	}
	ann.Get("/match/nomatch/review").Want(404)
}

// Without tables the engine estimates in the background. The page says so and reloads
// itself; there is no verdict and no accuracy.
func TestEstimates(t *testing.T) {
	s := newSite(t)
	id, white, black := s.Pair("nine")
	s.Play(id, white, black, "d6", "a1")
	white.Post("/match/"+id+"/resign", nil).Want(200)
	path := "/match/" + id + "/review"
	white.Get(path).Want(200).Has("None known.").Lacks("?learn=")
	var review study.ReviewJSON
	for range 6000 { // only a hang needs all
		if review = reviewJSON(t, white, path); review.Turns[0].Best != "" {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if first := review.Turns[0]; review.Exact || first.Verdict != study.Unknown || first.Before.Score == nil || first.Before.Value != "unknown" || review.Accuracy[0] != nil {
		t.Errorf("got %+v, want estimates", review)
	}
	white.Get(path).Want(200).Has(`class="line estimate"`, `class="worth estimate"`, "Values with ≈ are estimates").Lacks("data-working", `class="line"`, `http-equiv="refresh"`)
}

// Values of positions that stand in a rated match are hidden until it is over, so that
// no player gets help by playing the same moves in another match.
func TestRunningPositionsAreHidden(t *testing.T) {
	s := newSite(t)
	screen := s.Browser()
	own := screen.Create("three", "screen")
	for _, move := range webtest.WhiteWins {
		screen.Post("/match/"+own+"/move", webtest.Form("move", move)).Want(200)
	}
	path := "/match/" + own + "/review"
	if review := reviewJSON(t, screen, path); !review.Exact {
		t.Fatalf("got %+v, want all exact", review)
	}
	ann, bob := s.Member("ann"), s.Member("bob")
	rated := s.Rated("three", ann, bob)
	s.Play(rated, ann, bob, webtest.WhiteWins[:3]...)
	review := reviewJSON(t, screen, path)
	for i, turn := range review.Turns {
		if hidden := i == 2 || i == 3; (turn.Verdict == study.Unknown) != hidden || (turn.Before.Value == "unknown") != hidden || hidden && turn.Keeping != nil {
			t.Errorf("turn %d: got %+v, want hidden %v", i+1, turn, hidden)
		}
	}
	screen.Get(path).Want(200).Has("also occur in a game between two players that is running")
	screen.Get(path + "?learn=4").Want(200).Lacks("to play and keep")
	bob.Post("/match/"+rated+"/resign", nil).Want(200)
	if review := reviewJSON(t, screen, path); !review.Exact {
		t.Errorf("got %+v, want all exact after the rated match", review)
	}
}

// A mistake is played again without script, by points or as text, until a move keeps
// the result.
func TestLearn(t *testing.T) {
	s := newSite(t)
	id, white, black := s.Pair("three")
	s.Play(id, white, black, webtest.WhiteWins...)
	path := "/match/" + id + "/review"
	review := reviewJSON(t, black, path)
	for _, turn := range review.Turns {
		learn := path + "?learn=" + webtest.Itoa(turn.Ply)
		if turn.Side.String() != "black" || !turn.Verdict.Mistake() {
			black.Get(learn).Want(200).Lacks("to play and keep") // another's, or none: back to the review
			continue
		}
		black.Get(learn).Want(200).Has("Black to play and keep", "Hint", "Show the moves that keep the result", "<b>"+turn.Keeping[0]+"</b>")
		black.Get(learn + "&move=" + turn.Move).Want(200).Has("Try again.").Lacks(">Right. That keeps")
		black.Get(learn + "&move=zz9").Want(200).Has(`role="alert"`)
		black.Get(learn + "&move=" + turn.Keeping[0]).Want(200).Has(">Right. That keeps the " + turn.Before.Value)
		black.Get(learn + "&path=" + turn.Keeping[0]).Want(200).Has(">Right. That keeps") // a man is placed by one touch
	}
	s.Browser().Get(path).Want(200).Has("Learn from the")
}

// The preview of a review is its graph, of matches that everyone may see and that are
// over.
func TestPicture(t *testing.T) {
	s := newSite(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	id := s.Rated("three", ann, bob)
	path := "/match/" + id + "/review"
	s.Play(id, ann, bob, webtest.WhiteWins[:2]...)
	s.Browser().Get(path + "/picture.png").Want(403)
	s.Play(id, ann, bob, webtest.WhiteWins[2:]...)
	p := s.Browser().Get(path + "/picture.png").Want(200)
	drawn, err := png.Decode(strings.NewReader(p.Body))
	if err != nil || drawn.Bounds().Dx() != picture.Width || p.Header.Get("Cache-Control") != "public, max-age=86400" {
		t.Errorf("got %v, %v", err, p.Header)
	}
	s.Browser().Get(path).Want(200).Has(`og:image" content="`+s.HTTP.URL+path+`/picture.png"`, `og:url" content="`+s.HTTP.URL+path)
	private := ann.Create("three", "screen")
	for _, move := range webtest.WhiteWins {
		ann.Post("/match/"+private+"/move", webtest.Form("move", move)).Want(200)
	}
	ann.Get("/match/" + private + "/review").Want(200).Lacks("og:image")
	ann.Get("/match/" + private + "/review/picture.png").Want(404)
}
