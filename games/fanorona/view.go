// SPDX-License-Identifier: Apache-2.0

package fanorona

import (
	"math/bits"

	"cairn/game"
)

// view shows p. Stones only ever slide, and none is in hand.
func view(p Position) game.View {
	sliding := func(game.Side) game.Phase { return game.Sliding }
	return game.ViewOf(&p.variant().info, p.stones(), [2]int{}, p.Turn(), sliding)
}

// paths returns the only path of m: its start and every landing, and after a
// landing that could capture both ways the nearest stone of the chosen row.
func paths(p Position, m Move) []game.Path {
	b := p.variant().info.Board
	path := game.Path{{Point: pointOf(b, m.from()), Kind: game.From}}
	if m.isPaika() {
		path = append(path, game.Touch{Point: pointOf(b, m.to()), Kind: game.To})
	}
	kind := game.To
	for c, s := range p.steps(m) {
		landing := game.Touch{Point: pointOf(b, c.landing(s)), Kind: kind, Label: s.label()}
		if both := either(s.direction()); c.captures()&both == both {
			landing.Label = game.Label{}
			path = append(path, landing, game.Touch{Point: pointOf(b, c.nearest(s)), Kind: game.Choice, Label: s.label()})
		} else {
			path = append(path, landing)
		}
		kind = game.Via
	}
	return []game.Path{path}
}

// notes tells each step, how many stones it took in which way, and where. Phases
// never change, so no note tells of one.
func notes(p Position, m Move) []game.Note {
	b, us := p.variant().info.Board, p.Turn()
	if m.isPaika() {
		return []game.Note{{Kind: game.Moved, Side: us, From: pointOf(b, m.from()), Point: pointOf(b, m.to())}}
	}
	var notes []game.Note
	for c, s := range p.steps(m) {
		way := game.Approach
		if s.withdraws() {
			way = game.Withdrawal
		}
		row := c.row(s)
		notes = append(notes,
			game.Note{Kind: game.Moved, Side: us, From: pointOf(b, c.at), Point: pointOf(b, c.landing(s))},
			game.Note{Kind: way, Side: us, Count: bits.OnesCount64(row)})
		for at := c.nearest(s); row&at.bit() != 0; at += s.outward() {
			notes = append(notes, game.Note{Kind: game.Took, Side: us, Point: pointOf(b, at)})
		}
	}
	return notes
}
