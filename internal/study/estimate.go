// SPDX-License-Identifier: Apache-2.0

package study

import (
	"cmp"
	"context"
	"slices"

	"cairn/catalog"
	"cairn/engine"
	"cairn/game"
	"cairn/record"
)

// Searcher finds moves: a catalog.Entry or a catalog.Thinker.
type Searcher interface {
	Think(ctx context.Context, q catalog.Question) (catalog.Answer, error)
}

// ReviewLimits bound the search of each position of a review: about 50 ms.
var ReviewLimits = engine.Limits{Nodes: 50_000}

// Estimate fills in the worths of a position and its best moves that are not exact, by
// one search for a number of lines, 0 for all moves.
func Estimate(ctx context.Context, e Searcher, s game.State, p *Position, lines int, l engine.Limits) error {
	if p.Whole() || len(p.Moves) == 0 {
		return nil
	}
	if lines == 0 {
		lines = len(p.Moves)
	}
	found, err := e.Think(ctx, catalog.Question{State: s, Lines: lines, Limits: l})
	if err != nil {
		return err
	}
	answer := p.Answer(found, len(p.Moves))
	for _, line := range answer.Lines {
		for i := range p.Moves {
			if m := &p.Moves[i]; m.Text == line.Move && !m.Exact {
				m.Score, m.Depth = line.Score, line.Depth
			}
		}
	}
	if !p.Exact {
		p.Score, p.Depth = answer.Score, max(answer.Depth, 1)
	}
	return nil
}

// maxScore bounds scores before they are compared: beyond ten men the game is decided,
// and how soon it ends says little about a move.
const maxScore = 1000

// Estimated reports whether both worths are estimates, so that Loss is known.
func (t *ReviewedMove) Estimated() bool {
	return !t.Before.Exact && !t.After.Exact && t.Before.Depth > 0 && t.After.Depth > 0
}

// Estimate fills in the worths of a review that are not exact, by a search of each
// position concerned; report, which may be nil, is called after each turn. Verdicts do
// not change, and an error leaves the whole review unchanged.
func (r *Review) Estimate(ctx context.Context, e Searcher, w *record.Walk, l engine.Limits, report func(done, all int)) error {
	g := estimator{Searcher: e, walk: w, limits: l, next: -1}
	turns := append([]ReviewedMove(nil), r.Turns...)
	for i := len(turns) - 1; i >= 0; i-- { // backwards, so that the transposition table holds the later positions
		if turns[i].Verdict == Unknown {
			if err := g.turn(ctx, &turns[i]); err != nil {
				return err
			}
		}
		if report != nil {
			report(len(turns)-i, len(turns))
		}
	}
	r.Turns = turns
	return nil
}

// estimator estimates the turns of a game, the last first.
type estimator struct {
	Searcher
	walk   *record.Walk
	limits engine.Limits
	next   int // ply of the position that was searched last
	after  catalog.Answer
}

// search searches the position at a ply.
func (g *estimator) search(ctx context.Context, ply int) (catalog.Answer, error) {
	if g.next == ply {
		return g.after, nil
	}
	a, err := g.Think(ctx, catalog.Question{State: g.walk.StateAt(ply), Limits: g.limits})
	if err == nil {
		err = ctx.Err()
	}
	return a, err
}

// turn estimates the worths of a turn that are not exact.
func (g *estimator) turn(ctx context.Context, t *ReviewedMove) error {
	before, err := g.search(ctx, t.Ply-1)
	if err != nil {
		return err
	}
	t.Best = before.Move
	if !t.Before.Exact {
		t.Before.Score, t.Before.Depth = before.Score, max(before.Depth, 1)
	}
	switch {
	case t.After.Exact:
	case t.Move == before.Move:
		t.After.Score, t.After.Depth = before.Score, max(before.Depth, 1)
	default:
		after, err := g.search(ctx, t.Ply)
		if err != nil {
			return err
		}
		t.After.Score, t.After.Depth = -after.Score, after.Depth+1
	}
	if t.Estimated() {
		bound := func(score int) int { return min(max(score, -maxScore), maxScore) }
		t.Loss = max(0, bound(t.Before.Score)-bound(t.After.Score))
	}
	g.next, g.after = t.Ply-1, before
	return nil
}

// Whole reports whether tables know the position and all its moves.
func (p *Position) Whole() bool {
	return p.Exact && !slices.ContainsFunc(p.Moves, func(m Move) bool { return !m.Exact })
}

// Scored returns an estimate, or an exact worth as a score of the engine.
func (w Worth) Scored() int {
	if !w.Exact {
		return w.Score
	}
	return engine.Solved{Known: true, Value: engine.Value(w.Value), Plies: w.Plies}.Score()
}

// Answer merges the result of a search with the tables: exact values replace scores, and
// moves that keep an exact result come first. It has at most so many lines.
func (p *Position) Answer(found catalog.Answer, lines int) catalog.Answer {
	merged := found
	merged.Lines = nil
	for _, line := range found.Lines {
		if m, _ := p.Find(line.Move); !m.Exact {
			line.Exact = false
			merged.Lines = append(merged.Lines, line)
		}
	}
	for _, m := range p.Moves {
		if m.Exact {
			merged.Lines = append(merged.Lines, exactLine(m, found))
		}
	}
	slices.SortStableFunc(merged.Lines, func(a, b catalog.Answer) int {
		return cmp.Or(cmp.Compare(p.keeps(b.Move), p.keeps(a.Move)), cmp.Compare(b.Score, a.Score))
	})
	merged.Lines = merged.Lines[:min(len(merged.Lines), lines)]
	if len(merged.Lines) > 0 {
		first := merged.Lines[0]
		merged.Move, merged.Score, merged.Depth, merged.PV, merged.Exact = first.Move, first.Score, first.Depth, first.PV, first.Exact
	}
	if p.Exact {
		merged.Score, merged.Exact = p.Scored(), true
	}
	return merged
}

// exactLine returns the line of an exact move: the line of the search if its score
// agrees with the tables, else the move alone.
func exactLine(m Move, found catalog.Answer) catalog.Answer {
	for _, line := range found.Lines {
		if line.Move == m.Text && line.Score == m.Scored() {
			line.Exact = true
			return line
		}
	}
	return catalog.Answer{
		Move: m.Text, Score: m.Scored(), Exact: true, PV: []string{m.Text},
		Depth: found.Depth, Nodes: found.Nodes, Elapsed: found.Elapsed,
	}
}

// keeps returns 1 for a move that is known to keep the result, else 0.
func (p *Position) keeps(text string) int {
	if m, _ := p.Find(text); m.Keeps {
		return 1
	}
	return 0
}
