// SPDX-License-Identifier: Apache-2.0

package review_test

import (
	"testing"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/study"
	"cairn/internal/web/webtest"
)

// shuffle returns four moves that lead back to a position: each side moves a man and
// moves it back.
func shuffle(state game.State) []string {
	for _, first := range state.Moves() {
		line := []string{first.Text}
		at, err := state.Play(first.Text)
		for err == nil && len(line) < 4 && !at.Result().Over() {
			moves, next := at.Moves(), ""
			for _, m := range moves {
				after, _ := at.Play(m.Text)
				if len(line) == 1 || backTo(state, line, after) {
					next = m.Text
					break
				}
			}
			if next == "" {
				break
			}
			line = append(line, next)
			at, err = at.Play(next)
		}
		if len(line) == 4 && sameMen(at, state) {
			return line
		}
	}
	return nil
}

// backTo reports whether the men of the side that moved last stand as they did in the
// first position, after a line of moves from it and one more.
func backTo(first game.State, line []string, after game.State) bool {
	side := first.Turn()
	if len(line)%2 == 1 {
		side = side.Other()
	}
	men, was := after.View().Men, first.View().Men
	for p := range was {
		if a, b := men[p] == game.ManOf(side), was[p] == game.ManOf(side); a != b {
			return false
		}
	}
	return true
}

func sameMen(a, b game.State) bool {
	men, others := a.View().Men, b.View().Men
	for p := range men {
		if men[p] != others[p] {
			return false
		}
	}
	return true
}

// wonAndQuiet returns moves that place all men of three men's morris so that a side has
// won by the tables, and four moves that repeat the position.
func wonAndQuiet(t *testing.T, entry *catalog.Entry, state game.State, line []string) (placed, quiet []string) {
	t.Helper()
	if state.Result().Over() {
		return nil, nil
	}
	if len(line) == 6 {
		p, err := study.Exact(t.Context(), entry, state)
		if err != nil {
			t.Fatal(err)
		}
		if quiet := shuffle(state); p.Exact && p.Value != 0 && quiet != nil {
			return line, quiet
		}
		return nil, nil
	}
	for _, m := range state.Moves() {
		next, err := state.Play(m.Text)
		if err != nil {
			t.Fatal(err)
		}
		if placed, quiet = wonAndQuiet(t, entry, next, append(line[:len(line):len(line)], m.Text)); placed != nil {
			return placed, quiet
		}
	}
	return nil, nil
}

// A game that is drawn by repetition although the tables know a win says so.
func TestSpoiled(t *testing.T) {
	s := newSite(t)
	entry, err := s.Live.Rooms.Games().Find("three")
	if err != nil {
		t.Fatal(err)
	}
	placed, quiet := wonAndQuiet(t, entry, entry.Start(), nil)
	if placed == nil {
		t.Fatal("no such game found")
	}
	screen := s.Browser()
	id := screen.Create("three", "screen")
	play := func(moves []string) {
		t.Helper()
		for _, move := range moves {
			screen.Post("/match/"+id+"/move", webtest.Form("move", move)).Want(200)
		}
	}
	play(placed)
	for range 10 {
		if screen.State(id).Status == "over" {
			break
		}
		play(quiet)
	}
	path := "/match/" + id + "/review"
	if review := reviewJSON(t, screen, path); review.Spoiled == nil {
		t.Fatalf("got %+v, want a win that was spoiled", review)
	}
	screen.Get(path).Want(200).Has("was winning; the tables do not take this rule into account")
}
