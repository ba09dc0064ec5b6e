// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"

	"cairn/game"
	"cairn/internal/pagestate"
	"cairn/match"
)

// session is the game at this screen. It changes by actions, which a person, a
// computer player or a script submits.
type session struct {
	options Options
	random  *rand.Rand

	plan   plan
	names  [2]string // of people, as a saved game has them; may be empty
	traits traits
	match  match.Match
	choice *choice // what the plan was made from; nil when the players were named
	log    messageLog
	saved  int    // Seq of the match when it was last saved, loaded or begun
	file   string // name it was last saved or loaded under; empty for none
	left   bool   // the player has left
	keeper keeper // keeps the game in the state folder

	resumable bool // after the end: the game was kept and can be gone on with

	table *table // the match on a server that is shown; nil for a game at this screen

	mirrors []*mirror // further displays, shown every change
}

func newSession(o Options) *session {
	s := &session{options: o, random: rand.New(rand.NewPCG(o.Seed, 0))}
	if o.State != "" {
		s.keeper.dir = filepath.Join(o.State, "games")
	}
	for _, w := range o.Mirrors {
		s.mirrors = append(s.mirrors, &mirror{out: w})
	}
	return s
}

// actionKind names what can be done to a session.
type actionKind uint8

const (
	actMove    actionKind = iota // play text
	actUndo                      // take back
	actRedo                      // play again
	actDraw                      // offer a draw to the other side
	actAnswer                    // say yes or no to the open offer
	actForfeit                   // give up
	actFlag                      // the time may be over
	actSave                      // write the game to the file text
	actLoad                      // go on from the file text
	actResume                    // go on with the kept game in the file text
	actReopen                    // go on from the last position of a game that was decided
	actNew                       // begin a new game as planned
	actQuit                      // leave
)

// played reports whether an action is one of the match, which a server decides if it
// has the match.
func (k actionKind) played() bool { return k <= actForfeit }

// action is something done to a session.
type action struct {
	kind actionKind
	text string
	yes  bool
	plan plan
}

// submit does an action. On an error nothing has changed.
func (s *session) submit(a action) error {
	s.log.news = nil
	if err := s.do(a); err != nil {
		return err
	}
	s.keep(a)
	s.showMirrors()
	return nil
}

func (s *session) showMirrors() {
	for _, m := range s.mirrors {
		m.show(s)
	}
}

func (s *session) do(a action) error {
	switch a.kind {
	case actSave:
		return s.save(a.text)
	case actLoad:
		return s.load(a.text)
	case actReopen:
		return s.reopen()
	case actResume:
		return s.resume(a.text)
	case actNew:
		return s.begin(a.plan)
	case actQuit:
		s.left = true
		s.close()
		return nil
	}
	if a.kind == actMove && s.plan.task != nil && !s.computing() {
		if err := s.plan.task.check(s.match, a.text); err != nil {
			return err
		}
	}
	do, err := s.inMatch(a)
	if err != nil {
		return err
	}
	return s.advance(do)
}

// inMatch returns an action as the match knows it.
func (s *session) inMatch(a action) (match.Action, error) {
	turn := match.SeatOf(s.match.Turn())
	switch a.kind {
	case actMove:
		return match.Action{Kind: match.Move, By: turn, Move: a.text}, nil
	case actUndo:
		return match.Action{Kind: match.Undo, By: s.undoSeat()}, nil
	case actRedo:
		return match.Action{Kind: match.Redo, By: s.undoSeat()}, nil
	case actDraw:
		return match.Action{Kind: match.Draw, By: s.actor()}, nil
	case actAnswer:
		offer, _ := s.match.Offer()
		return match.Action{Kind: match.Answer, By: match.SeatOf(offer.By.Other()), Offer: offer.ID, Yes: a.yes}, nil
	case actForfeit:
		return match.Action{Kind: match.Resign, By: s.actor()}, nil
	case actFlag:
		return match.Action{Kind: match.Flag}, nil
	default:
		return match.Action{}, fmt.Errorf("there is no action %d", a.kind)
	}
}

// advance does an action of the match and logs its events.
func (s *session) advance(a match.Action) error {
	next, events, err := s.match.Do(s.options.Now(), a)
	if err != nil {
		return err
	}
	s.match = next
	for _, e := range events {
		s.log.event(s.match, e)
	}
	if a.Kind == match.Move && s.solved() {
		s.log.text("puzzle.solved")
	}
	return nil
}

// again returns the plan of another game like this one.
func (s *session) again() plan {
	if s.choice != nil {
		return s.choice.draw(s.random)
	}
	return s.plan
}

// begin starts a new game.
func (s *session) begin(p plan) error {
	setup := match.Setup{Control: p.control, Takeback: p.takeback()}
	if p.task != nil {
		setup.Start = p.task.Position
	}
	m, _, err := match.New(p.entry.Game, setup, s.options.Now())
	if err != nil {
		return err
	}
	if path := s.keeper.path; path != "" {
		s.keeper.release()
		s.keeper.decline(path)
	}
	s.plan, s.traits, s.match = p, traitsOf(p.entry.Game), m
	s.log, s.file, s.names = messageLog{}, "", [2]string{}
	if p.task != nil {
		p.task.begin(m, &s.log)
	} else {
		s.log.seats(p)
	}
	err = s.advance(match.Action{Kind: match.Start})
	s.saved = s.match.Seq()
	return err
}

// person returns the seat of the one person against the computer; NoSeat
// when two people play at one screen.
func (s *session) person() match.Seat {
	if s.table != nil {
		if side, ok := s.table.side(); ok {
			return match.SeatOf(side)
		}
		return match.NoSeat
	}
	return s.plan.person()
}

// actor returns who offers a draw or gives up: the person against the
// computer, else the side to move.
func (s *session) actor() match.Seat {
	if p := s.person(); p != match.NoSeat {
		return p
	}
	return match.SeatOf(s.match.Turn())
}

// undoSeat returns for whom turns are taken back. Where the computer has given
// its seat up, both sides are people in a match that goes back to a side's own
// turn: it is the side to move then.
func (s *session) undoSeat() match.Seat {
	if s.match.Setup().Takeback == match.Free {
		return match.NoSeat
	}
	return s.actor()
}

func (s *session) board() *game.Board { return s.match.Game().Info().Board }

// over reports whether the game has ended.
func (s *session) over() bool {
	if s.table != nil {
		return s.table.over()
	}
	return s.match.Status() == match.Over
}

// solved reports whether the game is a puzzle that is solved.
func (s *session) solved() bool { return s.plan.task.solved(s.match) }

// idle reports whether there is nothing to play: the game is over or the puzzle solved.
func (s *session) idle() bool { return s.over() || s.solved() }

// waiting reports whether another player, or the server, is waited for.
func (s *session) waiting() bool { return s.table != nil && !s.over() && !s.table.mine() }

// version changes whenever another turn is to be entered.
func (s *session) version() int {
	if s.table != nil {
		return s.table.turns
	}
	return s.match.Seq()
}

// unsaved reports whether leaving now would lose something.
func (s *session) unsaved() bool {
	return s.table == nil && s.plan.task == nil && s.match.Ply() > 0 && s.match.Seq() != s.saved
}

// running reports whether a game is being played: it has begun and not ended.
func (s *session) running() bool { return !s.over() && s.match.Ply() > 0 }

// input begins to enter the present turn.
func (s *session) input() *game.Input {
	return game.NewInput(s.match.Game().Info(), s.match.State())
}

// sit makes the session show a match on a server; its first state is yet to come.
func (s *session) sit(id string) {
	s.table = &table{online: s.options.Online, id: id}
	s.log, s.file, s.choice = messageLog{}, "", nil
}

// receive shows a state of the server.
func (s *session) receive(state pagestate.State) error {
	t := s.table
	if t.state.Match != "" && state.Seq < t.state.Seq {
		return nil // an answer that was overtaken
	}
	entry, err := s.options.find(state.Game)
	if err != nil {
		return err
	}
	news, err := t.receive(entry.Game, state, s.options.Now())
	if err != nil {
		return err
	}
	s.plan, s.traits, s.match = plan{entry: entry}, traitsOf(entry.Game), t.shown
	for _, side := range game.Sides {
		s.names[side] = state.Sides.Side(side).Name
	}
	s.log.news = nil
	for _, r := range news {
		s.log.add(r)
	}
	return nil
}

// send shows a move as played until the server has confirmed or refused it.
func (s *session) send(move string) error {
	err := s.table.send(move, s.options.Now())
	s.match = s.table.shown
	return err
}

// refused takes a move back that the server did not accept.
func (s *session) refused(move string) {
	s.table.refused(move)
	s.match = s.table.shown
}

// traits are the things a display shows only of games that have them.
type traits struct {
	hands bool // men begin in the hand
	mills bool // mills are closed
}

func traitsOf(g game.Game) traits {
	sides := g.Start().View().Sides
	return traits{
		hands: sides[game.White].Hand+sides[game.Black].Hand > 0,
		mills: g.Info().Mills,
	}
}
