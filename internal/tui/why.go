// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"errors"
	"strings"

	"cairn/game"
)

// why says why a point cannot be touched now. The rules explain it: they are
// asked for the move that the touch would have been.
func (k *pick) why(p game.Point) error {
	name, us := k.board.Name(p), k.state.Turn()
	side, stands := k.view().Men[p].Side()
	at := func(w game.Why) *game.Illegal { return &game.Illegal{Move: name, Why: w, At: name} }
	switch k.stage() {
	case stageStart:
		switch place, move := k.starts(); {
		case stands && side != us && place && !move:
			return at(game.WhyOccupied)
		case stands && side != us:
			return at(game.WhyNotYours)
		case stands:
			return k.stuck(p)
		case !place:
			return at(game.WhyNoMan)
		}
		return k.ask(name, name)
	case stageTake:
		switch {
		case !stands:
			return at(game.WhyNoMan)
		case side == us:
			return at(game.WhyNotTheirs)
		}
		return k.ask(k.soFar()+"x"+name, name)
	case stageChoice:
		return at(game.WhyChoose)
	default:
		return k.ask(k.soFar()+"-"+name, name)
	}
}

// ask returns the reason the rules give for refusing a move.
func (k *pick) ask(text, at string) *game.Illegal {
	var illegal *game.Illegal
	if _, err := k.state.Find(text); errors.As(err, &illegal) {
		return illegal
	}
	return &game.Illegal{Move: text, Why: game.WhyMalformed, At: at}
}

// stuckError refuses an own man that no turn begins with.
type stuckError struct{ point string }

// Error implements error.
func (e stuckError) Error() string { return e.point + " cannot move" }

// stuck says why no turn begins with an own man: the reason the rules give most
// tellingly for any move of it. That a point is taken or far away is no such
// reason.
func (k *pick) stuck(p game.Point) error {
	name := k.board.Name(p)
	for _, spot := range k.board.Points {
		illegal := k.ask(name+"-"+spot.Name, name)
		switch illegal.Why {
		case game.WhyTooFar, game.WhyOccupied, game.WhyMalformed, game.WhyNoPoint, game.WhyNotYours:
		default:
			illegal.At = name
			return illegal
		}
	}
	return stuckError{name}
}

// soFar writes the touches so far in notation.
func (k *pick) soFar() string {
	if m, ok := k.picker.Move(); ok {
		return m.Text
	}
	var out strings.Builder
	for i, p := range k.picker.Path() {
		switch {
		case i == 0:
		case k.names(p):
			out.WriteByte('x')
		default:
			out.WriteByte('-')
		}
		out.WriteString(k.board.Name(p))
	}
	return out.String()
}
