// SPDX-License-Identifier: Apache-2.0

package yote

import "cairn/game"

// view shows a position.
func (r *ruleSet) view(p Position) game.View {
	stones, hands := p.men.sides(p.turn), p.hand.sides(p.turn)
	return game.ViewOf(&r.info, stones, [2]int{int(hands[0]), int(hands[1])}, p.turn, func(s game.Side) game.Phase {
		switch {
		case hands[s] == 0:
			return game.Sliding
		case stones[s] == 0:
			return game.Placing
		default:
			return game.Mixed
		}
	})
}

// notes tells the facts of a move in the order they happen.
func (r *ruleSet) notes(p Position, m Move) []game.Note {
	var notes []game.Note
	add := func(kind game.NoteKind, from, to game.Point) {
		notes = append(notes, game.Note{Kind: kind, Side: p.turn, From: from, Point: to})
	}
	switch m.kind() {
	case placing:
		add(game.Placed, 0, m.to())
	case stepping:
		add(game.Moved, m.from(), m.to())
	}
	for _, h := range r.form().hops(m) {
		add(game.Jumped, h.from, h.to)
		add(game.Took, 0, h.over)
		if !h.lapsed() {
			add(game.Took, 0, h.extra)
		}
	}
	after := p.Play(m)
	if after.Result().Over() {
		return notes // no phase comes after the end
	}
	return append(notes, game.PhaseNotes(r.view(p), r.view(after))...)
}
