// SPDX-License-Identifier: Apache-2.0

package plain

import (
	"context"

	"cairn/internal/study"
	"cairn/internal/tui"
)

// analysed waits for an analysis and shows it. The prompt is still valid unless the program ends.
func analysed[T any](p *display, find func(context.Context) (T, error), show func(T)) bool {
	if find == nil {
		return p.tell(p.words.Text("hint.none"))
	}
	found, err := find(p.ctx)
	switch {
	case p.ctx.Err() != nil:
		p.left = true
		return false
	case err != nil:
		p.refuse(err)
	default:
		show(found)
	}
	return true
}

// hint writes the best moves.
func (p *display) hint(string) bool {
	if p.game.Stage() == tui.Ended {
		return p.tell(p.words.Text("plain.ended"))
	}
	c, err := p.game.Choose(p.words, tui.Hint)
	switch {
	case err != nil:
		return p.refuse(err)
	case c.Yes[0].Kind == tui.Clue:
		p.submit(c.Yes[0])
		return true
	}
	return analysed(p, p.options.Position(p.game, p.game.Match().Ply()), func(found study.Position) {
		p.game.Log().Add(tui.HintEntry(p.words, &found, p.options.ASCII))
		p.writeNews()
	})
}

// values writes the value of every move.
func (p *display) values(string) bool {
	if _, err := p.game.Choose(p.words, tui.Values); err != nil {
		return p.refuse(err)
	}
	return analysed(p, p.options.Position(p.game, p.game.Match().Ply()), func(found study.Position) {
		for _, line := range tui.ValueLines(p.words, &found, p.options.ASCII) {
			p.say(line)
		}
	})
}

// review writes the values of the moves of a game that is over.
func (p *display) review(string) bool {
	if !p.game.Stage().Over() {
		return p.tell(p.words.Text("review.later"))
	}
	return analysed(p, p.options.Review(p.game), func(r study.Review) {
		for i := range r.Turns {
			p.say(tui.JudgedText(p.words, &r.Turns[i], p.options.ASCII))
		}
		for _, line := range tui.ReviewHead(p.words, &r) {
			p.say(line)
		}
	})
}

// nextPuzzle begins the next puzzle.
func (p *display) nextPuzzle(string) bool {
	if p.home == nil {
		return p.tell(p.words.Text("puzzle.none"))
	}
	next, err := p.home.NextPuzzle()
	if err != nil {
		return p.refuse(err)
	}
	return !p.submit(tui.Action{Kind: tui.New, Plan: next})
}
