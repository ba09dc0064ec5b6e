// SPDX-License-Identifier: Apache-2.0

package study_test

import (
	"testing"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/study"
	"cairn/record"
)

// three returns three men's morris with its tables.
func three(t *testing.T) *catalog.Entry {
	t.Helper()
	entry, err := catalog.Standard().Find("three")
	if err != nil {
		t.Fatal(err)
	}
	entry.UseTables(t.TempDir())
	return entry
}

func TestExact(t *testing.T) {
	entry := three(t)
	p, err := study.Exact(t.Context(), entry, entry.Start())
	if err != nil {
		t.Fatal(err)
	}
	if !p.Exact || p.Value != 1 || p.Plies != 9 {
		t.Errorf("start: got %s in %d, want win in 9", p.Name(), p.Plies)
	}
	if got := len(p.Keeping()); got == 0 || got == len(p.Moves) {
		t.Errorf("%d of %d moves keep the win, want some", got, len(p.Moves))
	}
	for _, m := range p.Moves {
		if m.Keeps != (m.Value == p.Value) || m.Best != (m.Value == 1 && m.Plies == 9) {
			t.Errorf("%s: %s in %d, keeps %v, best %v", m.Text, m.Name(), m.Plies, m.Keeps, m.Best)
		}
	}
}

// Without tables only the end of a game is exact.
func TestExactWithoutTables(t *testing.T) {
	entry, err := catalog.Standard().Find("nine")
	if err != nil {
		t.Fatal(err)
	}
	p, err := study.Exact(t.Context(), entry, entry.Start())
	if err != nil {
		t.Fatal(err)
	}
	if p.Known() || len(p.Moves) != 24 || p.Moves[0].Known() || len(p.Keeping()) != 0 {
		t.Errorf("got %+v, want 24 moves of no known worth", p)
	}
}

// The worst move of each position is a mistake of the right kind, and the first move of
// Keeping is none.
func TestReview(t *testing.T) {
	entry := three(t)
	walk := record.Begin(entry, entry.Start())
	var want []study.Verdict
	for ply := 0; ply < 20 && !walk.Result().Over(); ply++ {
		p, err := study.Exact(t.Context(), entry, walk.State())
		if err != nil {
			t.Fatal(err)
		}
		chosen := p.Moves[0]
		for _, m := range p.Moves {
			switch {
			case ply%3 == 0 && m.Value < chosen.Value, ply%3 != 0 && m.Best:
				chosen = m
			}
		}
		want = append(want, map[[2]int]study.Verdict{
			{1, 0}: study.WinDraw, {1, -1}: study.WinLoss, {0, -1}: study.DrawLoss,
		}[[2]int{p.Value, chosen.Value}])
		if want[ply] == "" {
			want[ply] = study.Kept
			if p.Value == 1 && !chosen.Best {
				want[ply] = study.Slower
			}
		}
		if _, err := walk.Play(chosen.Text, 0); err != nil {
			t.Fatal(err)
		}
	}
	r, err := study.ReviewGame(t.Context(), entry, walk)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Exactly() || len(r.Turns) != len(want) {
		t.Fatalf("exact %v, %d turns, want %d exact ones", r.Exactly(), len(r.Turns), len(want))
	}
	for i, turn := range r.Turns {
		if turn.Verdict != want[i] {
			t.Errorf("turn %d %s: got %s, want %s", i+1, turn.Move, turn.Verdict, want[i])
		}
	}
	if share, ok := r.Accuracy(game.White); !ok || share <= 0 || share >= 1 {
		t.Errorf("white's accuracy is %v %v, want a part", share, ok)
	}
}
