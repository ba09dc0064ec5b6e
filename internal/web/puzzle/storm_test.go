// SPDX-License-Identifier: Apache-2.0

package puzzle_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"cairn/internal/study/puzzle"
	"cairn/internal/study/trainer"
	"cairn/internal/web/webtest"
)

// storm is a storm as its player sees it.
type storm struct {
	Result, Line, Outcome string
	Started               int64
	Tried, Score          int
	LeftMS                int64                          `json:"left_ms"`
	Next                  *struct{ Men, Message string } `json:"next"`
	Turns                 []struct{ Move string }        `json:"turns"`
}

// play sends a move of the present puzzle of a storm.
func (m *storm) play(b *webtest.Browser, move string) *webtest.Page {
	b.T.Helper()
	p := b.Send("/puzzles/storm/move", fmt.Sprintf(`{"game":%q,"started":%d,"tried":%d,"line":%q,"move":%q}`, six, m.Started, m.Tried, m.Line, move))
	if p.StatusCode == 200 {
		*m = storm{}
		p.JSON(m)
	}
	return p
}

// A storm by script: right moves lead to the next puzzle, a wrong one costs ten seconds,
// and the server ends it. No answer has a solution.
func TestStorm(t *testing.T) {
	s, entry := newSite(t)
	b := s.Member("ann")
	b.Get("/puzzles").Want(200).Has(`href="/puzzles/storm"`)
	b.Get("/puzzles/storm?game="+six).Want(200).Has("Storm needs JavaScript", "data-storm-start").Lacks("Your best", "Time is up")
	var m storm
	b.Send("/puzzles/storm", `{"game":"`+six+`"}`).Want(200).JSON(&m)
	puzzles := trainer.New(trainer.Options{Store: s.Store, Games: games, Now: s.Clock.Now})
	asked := func() *puzzle.Puzzle {
		t.Helper()
		now, err := puzzles.FindStorm(t.Context(), s.User("ann").ID, six, m.Started)
		if err != nil {
			t.Fatal(err)
		}
		p, err := puzzles.StormPuzzle(now)
		if err != nil || p == nil {
			t.Fatalf("got %v, %v", p, err)
		}
		return p
	}
	if m.Next == nil || m.LeftMS < 179_000 || m.LeftMS > 180_000 || m.Score != 0 {
		t.Fatalf("at the start: got %+v", m)
	}
	m.play(b, "zz").Want(422)
	for n := range 3 {
		p := asked()
		for i := 0; i < len(p.Line); i += 2 {
			page := m.play(b, p.Line[i]).Want(200).Lacks("solution")
			if i+2 < len(p.Line) {
				page.Lacks(p.Line[i+2] + `"},`)
			}
		}
		if m.Result != "solved" || m.Score != n+1 || m.Tried != n+1 || m.Next == nil || m.Outcome != "" {
			t.Fatalf("puzzle %d: got %+v", n, m)
		}
	}
	before := m.LeftMS
	old := m
	m.play(b, wrongMove(t, entry, asked())).Want(200)
	if m.Result != "wrong" || m.Score != 3 || m.Tried != 4 || m.Next == nil || m.LeftMS > before-10_000 || len(m.Turns) > 0 {
		t.Errorf("after a wrong move: got %+v", m)
	}
	old.play(b, asked().Line[0]).Want(409) // answered already
	s.Clock.Advance(3 * time.Minute)
	started := m.Started
	m.play(b, "a1").Want(200)
	if m.Next != nil || m.LeftMS != 0 || m.Score != 3 {
		t.Errorf("after the end: got %+v", m)
	}
	page := b.Get(fmt.Sprintf("/puzzles/storm?game=%s&started=%d", six, started)).Want(200).Has("Time is up: 3 puzzles solved", "Your best", "Best of today", `href="/player/ann"`)
	if strings.Count(page.Main(), `class="you"`) != 1 {
		t.Error("the ranking does not mark its reader")
	}
	b.Get("/puzzles").Want(200).Has("1 day in a row")
	s.Browser().Get("/puzzles/storm").Want(200)
	s.Browser().Get("/puzzles/storm?game="+six).Want(200).Has("ann", "Best of today").Lacks("Your best")
}

// A visitor becomes a guest by the first storm. Storms of others and of other games are
// not found.
func TestStormGuests(t *testing.T) {
	s, _ := newSite(t)
	b := s.Browser()
	var m storm
	b.Send("/puzzles/storm", `{"game":"`+six+`"}`).Want(200).JSON(&m)
	if len(b.Cookies()) == 0 || m.Next == nil {
		t.Errorf("got %+v and cookies %v", m, b.Cookies())
	}
	m.play(s.Guest(), "a1").Want(404).Has("This storm is over.")
	m.play(s.Browser(), "a1").Want(404)
	b.Send("/puzzles/storm", `{"game":"chess"}`).Want(404)
	b.Get("/puzzles/storm?game=chess").Want(404)
	b.Send("/puzzles/storm/move", `{"game":"`+six+`","started":"soon"}`).Want(404)
	b.Send("/puzzles/storm/move", `{`).Want(400)
}
