// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// Value is the outcome of a solved position for the side to move.
type Value int8

// The values, worst first.
const (
	Lost  Value = -1
	Drawn Value = 0
	Won   Value = 1
)

// Prober return the values of solved positions.
type Prober[P any] interface {
	// Probe looks a position up. It must be fast, must not allocate, and must be safe for
	// concurrent use if an engine has several threads.
	Probe(p P) (Solved, error)
	// Value may also search, for one caller at a time. If the context ends the worth is
	// unknown.
	Value(ctx context.Context, p P) (Solved, error)
}

// Solved is the value of a position by tables, or unknown. An error beside it means that a table
// cannot be read.
type Solved struct {
	Known bool
	Value Value // for the side to move
	Plies int   // until the game is over, both sides playing best; less than 0 where only the value is known
}

// before returns the value of a move into a position, for the side that makes it.
func (w Solved) before() Solved {
	w.Value = -w.Value
	if w.Plies >= 0 {
		w.Plies++
	}
	return w
}

// Score returns the score of a move of that worth: early wins are best, early losses
// worst.
func (w Solved) Score() int { return solved(w.Value, w.Plies, 0) }

// solved turns a probed value into a score at a ply of the search.
func solved(value Value, plies, ply int) int {
	if plies < 0 {
		return int(value) * (promised - ply)
	}
	return int(value) * (Win - min(plies+ply, longest))
}

const (
	// askDepth is the least depth of probes below the moves of the root. A probe may cost
	// as much as a hundred nodes.
	askDepth = 1
	// knownDepth is the depth of an entry with an exact value.
	knownDepth = 1<<8 - 1
)

// probeNode looks a node up in tables of solved positions. Only captures and placements
// lead into them: after other moves the parent would have been found.
func (t *thread[P, M]) probeNode(n *node[P]) (score int, ok bool) {
	if t.tables == nil || n.ply > 1 && (n.depth < askDepth || n.since != t.base+n.ply) {
		return 0, false
	}
	w, err := t.tables.Probe(n.pos)
	if err != nil || !w.Known {
		return 0, false
	}
	score = solved(w.Value, w.Plies, n.ply)
	if t.table != nil && n.depth > 0 {
		t.table.store(n.key, tableEntry{score: int32(shiftResult(score, n.ply)), move: noMove, depth: knownDepth}, exact)
	}
	return score, true
}

// probeRoot looks the root up in tables. If they have the distance, a search of one ply
// finds the way. In a draw or without distances all moves that keep the value would have
// equal scores: then only these moves are searched, by evaluation, without tables.
func (r *roots[P, M]) probeRoot() {
	if r.tables == nil {
		return
	}
	w, err := r.tables.Probe(r.node.pos)
	if err != nil || !w.Known || w.Value != Drawn && w.Plies >= 0 {
		return
	}
	kept := r.keeping(w.Value)
	if len(kept) == 0 {
		return
	}
	r.choices, r.tables, r.known = kept, nil, &w.Value
}

// keeping returns the moves that keep the value of the root. In a won position it leaves
// out moves into earlier positions if there are others, so that the game makes progress.
func (r *roots[P, M]) keeping(value Value) []rootMove[M] {
	var kept, fresh, stale []rootMove[M]
	for i := range r.choices {
		move := r.choices[i]
		got, ok := r.value(&move)
		switch {
		case !ok:
			continue
		case got != value:
			r.worse = append(r.worse, move)
			continue
		}
		kept = append(kept, move)
		if slices.Contains(r.path[:r.base], r.node.pos.Play(move.move).Hash()) {
			stale = append(stale, move)
		} else {
			fresh = append(fresh, move)
		}
	}
	if value == Won && len(fresh) > 0 {
		kept, r.worse = fresh, append(r.worse, stale...)
	}
	slices.SortStableFunc(r.worse, func(a, b rootMove[M]) int { return cmp.Compare(b.score, a.score) })
	return kept
}

// value returns the value of a root move, if rules or tables have it.
func (r *roots[P, M]) value(move *rootMove[M]) (v Value, ok bool) {
	r.judged = false
	r.node.depth = 1
	score := r.follow(&r.node, move.move, move.kind, -infinite, false, 0)
	move.score = score
	v, _ = Promises(score)
	return v, !r.judged && !r.spent
}

// summary returns the result so far, with the value of the root from tables.
func (r *roots[P, M]) summary() Result[M] {
	best := r.best
	best.Nodes, best.Elapsed = r.nodes+r.group.nodes.Load(), r.elapsed()
	best.Score = r.settled(best.Score)
	if r.ranked {
		best.Lines = append([]Result[M]{best}, r.ranking()...)
	}
	return best
}

// settled returns a score of the root, corrected if it contradicts the tables.
func (r *roots[P, M]) settled(score int) int {
	if r.known == nil {
		return score
	}
	if v, ok := Promises(score); ok && v == *r.known {
		return score
	}
	return solved(*r.known, -1, 0)
}

// Win is the score of a game already won. A win n plies away scores Win - n, a
// loss n plies away n - Win, so that the winner hurries and the loser delays.
const Win = 100_000

const (
	infinite = Win + 1
	longest  = 10_000 // plies of the longest win a score can express
	decisive = Win - longest

	// Scores from assured on promise a result. Below decisive the distance is unknown:
	// they come from WDL tables.
	assured  = decisive - 1000
	promised = decisive - 1 // a win of unknown distance at the root; less the ply elsewhere
)

// MateIn returns the distance in plies to the end of the game that a score promises, and
// whether it promises one. The sign of the score says who wins.
func MateIn(score int) (plies int, ok bool) {
	if score < 0 {
		score = -score
	}
	return Win - score, score >= decisive
}

// Promises returns the result that a score promises, at a known distance or not. Other
// scores are evaluations.
func Promises(score int) (v Value, ok bool) {
	switch {
	case score >= assured:
		return Won, true
	case score <= -assured:
		return Lost, true
	}
	return Drawn, false
}

// Result is the result of a search or of a finished iteration.
type Result[M comparable] struct {
	Move    M
	Score   int           // for the side to move: 100 is a man, see [Win]
	Depth   int           // plies of the last finished iteration
	Nodes   uint64        // positions visited
	PV      []M           // principal variation, Move first; never empty
	Elapsed time.Duration // since the search began
	// Lines are the best moves, the best first, if Limits.Lines asked for them; the first
	// is this result. There are fewer if the position has fewer moves. Later ones are less
	// deep if the last iteration was stopped.
	Lines []Result[M]
}
