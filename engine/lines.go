// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"cmp"
	"slices"

	"cairn/game"
)

// multiPV searches the lines after the first. It has a thread and a transposition table
// of its own, so that the first line is identical, node by node, to a search for one line.
type multiPV[P game.Position[P, M], M comparable] struct {
	*roots[P, M]
	most   int         // lines, the first not counted
	found  []Result[M] // of the last finished iteration, the first line included
	proven bool        // a deeper search cannot change them
}

// newMultiPV returns the search for further lines, nil if none are wanted.
func (e *Engine[P, M]) newMultiPV(r *roots[P, M], p P, recent []uint64, tables Prober[P], l Limits) *multiPV[P, M] {
	if l.Lines <= 1 {
		return nil
	}
	e.second = e.prepare(r.ctx, e.second, p, recent, tables, Limits{})
	e.second.budget = r.budget
	o := &multiPV[P, M]{roots: newRoots(e.second, p), most: l.Lines - 1}
	r.budget = o.budget
	return o
}

// deeper searches the first line to a depth, unless it is proven, then the other lines,
// and reports whether it finished.
func (r *roots[P, M]) deeper(depth int) bool {
	if !r.proven() {
		if !r.aspire(depth) {
			return false
		}
		r.best.Depth = depth
	}
	o := r.multiPV
	if o == nil {
		return true
	}
	o.budget = r.budget
	ok := o.search(depth, r.best)
	r.budget = o.budget
	return ok
}

// complete reports whether a deeper search cannot change any line.
func (r *roots[P, M]) complete() bool {
	return r.proven() && (r.multiPV == nil || r.multiPV.proven)
}

// search finds the best moves after the first to a depth. Scores are exact between the
// scores of the last and the first line, which is their upper bound.
func (o *multiPV[P, M]) search(depth int, first Result[M]) bool {
	o.node.depth, o.node.beta, o.judged = depth, first.Score+1, false
	lines := []Result[M]{first}
	number := 0
	for i := range o.choices {
		move := o.choices[i]
		if move.move == first.Move {
			continue
		}
		alpha, late := -infinite, 0
		if len(lines) > o.most {
			alpha, late = lines[o.most].Score, number
		}
		if alpha >= first.Score {
			break
		}
		score := o.try(&move, alpha, late)
		if o.spent {
			return false
		}
		if number++; score > alpha {
			move.score = min(score, first.Score)
			lines = o.insert(lines, move)
		}
	}
	o.found = lines
	o.lead(lines)
	o.proven = !slices.ContainsFunc(lines[1:], func(l Result[M]) bool {
		plies, ok := MateIn(l.Score)
		return !ok || plies > depth
	}) || depth == 1 && !o.judged
	return true
}

// insert puts a move after all lines that are as good, and drops the last of too many.
func (o *multiPV[P, M]) insert(lines []Result[M], move rootMove[M]) []Result[M] {
	o.extend(&o.node, move.move)
	line := Result[M]{Move: move.move, Score: move.score, Depth: o.node.depth, PV: o.line()}
	if o.node.closed() {
		line.PV = []M{move.move}
	}
	at := 1
	for at < len(lines) && lines[at].Score >= line.Score {
		at++
	}
	lines = slices.Insert(lines, at, line)
	return lines[:min(len(lines), o.most+1)]
}

// lead moves the moves of the lines to the front, for the next iteration.
func (o *multiPV[P, M]) lead(lines []Result[M]) {
	place := func(c rootMove[M]) int {
		if i := slices.IndexFunc(lines, func(l Result[M]) bool { return l.Move == c.move }); i >= 0 {
			return i
		}
		return len(lines)
	}
	slices.SortStableFunc(o.choices, func(a, b rootMove[M]) int { return cmp.Compare(place(a), place(b)) })
}

// ranking returns the lines after the best one, of the last iteration if the best one is
// newer, and then the moves that tables prove to be worse.
func (r *roots[P, M]) ranking() []Result[M] {
	var lines []Result[M]
	if r.multiPV == nil {
		return lines
	}
	for _, line := range r.multiPV.found {
		if line.Move != r.best.Move {
			line.Score = r.settled(min(line.Score, r.best.Score))
			lines = append(lines, line)
		}
	}
	for _, move := range r.worse {
		lines = append(lines, Result[M]{Move: move.move, Score: move.score, Depth: r.best.Depth, PV: []M{move.move}})
	}
	return lines[:min(len(lines), r.multiPV.most)]
}
