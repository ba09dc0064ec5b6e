// SPDX-License-Identifier: Apache-2.0

package analyst_test

import (
	"testing"

	"cairn/catalog"
	"cairn/engine"
	"cairn/game"
	"cairn/internal/fair"
	"cairn/internal/study"
	"cairn/internal/study/analyst"
)

// judged estimates a position.
func judged(t *testing.T, s *analyst.Service, e *catalog.Entry, state game.State) study.Position {
	t.Helper()
	p, err := study.Exact(t.Context(), e, state)
	if err != nil {
		t.Fatal(err)
	}
	s.Estimate(t.Context(), fair.Client{}, e, state, &p)
	return p
}

// Moves that are alike by symmetry have one value, and so have positions.
func TestMirrorMovesShareAValue(t *testing.T) {
	for _, id := range []string{"nine", "fanorona", "yote"} {
		entry := find(t, id)
		s := analyst.New(analyst.Options{Busy: func() bool { return false }})
		p, spot, values := judged(t, s, entry, entry.Start()), study.SpotOf(entry, entry.Start()), map[string]study.Move{}
		for i, m := range entry.Start().Moves() {
			got, name := p.Moves[i], spot.Move(m)
			if first, seen := values[name]; seen && (first.Score != got.Score || first.Depth != got.Depth) {
				t.Errorf("%s: %s is worth %d, and %s by symmetry %d", id, first.Text, first.Score, got.Text, got.Score)
			} else if !seen {
				values[name] = got
			}
		}
	}
}

// The deepest search of a position replaces the quick look: at the position, at its
// moves, and at the positions after them.
func TestDeepestSearchIsKnown(t *testing.T) {
	entry := find(t, "fanorona")
	start := entry.Start()
	s := analyst.New(analyst.Options{Busy: func() bool { return false }})
	quick := judged(t, s, entry, start)
	var last catalog.Answer
	q := catalog.Question{State: start, Lines: 2, Limits: engine.Limits{Nodes: 300_000}}
	if err := s.Search(t.Context(), fair.Client{}, entry, q, func(a catalog.Answer) { last = a }); err != nil {
		t.Fatal(err)
	}
	if last.Depth <= quick.Depth {
		t.Fatalf("depth %d after %d", last.Depth, quick.Depth)
	}
	p := judged(t, s, entry, start)
	if p.Score != last.Score || p.Depth != last.Depth {
		t.Errorf("the position is worth %d at depth %d, want %d at %d", p.Score, p.Depth, last.Score, last.Depth)
	}
	bound := last.Lines[1].Score
	for _, m := range p.Moves {
		want := min(m.Score, bound)
		for _, line := range last.Lines {
			if m.Text == line.Move {
				want = line.Score
			}
		}
		if m.Score != want {
			t.Errorf("%s is worth %d, want %d", m.Text, m.Score, want)
		}
	}
	for _, line := range last.Lines {
		after, err := start.Play(line.Move)
		if err != nil {
			t.Fatal(err)
		}
		if next := judged(t, s, entry, after); next.Score != -line.Score {
			t.Errorf("after %s it is worth %d, want %d", line.Move, next.Score, -line.Score)
		}
	}
}

// A move is worth what the position after it is, when that has been searched deeper.
func TestPositionsFollowTheirMoves(t *testing.T) {
	entry := find(t, "fanorona")
	s := analyst.New(analyst.Options{Busy: func() bool { return false }})
	quick := judged(t, s, entry, entry.Start())
	for _, m := range quick.Moves { // each move, by a deeper search
		after, err := entry.Start().Play(m.Text)
		if err != nil {
			t.Fatal(err)
		}
		q := catalog.Question{State: after, Limits: engine.Limits{Nodes: 100_000}}
		if err := s.Search(t.Context(), fair.Client{}, entry, q, func(catalog.Answer) {}); err != nil {
			t.Fatal(err)
		}
	}
	p := judged(t, s, entry, entry.Start())
	best := p.Moves[0].Score
	for _, m := range p.Moves {
		best = max(best, m.Score)
		after, err := entry.Start().Play(m.Text)
		if err != nil {
			t.Fatal(err)
		}
		if next := judged(t, s, entry, after); next.Score != -m.Score || m.Depth <= quick.Depth {
			t.Errorf("%s is worth %d at depth %d, and %d after it", m.Text, m.Score, m.Depth, -next.Score)
		}
	}
	if p.Score != best {
		t.Errorf("the position is worth %d, its best move %d", p.Score, best)
	}
}
