// SPDX-License-Identifier: Apache-2.0

package fanorona

import (
	"strings"

	"cairn/game"
)

// fault is why a move text is refused, and the part of it to blame.
type fault struct {
	why game.Why
	at  string
}

// explain finds the first fault of a move text that is not legal in p.
func explain(p Position, text string) (game.Why, string) {
	if p.Result().Over() {
		return game.WhyOver, ""
	}
	touches, f := readMove(p.variant().info.Board, text)
	if f == nil {
		f = p.judge(touches)
	}
	if f == nil { // the text is legal: nobody asks then
		return game.WhyMalformed, text
	}
	return f.why, f.at
}

// touch is one part of a move text: a point, and how the step to it captures.
type touch struct {
	text string // as written
	name string // of the point
	at   place
	way  string // "A", "W" or "" for none
}

// captureStep returns the step that goes in direction d and captures this way.
func (t touch) captureStep(d direction) step {
	if t.way == "W" {
		return withdrawal(d)
	}
	return approach(d)
}

// readMove splits a move text into at least two touches of existing points; the
// first has no way of capturing.
func readMove(b *game.Board, text string) ([]touch, *fault) {
	var touches []touch
	for i, part := range strings.Split(text, "-") {
		t, f := readTouch(b, part)
		if f != nil {
			return nil, f
		}
		if i == 0 && t.way != "" {
			return nil, &fault{game.WhyMalformed, part}
		}
		touches = append(touches, t)
	}
	if len(touches) < 2 {
		return nil, &fault{game.WhyMalformed, text}
	}
	return touches, nil
}

func readTouch(b *game.Board, text string) (touch, *fault) {
	name := strings.TrimRight(text, "AW")
	way := text[len(name):]
	point, ok := b.Find(name)
	switch {
	case len(way) > 1 || !namesPoint(name):
		return touch{}, &fault{game.WhyMalformed, text}
	case !ok:
		return touch{}, &fault{game.WhyNoPoint, name}
	}
	return touch{text, name, placeOf(b, point), way}, nil
}

// namesPoint reports whether a name has the form of a point, on some board.
func namesPoint(name string) bool {
	return len(name) == 2 && 'a' <= name[0] && name[0] <= 'z' && '0' <= name[1] && name[1] <= '9'
}

// judge walks a turn step by step to its first fault, if there is one.
func (p Position) judge(touches []touch) *fault {
	from, turn := touches[0], touches[1:]
	switch {
	case p.foes&from.at.bit() != 0:
		return &fault{game.WhyNotYours, from.name}
	case p.own&from.at.bit() == 0:
		return &fault{game.WhyNoMan, from.name}
	case turn[0].way == "":
		return p.judgePaika(from, turn)
	}
	return p.judgeChain(from, turn)
}

// judgePaika judges a turn whose first step is said to capture nothing.
func (p Position) judgePaika(from touch, turn []touch) *fault {
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

// judgeChain judges a turn that begins with a capture.
func (p Position) judgeChain(from touch, turn []touch) *fault {
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
func (w *walk) direction(t touch) (direction, *fault) {
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
func (w *walk) step(t touch) *fault {
	d, f := w.direction(t)
	if f != nil {
		return f
	}
	s, possible := t.captureStep(d), w.captures()&either(d)
	switch {
	case t.way == "" && possible != 0:
		return &fault{game.WhyChoose, t.name}
	case t.way == "" || possible&only(s) == 0:
		return &fault{game.WhyNothingToTake, t.text}
	}
	w.trail |= w.at.bit() | t.at.bit()
	w.last = either(d)
	w.chain = w.after(s, w.row(s))
	return nil
}
