// SPDX-License-Identifier: Apache-2.0

package explore_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/internal/store/sqlite"
	"cairn/internal/web/webtest"
)

// site returns a site with tables.
func site(t *testing.T) *webtest.Site {
	t.Helper()
	games := catalog.Standard()
	games.UseTables(t.TempDir())
	return webtest.NewSiteOf(t, sqlite.Options{}, games)
}

// count counts the finished matches of a site, as its service does in the background.
func count(s *webtest.Site) {
	s.T.Helper()
	if err := s.Library.Check(s.T.Context()); err != nil {
		s.T.Fatal(err)
	}
}

// answer is a position as JSON.
type answer struct {
	Game, Position, Value string
	Games                 int
	Exact                 bool
	Moves                 []struct {
		Move, Value             string
		Like                    []string
		Games, Won, Drawn, Lost int
		Trap                    *float64
		Tricky                  bool
	}
}

func ask(s *webtest.Site, query ...string) (a answer) {
	s.T.Helper()
	r := s.Request(http.MethodGet, "/explorer/three?"+webtest.Form(query...).Encode())
	r.Header.Set("Accept", "application/json")
	s.Browser().Do(r).Want(http.StatusOK).JSON(&a)
	return a
}

// mirrored is webtest.WhiteWins turned by half.
var mirrored = []string{"c3", "b3", "c2", "b2", "c1"}

// Public games are counted once; symmetric moves count as one.
func TestExplorer(t *testing.T) {
	s := site(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	if a := ask(s); a.Games != 0 || !a.Exact || a.Value != "win" || len(a.Moves) != 3 {
		t.Errorf("before the first game: got %+v", a)
	}
	s.Play(s.Rated("three", ann, bob), ann, bob, webtest.WhiteWins...)
	count(s)
	s.Play(s.Rated("three", bob, ann), bob, ann, mirrored...)
	private := ann.Create("three", "private")
	bob.Post("/join", webtest.Form("id", private)).Want(http.StatusOK)
	ann.Post("/match/"+private+"/start", nil).Want(http.StatusOK)
	s.Play(private, ann, bob, webtest.WhiteWins...)
	count(s)
	count(s) // again adds nothing

	a := ask(s)
	if m := a.Moves[0]; a.Games != 2 || m.Games != 2 || m.Won != 2 || m.Move != "a3" || len(m.Like) != 3 {
		t.Errorf("got %+v, want two games won by one of four corners", a)
	}
	const after, other = "3/3/w2 b 2,3 0", "2w/3/3 b 2,3 5"
	for _, position := range []string{after, other} {
		if a := ask(s, "position", position); a.Games != 2 || a.Moves[0].Games != 2 || a.Moves[0].Lost != 2 {
			t.Errorf("after a corner, %s: got %+v", position, a)
		}
	}
	for query, want := range map[[2]string]int{
		{"rating", "1200"}: 2, {"rating", "1500"}: 1, {"rating", "1600"}: 0, {"since", s.Clock.Now().UTC().Format("2006-01")}: 2, {"since", "2999-01"}: 0,
	} {
		if a := ask(s, query[0], query[1]); a.Games != want {
			t.Errorf("%v: got %d games, want %d", query, a.Games, want)
		}
	}
	s.Browser().Get("/explorer/three?"+url.Values{"position": {after}}.Encode()).Want(200).
		Has("2 games here", "0 won, 0 drawn, 2 lost", "Black to move.", `class="worth`, `href="/analysis/three-mens-morris?position=`)
}

// The trickiest moves are among those that keep the result.
func TestTrickiest(t *testing.T) {
	s := site(t)
	a := ask(s, "position", "3/1w1/3 b 2,3 0") // Black, in the middle of a lost game
	tricky := 0
	for _, m := range a.Moves {
		if m.Tricky {
			tricky++
		}
		if m.Tricky && (m.Trap == nil || *m.Trap == 0 || m.Value != a.Value) {
			t.Errorf("got %+v as the trickiest in a position that is a %s", m, a.Value)
		}
	}
	if tricky == 0 {
		t.Errorf("got no trickiest move in %+v", a)
	}
}

// A position of a rated match that is being played is refused, also mirrored.
func TestRunning(t *testing.T) {
	s := site(t)
	ann, bob := s.Member("ann"), s.Member("bob")
	id := s.Rated("three", ann, bob)
	s.Play(id, ann, bob, "a1", "b2")
	for _, position := range []string{"3/1b1/w2 w 2,2 0", "2w/1b1/3 w 2,2 0"} {
		query := "?" + url.Values{"position": {position}}.Encode()
		s.Browser().Get("/explorer/three" + query).Want(http.StatusForbidden).Lacks(`class="worth`)
		r := s.Request(http.MethodGet, "/explorer/three"+query)
		r.Header.Set("Accept", "application/json")
		s.Browser().Do(r).Want(http.StatusForbidden)
	}
	s.Play(id, ann, bob, "a2", "c2", "a3")
	s.Browser().Get("/explorer/three?" + url.Values{"position": {"3/1b1/w2 w 2,2 0"}}.Encode()).Want(200)
}

func TestFaults(t *testing.T) {
	s := site(t)
	for query, want := range map[string]string{
		"position=x":        "This is not a possible position",
		"rating=many":       "Choose an option from the list.",
		"rating=-1":         "Choose an option from the list.",
		"since=yesterday":   "Enter a month as year-month",
		"since=2026-11-01x": "Enter a month as year-month",
	} {
		s.Browser().Get("/explorer/three-mens-morris?" + query).Want(400).Has(want)
		r := s.Request(http.MethodGet, "/explorer/three?"+query)
		r.Header.Set("Accept", "application/json")
		s.Browser().Do(r).Want(400)
	}
	s.Browser().Get("/explorer/chess").Want(404)
	s.Browser().Get("/openings/chess").Want(404)
}

func TestOpenings(t *testing.T) {
	s := site(t)
	s.Browser().Get("/openings").Want(200).Has(`href="/openings/three-mens-morris"`, `href="/openings/fanorona"`)
	s.Browser().Get("/openings/three").Want(200).Has("No games have been counted yet.", "win in 9", "The line continues with best moves.", "and 3 symmetric")
	s.Browser().Get("/openings/fanorona").Want(200).Has("No games have been counted yet.")
	ann, bob := s.Member("ann"), s.Member("bob")
	for range 2 {
		s.Play(s.Rated("three", ann, bob), ann, bob, webtest.WhiteWins...)
	}
	count(s)
	var got struct {
		Game     string
		Openings []struct {
			Moves              []string
			Played, Games, Won int
			Value              string
		}
	}
	r := s.Request(http.MethodGet, "/openings/three")
	r.Header.Set("Accept", "application/json")
	s.Browser().Do(r).Want(200).JSON(&got)
	if o := got.Openings[0]; len(got.Openings) != 3 || o.Games != 2 || o.Won != 2 || o.Played != 5 || len(o.Moves) != 5 || o.Value == "unknown" {
		t.Errorf("got %+v", got)
	}
	s.Browser().Get("/openings/three").Want(200).Has("2 games here", "2 won, 0 drawn, 0 lost")
}

// Where no table knows the first moves, the engine estimates them once, in the
// background.
func TestOpeningsAreEstimated(t *testing.T) {
	s := site(t)
	s.Browser().Get("/openings/fanorona").Want(200).Has("The engine is estimating")
	for range 6000 { // only a hang needs all
		if p := s.Browser().Get("/openings/fanorona").Want(200); strings.Contains(p.Body, "Values with ≈ are estimates") {
			p.Has(`class="worth estimate"`).Lacks(`class="worth unknown"`)
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Error("the estimates were never made")
}
