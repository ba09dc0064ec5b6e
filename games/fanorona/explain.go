// SPDX-License-Identifier: Apache-2.0

package fanorona

import "cairn/game"

// fault is why a move is refused, and the part of it at fault.
type fault struct {
	why game.Why
	at  string
}

// explain finds the first fault of touches that are not a legal move in p.
func explain(p Position, touches game.Path) (game.Why, string) {
	b := p.variant().info.Board
	var turn []landing
	for i, t := range touches {
		l := landing{b.Name(t.Point), placeOf(b, t.Point), t.Label}
		switch {
		case t.Kind == game.Choice && i > 0: // says how the step before captures
			turn[len(turn)-1].way = t.Label
			continue
		case t.Kind == game.Take:
			return game.WhyMalformed, l.name
		case i == 0 && t.Label != game.Label{}:
			return game.WhyMalformed, l.text()
		}
		turn = append(turn, l)
	}
	if len(turn) < 2 {
		return game.WhyMalformed, turn[0].name
	}
	f := p.firstFault(turn)
	if f == nil {
		return game.WhyMalformed, ""
	}
	return f.why, f.at
}

// landing is one stop of a move: a point, and how the step to it captures.
type landing struct {
	name string // of the point
	at   place
	way  game.Label // none for a step that captures nothing
}

// text writes the stop as move texts do.
func (l landing) text() string { return l.name + l.way.Letter }

// captures reports whether a way of capturing is named.
func (l landing) captures() bool { return l.way != game.Label{} }

// captureStep returns the step that goes in direction d and captures this way.
func (l landing) captureStep(d direction) step {
	if l.way == byWithdrawal {
		return withdrawal(d)
	}
	return approach(d)
}

// firstFault returns the first fault of a turn, nil if there is none.
func (p Position) firstFault(turn []landing) *fault {
	from, turn := turn[0], turn[1:]
	switch {
	case p.foes&from.at.bit() != 0:
		return &fault{game.WhyNotYours, from.name}
	case p.own&from.at.bit() == 0:
		return &fault{game.WhyNoMan, from.name}
	case !turn[0].captures():
		return p.paikaFault(from, turn)
	}
	return p.chainFault(from, turn)
}

// paikaFault checks a turn whose first step is said to capture nothing.
func (p Position) paikaFault(from landing, turn []landing) *fault {
	w := walk{chain: p.begin(from.at)}
	d, f := w.direction(turn[0])
	switch {
	case f != nil:
		return f
	case w.captures()&either(d) != 0:
		return &fault{game.WhyChoose, turn[0].name}
	case p.capturers() != 0:
		return &fault{game.WhyMustCapture, ""}
	case len(turn) > 1:
		return &fault{game.WhyTurnEnds, turn[0].name}
	}
	return nil
}

// chainFault checks a turn that begins with a capture.
func (p Position) chainFault(from landing, turn []landing) *fault {
	w := walk{chain: p.begin(from.at)}
	for i, t := range turn {
		if i > 0 && p.onlyOne() {
			return &fault{game.WhyTurnEnds, turn[0].name}
		}
		if f := w.step(t); f != nil {
			return f
		}
	}
	return nil
}

// walk is a chain that remembers its way.
type walk struct {
	chain
	trail uint64 // the places it has been on, once it has moved
	last  steps  // both ways of the step before; none at the start
}

// direction returns the direction of the step to t, if it may be made at all.
func (w *walk) direction(t landing) (direction, *fault) {
	d, joined := toward(w.at, t.at)
	switch {
	case w.trail&t.at.bit() != 0:
		return 0, &fault{game.WhyVisited, t.name}
	case w.free&t.at.bit() == 0:
		return 0, &fault{game.WhyOccupied, t.name}
	case !joined:
		return 0, &fault{game.WhyTooFar, t.name}
	case w.last == either(d):
		return 0, &fault{game.WhySameDirection, t.name}
	}
	return d, nil
}

// step makes the capturing step to t.
func (w *walk) step(t landing) *fault {
	d, f := w.direction(t)
	if f != nil {
		return f
	}
	s, possible := t.captureStep(d), w.captures()&either(d)
	switch {
	case !t.captures() && possible != 0:
		return &fault{game.WhyChoose, t.name}
	case !t.captures() || possible&only(s) == 0:
		return &fault{game.WhyNothingToTake, t.text()}
	}
	w.trail |= w.at.bit() | t.at.bit()
	w.last = either(d)
	w.chain = w.after(s, w.row(s))
	return nil
}
