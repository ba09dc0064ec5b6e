// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"slices"
	"strings"

	"cairn/game"
)

// answer touches what a text names at the present stage: a point, with "x" or
// "-" before it or not, several of them, or the letter of a choice.
func (k *pick) answer(text string) error {
	malformed := &game.Illegal{Move: text, Why: game.WhyMalformed, At: quote(text)}
	text = strings.ToLower(text)
	if k.stage() == stageChoice && len(text) == 1 {
		if p, ok := k.choices()[rune(strings.ToUpper(text)[0])]; ok {
			return k.touch(p)
		}
	}
	if k.stage() == stageTake {
		return k.takeAll(strings.TrimLeft(text, "x"), malformed)
	}
	typed, ok := steps(k.board, strings.TrimLeft(text, "-"))
	if !ok {
		return malformed
	}
	return k.enter(typed)
}

// takeAll touches men to be taken, all or none.
func (k *pick) takeAll(text string, malformed error) error {
	typed, ok := steps(k.board, text)
	if !ok {
		return malformed
	}
	var men []game.Point
	for _, t := range touches(typed) {
		men = append(men, t.point)
	}
	return k.touchAll(men)
}

// touchAll touches points, all or none.
func (k *pick) touchAll(points []game.Point) error {
	for i, p := range points {
		if why := k.touch(p); why != nil {
			k.back(i)
			return why
		}
	}
	return nil
}

// enter touches steps in notation, all or none.
func (k *pick) enter(typed []step) error {
	before := len(k.picker.Path())
	for _, s := range typed {
		why := k.touch(s.point)
		if why == nil {
			why = k.choose(s.letter)
		}
		if why == nil {
			why = k.touchAll(s.takes)
		}
		if why != nil {
			k.back(len(k.picker.Path()) - before)
			return why
		}
	}
	return nil
}

// choose touches the point that a letter of the notation stands for. Where
// there is no choice the letter must be the one that is written.
func (k *pick) choose(letter rune) error {
	if letter == 0 {
		return nil
	}
	if k.stage() == stageChoice {
		if p, ok := k.choices()[letter]; ok {
			return k.touch(p)
		}
	}
	at := k.stop()
	for _, m := range k.picker.Candidates() {
		if written, ok := steps(k.board, m.Text); ok && at >= 0 && at < len(written) && written[at].letter == letter {
			return nil
		}
	}
	return &game.Illegal{Move: string(letter), Why: game.WhyNothingToTake, At: string(letter)}
}

// follow touches the points of a queue as far as they fit, and points that are
// the only way on and name nobody: where the letter is known, the choice is
// made. It returns the points that are left.
func (k *pick) follow(queue []touch) []touch {
	for {
		next := k.picker.Next()
		switch {
		case len(next) == 0:
			return queue
		case k.stage() == stageChoice:
			if len(next) > 1 {
				return queue
			}
			k.picker.Touch(next[0])
		case len(queue) > 0 && queue[0].take == (k.stage() == stageTake) && slices.Contains(next, queue[0].point):
			k.picker.Touch(queue[0].point)
			queue = queue[1:]
		default:
			return queue
		}
	}
}

// back takes touches back.
func (k *pick) back(n int) {
	for range n {
		k.picker.Back()
	}
}
