// SPDX-License-Identifier: Apache-2.0

package puzzle

import (
	"math"
	"slices"

	"cairn/game"
)

// took reports whether a move takes men.
func took(m game.Move) bool { return has(m, game.Took, game.Approach, game.Withdrawal) }

// has reports whether a move has a note of any of the kinds.
func has(m game.Move, kinds ...game.NoteKind) bool {
	return slices.ContainsFunc(m.Notes, func(n game.Note) bool { return slices.Contains(kinds, n.Kind) })
}

// count returns the number of notes of the kinds.
func count(m game.Move, kinds ...game.NoteKind) (n int) {
	for _, note := range m.Notes {
		if slices.Contains(kinds, note.Kind) {
			n++
		}
	}
	return n
}

// themes returns the themes of a solution, at least one.
func (s *solution) themes() (fit []Theme) {
	add := func(theme Theme, fits bool) {
		if fits {
			fit = append(fit, theme)
		}
	}
	won := s.first.Value > 0
	add(Save, !won)
	add(Block, won && s.end.Reason == game.NoMoves)
	add(DoubleMill, s.doubleMill())
	add(Chain, count(s.moves[0], game.Approach, game.Withdrawal) > 1)
	view := s.start.View()
	add(Flying, won && (view.Sides[0].Phase == game.Flying || view.Sides[1].Phase == game.Flying))
	add(Mill, won && len(s.moves) > 1 && has(s.moves[len(s.moves)-1], game.Mills))
	add(Trap, won && !took(s.moves[0]) && len(s.moves) > 2 && took(s.moves[2]))
	add(Capture, won && took(s.moves[0]))
	if len(fit) == 0 {
		fit = append(fit, Win)
	}
	return fit
}

// doubleMill reports whether the player closes two mills in one turn, or mills in two
// successive turns of the first three.
func (s *solution) doubleMill() bool {
	closed := false
	for i := 0; i < min(len(s.best), 5); i += 2 {
		now := has(s.best[i], game.Mills)
		if now && closed {
			return true
		}
		closed = now
	}
	return slices.ContainsFunc(s.moves[0].Notes, func(n game.Note) bool { return n.Kind == game.Mills && n.Count > 1 })
}

// rating estimates how hard a puzzle is: many moves and few right ones, long wins,
// several turns and quiet moves are hard.
func (s *solution) rating() int {
	r := 700.0
	r += 110 * math.Log2(float64(len(s.first.Moves))/float64(len(s.right[0])))
	r += 90 * float64(len(s.right)-1)
	r += 12 * float64(min(s.first.Plies, 40))
	if !took(s.moves[0]) {
		r += 150
	}
	if s.first.Value == 0 {
		r += 100
	}
	return int(min(max(r, 600), 2400))
}
