// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"cairn/catalog"
	"cairn/engine"
	"cairn/tablebase"
)

// knowledge is what tables tell of a position.
type knowledge struct {
	worth tablebase.Worth
	moves []string // those that keep its value, the best first; none if it is not known
}

// keep returns a move that keeps the value: the one given unless it would give
// the value away.
func (k knowledge) keep(move string) string {
	if len(k.moves) == 0 || slices.Contains(k.moves, move) {
		return move
	}
	return k.moves[0]
}

// known asks the tables for what is to be thought about. It takes no more than a
// part of the time there is. Lower levels play by their own lights.
func (d *dialogue) known(ctx context.Context, q catalog.Question) knowledge {
	if q.Level != "" && q.Level != engine.Perfect {
		return knowledge{}
	}
	if most := cmp.Or(q.Limits.Time/2, q.Limits.Clock.Left/40); most > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, most)
		defer cancel()
	}
	j, err := d.judge(ctx, q.State)
	if err != nil && ctx.Err() == nil {
		d.complain(fmt.Errorf("tables: %w", err))
	}
	return keeping(j)
}

// keeping returns the moves that keep the value of a position, the best first.
func keeping(j tablebase.Judgement) knowledge {
	k := knowledge{worth: j.Worth}
	moves := slices.Clone(j.Moves)
	slices.SortStableFunc(moves, func(a, b tablebase.MoveWorth) int { return cmp.Compare(b.Value, a.Value) })
	for _, m := range moves {
		if j.Known && m.Known && m.Value.Sign() == j.Value.Sign() {
			k.moves = append(k.moves, m.Move)
		}
	}
	return k
}

// exact chooses among the moves that keep the value, and tells the value: as the
// level perfect does where it has all the tables it wants, else the fastest win
// or the longest loss. A draw is then left to the search: ok is false.
func (d *dialogue) exact(ctx context.Context, q catalog.Question, known knowledge) (move string, ok bool) {
	q.Level = engine.Perfect
	a, err := d.thinker.Think(ctx, q)
	if err != nil || ctx.Err() != nil { // stopped, it may not have come to the tables
		a = catalog.Answer{Move: known.moves[0]}
	}
	a.Depth, a.PV = 0, []string{a.Move}
	d.info("exact "+worthWords(known.worth), a)
	return a.Move, err == nil || known.worth.Value != tablebase.Drawn
}
