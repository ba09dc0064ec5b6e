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

// Difficulty estimates the rating of a puzzle from its position and solution alone. Each
// turn of the player adds to it: many moves and few right ones are hard, and so are wrong
// captures that tempt, many replies and quiet moves. Long wins are hard, and so are draws.
func Difficulty(g game.Game, p *Puzzle) (int, error) {
	s, err := g.Parse(p.Position)
	if err != nil {
		return 0, err
	}
	r := 350.0
	for i, text := range p.Line {
		move, next, err := s.PlayMove(text)
		if err != nil {
			return 0, err
		}
		if i%2 == 0 {
			share := 1.0
			if i > 0 {
				share = 0.6 // the first move shows where to look for the next
			}
			moves, right := s.Moves(), p.Right[i/2]
			tempting := 0
			for _, m := range moves {
				if took(m) && !slices.Contains(right, m.Text) {
					tempting++
				}
			}
			r += share * (120*math.Log2(float64(len(moves))/float64(len(right))) + 50*math.Log2(float64(1+tempting)) + 35*math.Log2(float64(1+len(next.Moves()))))
			if !took(move) {
				r += share * 180
			}
		}
		s = next
	}
	r += 120 * math.Log2(1+float64(p.Plies)/4)
	if p.Value == "draw" {
		r += 200
	}
	return int(min(max(r, 600), 2400)), nil
}
