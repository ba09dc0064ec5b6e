// SPDX-License-Identifier: Apache-2.0

package contest_test

import (
	"testing"

	"cairn/catalog"
	"cairn/engine"
	"cairn/game"
	"cairn/games/morris"
	morrisindex "cairn/games/morris/index"
	"cairn/lab/arena"
	"cairn/lab/contest"
)

// In games of six men's morris against all others, a perfect player gives no
// result away. `lab levels six --level perfect` plays more of them.
func TestPerfectGivesNothingAway(t *testing.T) {
	six := catalog.Bind(morris.Six, morrisindex.For)
	six.UseTables(t.TempDir())
	for _, level := range engine.Levels()[:5] { // those above are like the last, with so few nodes
		score, err := contest.Meet(t.Context(), six, engine.Perfect, level, 500, arena.Plan{Games: 4, Opening: 2, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d won, %d drawn, %d lost, %d moves", level, score.Wins, score.Draws, score.Losses, score.Judged)
		if score.Lapses > 0 || score.Losses > 0 || score.Judged < 20 {
			t.Errorf("%s: %d lapses in %d moves, %d games lost; want none", level, score.Lapses, score.Judged, score.Losses)
		}
	}
}

// Tables end the games of a match once no men are in hand, with the results they
// know.
func TestMatchByTables(t *testing.T) {
	e := find(t, "three")
	e.UseTables(t.TempDir())
	spec, ended := spec(t, "novice"), 0
	_, err := contest.Play(t.Context(), e, spec, spec, arena.Plan{Games: 20, Tables: true, Opening: 2, Played: func(g arena.Played) {
		state := e.Start()
		for _, move := range g.Moves {
			var err error
			if state, err = state.Play(move); err != nil {
				t.Fatal(err)
			}
		}
		if g.Ending != arena.ByTables {
			if !state.Result().Over() {
				t.Errorf("%v ended by %v, want tables or rules", g.Moves, g.Ending)
			}
			return
		}
		ended++
		j, err := e.ProbeMoves(t.Context(), state)
		if err != nil {
			t.Fatal(err)
		}
		want := map[int]game.Verdict{1: game.Wins(state.Turn()), 0: game.Draw, -1: game.Wins(state.Turn().Other())}[j.Value.Sign()]
		if len(g.Moves) != 6 || g.Verdict != want {
			t.Errorf("%v: got %v after %d moves, want %v after 6", g.Moves, g.Verdict, len(g.Moves), want)
		}
	}})
	if err != nil || ended == 0 {
		t.Errorf("%d games ended by tables, error %v", ended, err)
	}
	nine := find(t, "nine")
	nine.UseTables(t.TempDir())
	if _, err := contest.Play(t.Context(), nine, spec, spec, arena.Plan{Tables: true}); err == nil {
		t.Error("no error without tables")
	}
}
