// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"cairn/game"
	"cairn/internal/lang"
	"cairn/match"
)

// Choose implements Game.
func (l *Local) Choose(words *lang.Catalogue, kind ActionKind) (Choice, error) {
	stage := l.Stage()
	switch kind {
	case match.Resign:
		if l.match.Status() == match.Over {
			return Choice{}, refuse("screen.over")
		}
		side, _ := l.actor().Side()
		return Choice{Question: words.Text("forfeit.ask", "side", words.Side(side)), Yes: does(match.Resign).Yes}, nil
	case match.Draw:
		return l.chooseDraw(words)
	case match.Answer:
		if offer, open := l.match.Offer(); open {
			return l.answers(words, offer.By), nil
		}
	case New:
		if l.plan.task != nil {
			next, err := l.NextPuzzle()
			return Choice{Yes: []Action{{Kind: New, Plan: next}}}, err
		}
		c := does(Menu)
		if l.Running() && l.unsaved() {
			c.Question = words.Text("new.ask")
		}
		return c, nil
	case Hint, Values:
		switch {
		case kind == Hint && l.match.Status() == match.Over:
			return Choice{}, refuse("screen.over")
		case kind == Hint && l.plan.task != nil:
			return does(Clue), nil
		case stage == Thinking:
			return Choice{}, refuse("screen.wait")
		}
		return does(kind), nil
	case Touch:
		switch stage {
		case Ended:
			return Choice{}, refuse("screen.over")
		case Thinking:
			return Choice{}, refuse("screen.wait")
		}
		return Choice{}, nil
	case match.Undo, match.Redo:
		_, _, err := l.match.Do(l.options.Now(), match.Action{Kind: kind, By: l.undoSeat()})
		return does(kind), err
	case Save, Load:
		return does(kind), nil
	}
	return Choice{}, refuse("online.not")
}

// chooseDraw asks the opponent, who is at this terminal too, to accept a draw. Against the
// computer it asks the player for confirmation.
func (l *Local) chooseDraw(words *lang.Catalogue) (Choice, error) {
	actor, _ := l.actor().Side()
	switch {
	case !l.match.CanDraw(actor):
		return Choice{}, refuse("screen.nodraw")
	case !l.plan.seats[actor.Other()].human():
		return Choice{Question: words.Text("draw.sure"), Yes: does(match.Draw).Yes}, nil
	}
	c := l.answers(words, actor)
	c.Yes, c.No = append(does(match.Draw).Yes, c.Yes...), append(does(match.Draw).Yes, c.No...)
	return c, nil
}

// answers returns the question and the answers to an offer of a side.
func (l *Local) answers(words *lang.Catalogue, by game.Side) Choice {
	return Choice{
		Question: words.Text("draw.ask", "side", words.Side(by), "other", words.Side(by.Other())),
		Yes:      []Action{{Kind: match.Answer, Yes: true}},
		No:       []Action{{Kind: match.Answer}},
	}
}

// Do implements Game.
func (l *Local) Do(a Action) (Work, error) {
	l.log.News = nil
	var err error
	switch a.Kind {
	case Save:
		err = l.save(a.Text)
	case Load:
		err = l.load(a.Text)
	case Resume:
		err = l.resume(a.Text)
	case Reopen:
		err = l.reopen()
	case New:
		err = l.begin(a.Plan)
	case Clue:
		l.plan.task.hint(l.match, &l.log)
	case Menu:
		l.stopThinking()
		return nil, nil
	case Quit:
		l.close()
		return nil, nil
	default:
		err = l.play(a)
	}
	if err != nil {
		return nil, err
	}
	if l.position != l.match.Seq() {
		l.stopThinking()
	}
	l.keep(a)
	l.mirror()
	return nil, nil
}

// play executes an action of the match. The computer answers a draw offer at once.
func (l *Local) play(a Action) error {
	do := match.Action{Kind: a.Kind, Move: a.Text, Yes: a.Yes}
	switch a.Kind {
	case match.Move:
		do.By = match.SeatOf(l.match.Turn())
		if l.plan.task != nil && l.Stage() != Thinking {
			if err := l.plan.task.check(l.match, a.Text); err != nil {
				return err
			}
		}
	case match.Undo, match.Redo:
		do.By = l.undoSeat()
	case match.Draw, match.Resign:
		do.By = l.actor()
	case match.Answer:
		offer, _ := l.match.Offer()
		do.By, do.Offer = match.SeatOf(offer.By.Other()), offer.ID
	case match.Flag:
	default:
		return refuse("online.not")
	}
	if err := l.advance(do); err != nil || a.Kind != match.Draw {
		return err
	}
	actor, _ := do.By.Side()
	if l.plan.seats[actor.Other()].human() {
		return nil
	}
	return l.play(Action{Kind: match.Answer, Yes: acceptsDraw(l.match.State())})
}

// advance applies an action to the match and logs its events.
func (l *Local) advance(a match.Action) error {
	next, events, err := l.match.Do(l.options.Now(), a)
	if err != nil {
		return err
	}
	l.match = next
	for _, e := range events {
		l.log.event(l.match, e)
	}
	if a.Kind == match.Move && l.Stage() == Solved {
		l.log.text("puzzle.solved")
	}
	return nil
}

// begin starts a new game.
func (l *Local) begin(p Plan) error {
	setup := match.Setup{Control: p.control, Takeback: p.takeback()}
	if p.task != nil {
		setup.Start = p.task.Position
	}
	m, _, err := match.New(p.Entry.Game, setup, l.options.Now())
	if err != nil {
		return err
	}
	if path := l.keeper.path; path != "" {
		l.keeper.release()
		decline(path)
	}
	l.stopThinking()
	l.gameBase = gameBase{options: l.options, match: m}
	l.plan = p
	if p.task != nil {
		p.task.begin(m, &l.log)
	} else {
		l.log.seats(p)
	}
	err = l.advance(match.Action{Kind: match.Start})
	l.saved = l.match.Seq()
	return err
}

// actor returns who offers a draw or resigns: the person against the computer, else the
// side to move.
func (l *Local) actor() match.Seat {
	if p := l.plan.person(); p != match.NoSeat {
		return p
	}
	return match.SeatOf(l.match.Turn())
}

// undoSeat returns the seat that undoes turns. After the computer has failed, two people play
// a match with match.Own, and the side to move undoes.
func (l *Local) undoSeat() match.Seat {
	if l.match.Setup().Takeback == match.Free {
		return match.NoSeat
	}
	return l.actor()
}

// acceptsDraw is the computer's answer to an offer: yes if half of the quiet turns that
// would make a draw have passed and neither side is ahead in pieces.
func acceptsDraw(state game.State) bool {
	v := state.View()
	men := func(side game.Side) int { return v.Sides[side].Board + v.Sides[side].Hand }
	return 2*state.Clock() >= state.QuietLimit() && men(game.White) == men(game.Black)
}
