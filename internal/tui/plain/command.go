// SPDX-License-Identifier: Apache-2.0

package plain

import (
	"context"
	"strings"

	"cairn/internal/study"
	"cairn/internal/tui"
	"cairn/match"
)

// command executes a command that was typed at a prompt. It reports whether the prompt is
// still valid, and then written again.
type command func(p *display, argument string) (valid bool)

// does returns the command that executes an action.
func does(kind tui.ActionKind) command {
	return func(p *display, _ string) bool { return !p.submit(tui.Action{Kind: kind}) }
}

// showBoard is the command that writes the board.
func showBoard(p *display, _ string) bool {
	p.showBoard()
	return true
}

// answers returns the command that answers an offer of the opponent.
func answers(yes bool) command {
	return func(p *display, _ string) bool {
		c, err := p.game.Choose(p.words, match.Answer)
		if err != nil {
			return p.refuse(err)
		}
		return !p.submit(tui.Action{Kind: match.Answer, Yes: yes, Offer: c.Yes[0].Offer})
	}
}

// commandOf returns the command a line begins with, and its argument.
func commandOf(line string) (do command, argument string) {
	commands := map[string]command{
		"forfeit": (*display).forfeit, "resign": (*display).forfeit,
		"undo": (*display).undo, "redo": does(match.Redo), "draw": (*display).draw,
		"accept": answers(true), "decline": answers(false),
		"withdraw": does(match.Withdraw), "rematch": does(match.Rematch), "start": does(match.Start),
		"abort": does(match.Abort), "claim": does(match.Claim),
		"save": (*display).save, "load": (*display).load, "new": (*display).newGame,
		"hint": (*display).hint, "?": (*display).hint, "values": (*display).values,
		"review": (*display).review, "next": (*display).nextPuzzle,
		"moves": (*display).moves, "board": showBoard, "help": (*display).help,
		"lobby": (*display).toLobby, "quit": (*display).quit, "exit": (*display).quit,
	}
	word, argument, _ := strings.Cut(line, " ")
	return commands[strings.ToLower(word)], strings.TrimSpace(argument)
}

// ask reads a line and executes it if it is a command, until it is none. It returns false if
// the turn has to be restarted, because a command changed the game or ended it.
func (p *display) ask(prompt string) (string, bool) {
	for {
		line, ok := p.read(prompt)
		if !ok {
			return "", false
		}
		do, argument := commandOf(line)
		if do == nil {
			return line, true
		}
		if !do(p, argument) || p.left {
			return "", false
		}
	}
}

// confirm asks a yes-no question. A command instead of an answer counts as no, and is executed
// at the next prompt.
func (p *display) confirm(question string) bool {
	for {
		line, ok := p.read(p.words.Text("plain.yesno", "question", question))
		if !ok {
			return false
		}
		if yes, ok := tui.YesNo(p.words, line); ok {
			return yes
		}
		if do, _ := commandOf(line); do != nil {
			p.pending = &line
			return false
		}
		p.say(p.words.Text("plain.yes.or.no"))
	}
}

func (p *display) forfeit(string) bool {
	if p.game.Stage().Over() {
		return p.tell(p.words.Text("plain.ended"))
	}
	c, err := p.game.Choose(p.words, match.Resign)
	if err != nil {
		return p.refuse(err)
	}
	return !p.confirm(c.Question) || !p.submit(c.Yes[0])
}

// draw offers a draw. Of two people at this terminal the other answers at once.
func (p *display) draw(string) bool {
	if !p.submit(tui.Action{Kind: match.Draw}) {
		return true
	}
	if p.home == nil {
		return false
	}
	c, err := p.game.Choose(p.words, match.Answer)
	if err != nil { // the computer has answered
		return !p.game.Stage().Over()
	}
	yes := p.confirm(c.Question)
	return !p.left && (!p.submit(tui.Action{Kind: match.Answer, Yes: yes}) || !yes)
}

// undo removes the last point of an unfinished turn, or undoes a turn.
func (p *display) undo(string) bool {
	if p.entering != nil && p.entering.back() {
		return false
	}
	return !p.submit(tui.Action{Kind: match.Undo})
}

// save saves the game, and quits unless the match is on a server.
func (p *display) save(name string) bool {
	if file, replaces := p.game.SaveName(name); replaces && p.options.Typed {
		if !p.confirm(p.words.Text("save.ask", "file", file)) {
			return !p.left
		}
	}
	if p.submit(tui.Action{Kind: tui.Save, Text: name}) && p.home != nil {
		return p.quit("")
	}
	return true
}

func (p *display) load(name string) bool {
	if p.home == nil {
		return p.tell(p.words.Text("online.noload"))
	}
	if name = strings.TrimSpace(name); name == "" {
		return p.tell(p.words.Text("plain.load.name"))
	}
	if !p.submit(tui.Action{Kind: tui.Load, Text: name}) {
		return true
	}
	p.askDecided()
	return false
}

// newGame begins a new game: the named one, the next puzzle, or the present game again.
func (p *display) newGame(name string) bool {
	if p.home == nil {
		return p.toLobby("")
	}
	var setup *tui.Setup
	if name != "" {
		e, err := p.options.Find(name)
		if err != nil {
			return p.refuse(err)
		}
		setup = &tui.Setup{Entry: e}
	} else if next, err := p.home.NextPuzzle(); err == nil {
		return !p.submit(tui.Action{Kind: tui.New, Plan: next})
	}
	if p.home.Running() && !p.confirm(p.words.Text("new.ask")) {
		return true
	}
	plan := p.home.Again()
	if setup != nil {
		plan = p.home.Draw(*setup)
	}
	return !p.submit(tui.Action{Kind: tui.New, Plan: plan})
}

// moves lists the legal moves.
func (p *display) moves(string) bool {
	var texts []string
	if p.game.Stage() != tui.Ended {
		for _, m := range p.game.Match().State().Moves() {
			texts = append(texts, m.Text)
		}
	}
	return p.tell(p.words.Count("plain.moves", len(texts), "moves", strings.Join(texts, " ")))
}

func (p *display) help(string) bool {
	return p.tell(p.text("plain.help", "online.help", "move", p.example()))
}

// example returns the longest legal move for the help; after the end, of the start position.
func (p *display) example() (text string) {
	m := p.game.Match()
	state := m.State()
	if state.Result().Over() {
		state = m.Game().Start()
	}
	for _, m := range state.Moves() {
		if len(m.Text) > len(text) {
			text = m.Text
		}
	}
	return text
}

func (p *display) quit(string) bool {
	p.left = true
	return false
}

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
