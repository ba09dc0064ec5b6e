// SPDX-License-Identifier: Apache-2.0

package study

import (
	"context"
	"slices"

	"cairn/game"
	"cairn/record"
)

// Verdict is the effect of a move on the result, for the side that made it.
type Verdict string

// The verdicts. There are no thresholds: the result changed or it did not.
const (
	Kept     Verdict = "kept"      // the result is the same, and a win is as near as before
	Slower   Verdict = "slower"    // still won, but not by the quickest way
	WinDraw  Verdict = "win-draw"  // a win became a draw
	WinLoss  Verdict = "win-loss"  // a win became a loss
	DrawLoss Verdict = "draw-loss" // a draw became a loss
	Unknown  Verdict = "unknown"   // not covered by tables
)

// Mistake reports whether the move changed the result.
func (v Verdict) Mistake() bool { return v == WinDraw || v == WinLoss || v == DrawLoss }

// ReviewedMove is a move of a game, judged.
type ReviewedMove struct {
	Ply     int // from 1
	Side    game.Side
	Move    string
	Before  Worth // of the position, for the side that moved
	After   Worth // of the move, for the side that moved
	Verdict Verdict
	Legal   int      // how many moves there were
	Keeping []string // moves that keep the result, the best first; nil if not known

	// Where both worths are estimates; see Review.Estimate.
	Best string // the move that the engine prefers
	Loss int    // how much worse the move is, 100 a man; it is never mixed with verdicts
}

// Weight is how hard the choice was: the share of moves that would have changed the
// result, 0 if none would or the values are not known.
func (t *ReviewedMove) Weight() float64 {
	if !t.Before.Exact || !t.After.Exact || t.Legal == 0 {
		return 0
	}
	return 1 - float64(len(t.Keeping))/float64(t.Legal)
}

// Review is a game, judged.
type Review struct {
	Turns []ReviewedMove
	// Spoiled is the side that had a win by the tables when the game was drawn by
	// repetition or by the limit of quiet turns, which tables ignore.
	Spoiled *game.Side
}

// Accuracy is the share of a side's moves that kept the result, each weighed by how
// hard it was to find. Ok is false if no choice of the side mattered or is known.
func (r *Review) Accuracy(side game.Side) (share float64, ok bool) {
	var kept, all float64
	for i := range r.Turns {
		t := &r.Turns[i]
		if t.Side != side {
			continue
		}
		all += t.Weight()
		if !t.Verdict.Mistake() {
			kept += t.Weight()
		}
	}
	if all == 0 {
		return 0, false
	}
	return kept / all, true
}

// Exactly reports whether every move is exact.
func (r *Review) Exactly() bool {
	return !slices.ContainsFunc(r.Turns, func(t ReviewedMove) bool { return t.Verdict == Unknown })
}

// ExactFrom returns the first ply from which on every move is exact, 0 if the last one
// is not.
func (r *Review) ExactFrom() int {
	for i := len(r.Turns); i > 0; i-- {
		if r.Turns[i-1].Verdict == Unknown {
			if i == len(r.Turns) {
				return 0
			}
			return i + 1
		}
	}
	return min(len(r.Turns), 1)
}

// ReviewGame judges every move of a game by tables.
func ReviewGame(ctx context.Context, judge Prober, w *record.Walk) (Review, error) {
	var r Review
	turns := w.Turns()
	for ply, turn := range turns {
		state := w.StateAt(ply)
		p, err := Exact(ctx, judge, state)
		if err != nil {
			return Review{}, err
		}
		r.Turns = append(r.Turns, ReviewMove(&p, ply+1, state.Turn(), turn.Move))
	}
	if err := r.findSpoiled(ctx, judge, w); err != nil {
		return Review{}, err
	}
	return r, nil
}

// ReviewMove judges one move of a position.
func ReviewMove(p *Position, ply int, side game.Side, text string) ReviewedMove {
	t := ReviewedMove{Ply: ply, Side: side, Move: text, Before: p.Worth, After: Worth{Plies: -1}, Legal: len(p.Moves), Verdict: Unknown}
	move, legal := p.Find(text)
	if !legal {
		return t
	}
	t.After = move.Worth
	if !p.Exact || !move.Exact {
		return t
	}
	t.Keeping = p.Keeping()
	t.Verdict = verdict(p.Worth, move)
	return t
}

func verdict(before Worth, m Move) Verdict {
	switch {
	case before.Value == 1 && m.Value == 0:
		return WinDraw
	case before.Value == 1 && m.Value == -1:
		return WinLoss
	case before.Value == 0 && m.Value == -1:
		return DrawLoss
	case before.Value == 1 && !m.Best && m.Plies >= 0:
		return Slower
	}
	return Kept
}

// findSpoiled sets Spoiled by the last position of a game that a draw rule ended.
func (r *Review) findSpoiled(ctx context.Context, judge Prober, w *record.Walk) error {
	result := w.Result()
	if result.Verdict != game.Draw || w.State().Result().Over() {
		return nil
	}
	p, err := Exact(ctx, judge, w.State())
	if err != nil || !p.Exact || p.Value == 0 {
		return err
	}
	side := w.State().Turn()
	if p.Value < 0 {
		side = side.Other()
	}
	r.Spoiled = &side
	return nil
}
