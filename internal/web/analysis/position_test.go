// SPDX-License-Identifier: Apache-2.0

package analysis_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/internal/pagestate"
	"cairn/internal/store/sqlite"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/webtest"
)

// site returns a site with tables.
func site(t *testing.T) *webtest.Site {
	t.Helper()
	games := catalog.Standard()
	games.UseTables(t.TempDir())
	return webtest.NewSiteOf(t, sqlite.Options{}, games)
}

// address is the address of a position.
func address(game, position string, more ...string) string {
	values := webtest.Form(more...)
	values.Set("position", position)
	return "/analysis/" + game + "?" + values.Encode()
}

// lost is a position of three men's morris in which Black, to move, has lost.
const lost = "www/bb1/b2 b 0,0 0"

// A page shows the value of a position and of every move, which are links.
func TestPage(t *testing.T) {
	b := site(t).Browser()
	b.Get("/analysis").Want(200).Has(`href="/analysis/three-mens-morris"`, `aria-current="page">Study`)
	p := b.Get("/analysis/three-mens-morris").Want(200).Has("win in 9", "mistake", "White to move.", `class="best"`)
	if n := strings.Count(p.Body, `class="worth `); n != 10 {
		t.Errorf("got %d values, want those of the position and its 9 moves", n)
	}
	b.Get("/analysis/three").Want(200).Has("Three Men")
	next := b.Get("/analysis/three-mens-morris?move=b2").Want(200).Has("Black to move.", "loss in 8")
	if !strings.Contains(next.Response.Request.URL.RawQuery, "position=") || strings.Contains(next.Response.Request.URL.RawQuery, "move=") {
		t.Errorf("got address %s, want that of the position", next.Response.Request.URL)
	}
	b.Get("/analysis/chess").Want(404)
}

// A move can be entered point by point without script.
func TestPath(t *testing.T) {
	b := site(t).Browser()
	const position = "ww1/bb1/w1b w 0,0 0"
	p := b.Get(address("three-mens-morris", position, "path", "a1")).Want(200).Has("Selected:")
	if !strings.Contains(p.Body, "path=a1%2Cb1") {
		t.Error("the page does not offer b1 after a1")
	}
	b.Get(address("three-mens-morris", position, "path", "a1,b1")).Want(200).Has("Black to move.")
	b.Get(address("three-mens-morris", position, "path", "a1,c3")).Want(http.StatusUnprocessableEntity)
}

// An invalid position is refused with the reason, and the input stays.
func TestBadPosition(t *testing.T) {
	b := site(t).Browser()
	b.Get(address("three", "www/www/3 w 0,0 0")).Want(400).Has("This is not a possible position:", `value="www/www/3 w 0,0 0"`)
	b.Get(address("three", "nonsense")).Want(400).Has("This is not a possible position:")
	for _, path := range []string{"/analysis/three", "/analysis/three/state"} {
		r := b.Site.Request("GET", path+"?"+url.Values{"position": {"x"}}.Encode())
		r.Header.Set("Accept", "application/json")
		if got := b.Do(r).Want(400).Refusal().Error; got.Key != "position" || got.Text == "" {
			t.Errorf("%s: got %+v", path, got)
		}
	}
	b.Get("/analysis/three?move=z9").Want(http.StatusUnprocessableEntity)
}

// The state for the script is the position after a move, with what it did.
func TestState(t *testing.T) {
	var got struct {
		Position, Move, Standing string
		Exact                    bool
		State                    pagestate.State
		Worth                    boardview.ValueView
		Moves                    []struct {
			Move         string
			Best, Throws bool
			Worth        boardview.ValueView
		}
	}
	b := site(t).Browser()
	b.Get("/analysis/three/state?move=b2").Want(200).JSON(&got)
	if got.Move != "b2" || !got.Exact || got.Worth.Class != "loss" || got.Worth.Text != "loss in 8" || len(got.State.Steps) != 1 || len(got.State.Log) != 1 || got.State.You != "both" {
		t.Errorf("got %+v", got)
	}
	for i := 1; i < len(got.Moves); i++ {
		if got.Moves[i].Best && !got.Moves[i-1].Best {
			t.Errorf("%s is best and after %s", got.Moves[i].Move, got.Moves[i-1].Move)
		}
	}
	b.Get("/analysis/three/state?" + url.Values{"position": {lost}}.Encode()).Want(200).JSON(&got)
	if got.Standing == "" || got.State.Status != "over" || len(got.Moves) != 0 || got.Worth.Text != "loss" {
		t.Errorf("a lost game: got %+v", got)
	}
}

// The page has how often each move was played, symmetric ones as one, and links keep
// the filter.
func TestPlayed(t *testing.T) {
	s := site(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	s.Play(s.Rated("three", ann, bob), ann, bob, webtest.WhiteWins...)
	if err := s.Library.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	b := s.Browser()
	p := b.Get("/analysis/three-mens-morris").Want(200).Has("Games here: 1", `data-played="/explorer/three-mens-morris"`)
	if n := strings.Count(p.Body, "1 won, 0 drawn, 0 lost"); n != 4 {
		t.Errorf("%d moves were played, want the four corners", n)
	}
	p = b.Get("/analysis/three-mens-morris?rating=2400").Want(200).Has("Games here: 0").Lacks("1 won")
	if n := strings.Count(p.Body, "rating=2400"); n < 18 {
		t.Errorf("%d links keep the rating, want those of 9 moves and 9 points", n)
	}
	b.Get("/analysis/three-mens-morris?since=2020-01&move=a1").Want(200).Has("0 won, 0 drawn, 1 lost", `value="2020-01" selected`)
	b.Get("/analysis/three-mens-morris?since=soon").Want(400).Has("Enter a month as year-month")
	without := webtest.NewSite(t, func(o *web.Options) { o.Library = nil })
	without.Browser().Get("/analysis/three-mens-morris").Want(200).Lacks("Games here", `class="number"`)
}
