// SPDX-License-Identifier: Apache-2.0

package study_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"cairn/catalog"
	"cairn/engine"
	"cairn/internal/study"
	"cairn/record"
)

func find(t *testing.T, name string) *catalog.Entry {
	t.Helper()
	entry, err := catalog.Standard().Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return entry
}

// Moves without an exact value get a score, and the position gets the score of the best.
func TestEstimate(t *testing.T) {
	entry := find(t, "fanorona")
	p, err := study.Exact(t.Context(), entry, entry.Start())
	if err != nil {
		t.Fatal(err)
	}
	if err := study.Estimate(t.Context(), entry, entry.Start(), &p, 0, engine.Limits{Nodes: 10_000}); err != nil {
		t.Fatal(err)
	}
	best := p.Moves[0].Score
	for _, m := range p.Moves {
		best = max(best, m.Score)
		if m.Exact || m.Depth == 0 {
			t.Errorf("%s: %+v, want an estimate", m.Text, m.Worth)
		}
	}
	if p.Exact || p.Depth == 0 || p.Score != best {
		t.Errorf("got %+v, want an estimate of %d", p.Worth, best)
	}
	if out := p.JSON(); out.Value != "unknown" || out.Score == nil || *out.Score != best {
		t.Errorf("JSON: %+v", out.WorthJSON)
	}
}

// Exact worths stay unchanged.
func TestEstimateKeepsExactValues(t *testing.T) {
	entry := three(t)
	p, err := study.Exact(t.Context(), entry, entry.Start())
	if err != nil {
		t.Fatal(err)
	}
	moves := append([]study.Move(nil), p.Moves...)
	worth := p.Worth
	if err := study.Estimate(t.Context(), entry, entry.Start(), &p, 0, engine.Limits{Nodes: 1000}); err != nil {
		t.Fatal(err)
	}
	if p.Worth != worth || !reflect.DeepEqual(p.Moves, moves) {
		t.Errorf("got %+v, want %+v %+v", p, worth, moves)
	}
}

// played returns a game of the engine's best moves, with its worst on one ply.
func played(t *testing.T, entry *catalog.Entry, plies, worst int) *record.Walk {
	t.Helper()
	walk := record.Begin(entry, entry.Start())
	for ply := 1; ply <= plies; ply++ {
		a, err := entry.Think(t.Context(), catalog.Question{State: walk.State(), Lines: 99, Limits: engine.Limits{Nodes: 30_000}})
		if err != nil {
			t.Fatal(err)
		}
		move := a.Move
		if ply == worst {
			move = a.Lines[len(a.Lines)-1].Move
		}
		if _, err := walk.Play(move, 0); err != nil {
			t.Fatal(err)
		}
	}
	return walk
}

// A review without tables has no verdicts, and the worst move costs most.
func TestReviewEstimate(t *testing.T) {
	const worst = 4
	entry := find(t, "fanorona")
	walk := played(t, entry, 6, worst)
	r, err := study.ReviewGame(t.Context(), entry, walk)
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	if err := r.Estimate(t.Context(), entry, walk, engine.Limits{Nodes: 20_000}, func(done, all int) { steps += done / all }); err != nil {
		t.Fatal(err)
	}
	if steps != 1 || r.Exactly() {
		t.Errorf("reported the end %d times, exact %v", steps, r.Exactly())
	}
	for i := range r.Turns {
		turn := &r.Turns[i]
		if turn.Verdict != study.Unknown || !turn.Estimated() || turn.Best == "" || turn.Loss < 0 || turn.Move == turn.Best && turn.Loss != 0 {
			t.Errorf("turn %d: %+v", turn.Ply, turn)
		}
		if turn.Ply != worst && turn.Loss >= r.Turns[worst-1].Loss {
			t.Errorf("turn %d costs %d, the worst move %d", turn.Ply, turn.Loss, r.Turns[worst-1].Loss)
		}
	}
	if out := r.JSON("fanorona"); out.Exact || out.Turns[0].Loss == nil || out.Turns[0].Before.Value != "unknown" || out.Turns[0].Before.Score == nil {
		t.Errorf("JSON: %+v", out.Turns[0])
	}
	for side, share := range r.JSON("fanorona").Accuracy {
		if share != nil {
			t.Errorf("side %d: accuracy %v of estimates", side, *share)
		}
	}
}

// An exact review is not searched, and a cancelled estimate changes nothing.
func TestReviewEstimateChangesNothing(t *testing.T) {
	entry := three(t)
	walk := played(t, entry, 4, 2)
	r, err := study.ReviewGame(t.Context(), entry, walk)
	if err != nil {
		t.Fatal(err)
	}
	want := append([]study.ReviewedMove(nil), r.Turns...)
	if err := r.Estimate(t.Context(), nil, walk, engine.Limits{}, nil); err != nil || !reflect.DeepEqual(r.Turns, want) {
		t.Errorf("got %+v, %v; want %+v", r.Turns, err, want)
	}
	entry = find(t, "yote")
	walk = played(t, entry, 3, 0)
	if r, err = study.ReviewGame(t.Context(), entry, walk); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.Estimate(ctx, entry, walk, study.ReviewLimits, nil); !errors.Is(err, context.Canceled) || r.Turns[0].Estimated() {
		t.Errorf("got %v and %+v, want the review as it was", err, r.Turns[0])
	}
}

// Loss needs an estimate before the move and an estimate after it.
func TestEstimated(t *testing.T) {
	estimate, exact, unknown := study.Worth{Depth: 1}, study.Worth{Exact: true, Depth: 1}, study.Worth{}
	for _, test := range []struct {
		before, after study.Worth
		want          bool
	}{
		{estimate, estimate, true},
		{estimate, unknown, false},
		{unknown, estimate, false},
		{exact, estimate, false},
		{estimate, exact, false},
	} {
		if got := (&study.ReviewedMove{Before: test.before, After: test.after}).Estimated(); got != test.want {
			t.Errorf("%+v, then %+v: got %t, want %t", test.before, test.after, got, test.want)
		}
	}
}

func TestExactFrom(t *testing.T) {
	const exact, unknown = study.Kept, study.Unknown
	for want, verdicts := range map[int][]study.Verdict{
		1: {exact, exact},
		2: {unknown, exact},
		3: {exact, unknown, exact},
	} {
		if got := reviewOf(verdicts...).ExactFrom(); got != want {
			t.Errorf("%v: got %d, want %d", verdicts, got, want)
		}
	}
	for _, verdicts := range [][]study.Verdict{nil, {unknown}, {exact, unknown}} {
		if got := reviewOf(verdicts...).ExactFrom(); got != 0 {
			t.Errorf("%v: got %d, want 0", verdicts, got)
		}
	}
}

func reviewOf(verdicts ...study.Verdict) *study.Review {
	var r study.Review
	for _, v := range verdicts {
		r.Turns = append(r.Turns, study.ReviewedMove{Verdict: v})
	}
	return &r
}
