// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"slices"

	"cairn/game"
)

// stage is what the next touch of a turn means.
type stage uint8

const (
	stageStart  stage = iota // a man to move, or an empty point to place one on
	stageTarget              // where the man goes
	stageTake                // a man to take
	stageChoice              // approach or withdrawal
	stageNext                // where the man goes on to
)

// pick is a turn being entered, touch by touch. It knows no rule: it narrows
// the paths of the legal moves, and sees in their notation which touches take
// men.
type pick struct {
	board  *game.Board
	state  game.State
	moves  []game.Move
	picker *game.Picker
}

func newPick(b *game.Board, s game.State, moves []game.Move) *pick {
	return &pick{b, s, moves, game.NewPicker(moves)}
}

// touch adds a point, or says why it cannot be touched now.
func (k *pick) touch(p game.Point) error {
	if k.picker.Touch(p) {
		return nil
	}
	return k.why(p)
}

// finished returns the move once no touch can follow.
func (k *pick) finished() (game.Move, bool) {
	m, ok := k.picker.Move()
	return m, ok && len(k.picker.Next()) == 0
}

// mayEnd reports whether the turn may end here although it could go on.
func (k *pick) mayEnd() bool {
	_, ok := k.picker.Move()
	return ok && len(k.picker.Next()) > 0
}

// stage returns what the next touch means.
func (k *pick) stage() stage {
	path, next, view := k.picker.Path(), k.picker.Next(), k.view()
	switch {
	case len(path) == 0:
		return stageStart
	case len(next) > 0 && view.Men[next[0]] == game.ManOf(k.state.Turn().Other()):
		if k.takes(next[0]) {
			return stageTake
		}
		return stageChoice
	case len(path) == 1:
		return stageTarget
	default:
		return stageNext
	}
}

// takes reports whether touching p next takes the man there, as notation writes
// it. A touch that only says which of two captures is meant takes nobody by
// name.
func (k *pick) takes(p game.Point) bool {
	return slices.ContainsFunc(k.through(p), func(m game.Move) bool {
		written, _ := steps(k.board, m.Text)
		return slices.ContainsFunc(written, func(s step) bool { return slices.Contains(s.takes, p) })
	})
}

// through returns the moves that may still come of touching p next.
func (k *pick) through(p game.Point) []game.Move {
	further := game.NewPicker(k.moves)
	for _, touched := range append(k.picker.Path(), p) {
		if !further.Touch(touched) {
			return nil
		}
	}
	return further.Candidates()
}

// choices returns the letters to choose from and the point that chooses each.
func (k *pick) choices() map[rune]game.Point {
	at := k.stop()
	out := map[rune]game.Point{}
	for _, p := range k.picker.Next() {
		for _, m := range k.through(p) {
			if written, ok := steps(k.board, m.Text); ok && at < len(written) && written[at].letter != 0 {
				out[written[at].letter] = p
			}
		}
	}
	return out
}

// stop returns which step of the notation the last touch belongs to.
func (k *pick) stop() int {
	moves := k.picker.Candidates()
	if len(moves) == 0 {
		return 0
	}
	written, _ := steps(k.board, moves[0].Text)
	path, at := k.picker.Path(), -1
	for _, p := range path {
		if at+1 < len(written) && written[at+1].point == p {
			at++
		}
	}
	return at
}

// starts returns whether the turn may begin with placing a man, and whether
// with moving one.
func (k *pick) starts() (place, move bool) {
	men := k.state.View().Men
	for _, p := range game.NewPicker(k.moves).Next() {
		if men[p] == game.NoMan {
			place = true
		} else {
			move = true
		}
	}
	return place, move
}
