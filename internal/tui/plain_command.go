// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"cairn/internal/lang"
)

// command is a word that can be typed at any prompt. It reports whether the
// prompt it was typed at still stands and is asked again.
type command func(p *plain, argument string) (stands bool)

// commandOf returns the command a line begins with, and its argument.
func commandOf(line string) (do command, argument string) {
	word, argument, _ := strings.Cut(line, " ")
	if c := onlineCommand(strings.ToLower(word)); c.name != "" {
		return func(p *plain, _ string) bool { return p.doOnline(c) }, ""
	}
	switch strings.ToLower(word) {
	case "lobby":
		do = (*plain).leaveTable
	case "forfeit", "resign":
		do = (*plain).forfeit
	case "save":
		do = (*plain).save
	case "load":
		do = (*plain).load
	case "undo":
		do = (*plain).undo
	case "redo":
		do = func(p *plain, _ string) bool { return !p.submit(action{kind: actRedo}) }
	case "draw":
		do = (*plain).draw
	case "new":
		do = (*plain).newGame
	case "moves":
		do = (*plain).moves
	case "board":
		do = (*plain).redraw
	case "hint", "?":
		do = (*plain).hint
	case "values":
		do = (*plain).values
	case "review":
		do = (*plain).review
	case "next":
		do = (*plain).next
	case "help":
		do = (*plain).help
	case "quit", "exit":
		do = (*plain).quit
	}
	return do, strings.TrimSpace(argument)
}

// ask reads a line that is no command. It reports false when the turn has to be
// begun again, because a command changed the game or ended it.
func (p *plain) ask(prompt string) (string, bool) {
	for {
		line, ok := p.read(prompt)
		if !ok {
			return "", false
		}
		do, argument := commandOf(line)
		if do == nil {
			return line, true
		}
		if !do(p, argument) || p.session.left {
			return "", false
		}
	}
}

// confirm asks a question to be answered by yes or no. A command drops the
// question and is done instead.
func (p *plain) confirm(question string) bool {
	for {
		line, ok := p.read(p.words.Text("plain.yesno", "question", question))
		if !ok {
			return false
		}
		if yes, ok := yesNo(p.words, line); ok {
			return yes
		}
		if do, _ := commandOf(line); do != nil {
			p.pending = &line
			return false
		}
		p.say(p.words.Text("plain.yes.or.no"))
	}
}

func (p *plain) forfeit(string) bool {
	if p.session.over() {
		p.say(p.words.Text("plain.ended"))
		return true
	}
	question := ""
	if t := p.session.table; t != nil {
		if !t.state.Can.Abort && !t.state.Can.Resign {
			p.say(p.words.Text("online.notnow"))
			return true
		}
		question = p.words.Text(t.giveUp())
	} else {
		side, _ := p.session.actor().Side()
		question = p.words.Text("forfeit.ask", "side", p.words.Side(side))
	}
	if !p.confirm(question) {
		return true
	}
	return !p.submit(action{kind: actForfeit})
}

func (p *plain) draw(string) bool {
	s := p.session
	if !p.submit(action{kind: actDraw}) {
		return true
	}
	if s.table != nil {
		return false // the other player answers
	}
	yes := acceptsDraw(s.match.State())
	if !s.offersComputer() {
		offer, _ := s.match.Offer()
		yes = p.confirm(p.words.Text("draw.ask", "side", p.words.Side(offer.By), "other", p.words.Side(offer.By.Other())))
	}
	if s.left {
		return false
	}
	return !p.submit(action{kind: actAnswer, yes: yes}) || !yes
}

// undo takes a point of an unfinished turn back, or else a turn.
func (p *plain) undo(string) bool {
	if p.entering != nil && p.entering.back() {
		return false
	}
	return !p.submit(action{kind: actUndo})
}

func (p *plain) save(name string) bool {
	if p.session.options.Typed && p.session.replaces(name) {
		file := cmp.Or(name, p.session.defaultName())
		if !p.confirm(p.words.Text("save.ask", "file", file)) {
			return !p.session.left
		}
	}
	if p.submit(action{kind: actSave, text: name}) && p.session.table == nil {
		return p.quit("")
	}
	return true
}

func (p *plain) load(name string) bool {
	if p.session.table != nil {
		p.say(p.words.Text("online.noload"))
		return true
	}
	if name = strings.TrimSpace(name); name == "" {
		p.say(p.words.Text("plain.load.name"))
		return true
	}
	if !p.submit(action{kind: actLoad, text: name}) {
		return true
	}
	p.askDecided()
	return false
}

// newGame begins a new game, of the same kind unless another is named.
func (p *plain) newGame(name string) bool {
	if p.session.table != nil {
		return p.leaveTable("")
	}
	s, another := p.session, p.session.choice
	if s.plan.task != nil && name == "" {
		return p.next("")
	}
	if name != "" {
		e, err := s.options.find(name)
		if err != nil {
			p.say(refusal(p.words, err))
			return true
		}
		another = &choice{entry: e}
	}
	if s.running() && !p.confirm(p.words.Text("new.ask")) {
		return true
	}
	s.choice = another
	return !p.submit(action{kind: actNew, plan: s.again()})
}

// moves lists the legal moves of the side to move.
func (p *plain) moves(string) bool {
	var texts []string
	if !p.session.over() {
		for _, m := range p.session.match.State().Moves() {
			texts = append(texts, m.Text)
		}
	}
	p.say(p.words.Count("plain.moves", len(texts), "moves", strings.Join(texts, " ")))
	return true
}

func (p *plain) redraw(string) bool {
	p.showBoard()
	return true
}

func (p *plain) help(string) bool {
	if p.session.table != nil {
		p.say(p.words.Text("online.help"))
		return true
	}
	p.say(p.words.Text("plain.help", "move", p.example()))
	return true
}

// example returns the longest legal move, of the first position when the game is over.
func (p *plain) example() (text string) {
	state := p.session.match.State()
	if state.Result().Over() {
		state = p.session.match.Game().Start()
	}
	for _, m := range state.Moves() {
		if len(m.Text) > len(text) {
			text = m.Text
		}
	}
	return text
}

func (p *plain) quit(string) bool {
	if err := p.session.submit(action{kind: actQuit}); err != nil {
		p.say(refusal(p.words, err))
	}
	return false
}

// quote shows an input safely: control characters are spelled out.
func quote(text string) string {
	if runes := []rune(text); len(runes) > 40 {
		text = string(runes[:40]) + "..."
	}
	return strconv.Quote(text)
}

// yesNo reads the answer to a question, a word or its letter in the language
// at hand; it reports whether it is one.
func yesNo(words *lang.Catalogue, text string) (yes, ok bool) {
	text = strings.ToLower(text)
	if slices.Contains(strings.Fields(words.Text("answer.yes")), text) {
		return true, true
	}
	return false, slices.Contains(strings.Fields(words.Text("answer.no")), text)
}
