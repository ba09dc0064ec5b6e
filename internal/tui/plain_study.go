// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"cairn/internal/study"
)

// judged judges the present position and writes what comes of it.
func (p *plain) judged(show func(*study.Position)) bool {
	if p.session.table != nil && !p.session.over() {
		p.say(p.words.Text("online.nohint"))
		return true
	}
	judge := p.session.judge(p.session.match.Ply())
	if judge == nil {
		p.say(p.words.Text("hint.none"))
		return true
	}
	found, err := judge(p.ctx)
	switch {
	case p.ctx.Err() != nil:
		p.session.left = true
		return false
	case err != nil:
		p.say(refusal(p.words, err))
	default:
		show(&found)
	}
	return true
}

// hint writes what to play.
func (p *plain) hint(string) bool {
	s := p.session
	s.log.news = nil
	switch {
	case s.over():
		p.say(p.words.Text("plain.ended"))
		return true
	case s.plan.task != nil:
		s.plan.task.hint(s.match, &s.log)
		p.writeNews(s)
		return true
	}
	return p.judged(func(found *study.Position) {
		s.log.add(hintEntry(p.words, found, s.options.ASCII))
		p.writeNews(s)
	})
}

// values writes what every move is worth.
func (p *plain) values(string) bool {
	return p.judged(func(found *study.Position) {
		for _, line := range valueLines(p.words, found, p.session.options.ASCII) {
			p.say(line)
		}
	})
}

// review writes what the moves of a game that is over were worth.
func (p *plain) review(string) bool {
	s := p.session
	judge := s.review()
	switch {
	case !s.over():
		p.say(p.words.Text("review.later"))
		return true
	case judge == nil:
		p.say(p.words.Text("hint.none"))
		return true
	}
	r, err := judge(p.ctx)
	switch {
	case p.ctx.Err() != nil:
		s.left = true
		return false
	case err != nil:
		p.say(refusal(p.words, err))
		return true
	}
	for i := range r.Turns {
		p.say(judgedText(p.words, &r.Turns[i], s.options.ASCII))
	}
	for _, line := range reviewHead(p.words, &r) {
		p.say(line)
	}
	return true
}

// next begins the next puzzle.
func (p *plain) next(string) bool {
	s := p.session
	if s.plan.task == nil {
		p.say(p.words.Text("puzzle.none"))
		return true
	}
	plan, err := s.options.puzzlePlan(s.plan.task.number + 1)
	if err != nil {
		p.say(refusal(p.words, err))
		return true
	}
	return !p.submit(action{kind: actNew, plan: plan})
}
