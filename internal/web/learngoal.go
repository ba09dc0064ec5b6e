// SPDX-License-Identifier: Apache-2.0

package web

import (
	"slices"

	"cairn/game"
)

// holds reports whether a step can be taught by the rules of a game: they know
// the position, refuse what is barred, and let the goal be met.
func (s *lessonStep) holds(g game.Game) bool {
	state, err := g.Parse(s.Position)
	if err != nil {
		return false
	}
	legal := func(move string) bool { _, err := state.Find(move); return err == nil }
	if slices.ContainsFunc(s.Barred, legal) {
		return false
	}
	return s.Read || slices.ContainsFunc(state.Moves(), func(m game.Move) bool { return s.met(state, m) })
}

// met reports whether a legal move does what the step asks for. It is judged by
// what the rules tell of the move, so that no game need be known here.
func (s *lessonStep) met(state game.State, m game.Move) bool {
	if s.Read || len(s.Moves) > 0 && !slices.Contains(s.Moves, m.Text) {
		return false
	}
	for kind, want := range s.Goal {
		if amount(m.Notes, kind) < want {
			return false
		}
	}
	if s.Ends == game.Playing {
		return true
	}
	after, err := state.Play(m.Text)
	return err == nil && after.Result().Verdict == s.Ends
}

// amount tells how often something happens in a move; notes that count say it
// themselves.
func amount(notes []game.Note, kind game.NoteKind) int {
	sum := 0
	for _, note := range notes {
		if note.Kind == kind {
			sum += max(note.Count, 1)
		}
	}
	return sum
}
