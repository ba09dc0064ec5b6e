// SPDX-License-Identifier: Apache-2.0

package match

import (
	"cairn/game"
)

// move plays a turn. The match may end with it, in the same event.
func (m *Match) move(a Action, e *Event) error {
	mover := m.Turn()
	if a.By != SeatOf(mover) {
		return refuse(WhyNotTurn)
	}
	played, err := m.walk.Play(a.Move, m.clock.Spent(e.At))
	if err != nil {
		return &Error{Why: WhyIllegal, Err: err}
	}
	m.turns++
	m.clock = m.clock.Press(e.At)
	m.lapse(mover)
	e.Kind, e.Move, e.Position = Moved, played.Text, m.walk.Position()
	m.judge(e)
	return nil
}

// lapse drops the open offer when it does not outlive a move. A draw may still
// be agreed after the offerer's own move, as players know it; moving instead of
// answering declines it. An undo was asked for the turns before this one.
func (m *Match) lapse(mover game.Side) {
	if m.offer.Kind == UndoOffer || m.offer.By != mover {
		m.offer = Offer{}
	}
}

// undo takes turns back, or asks for it where the other side has a say.
func (m *Match) undo(a Action, e *Event) error {
	plies, err := m.undoable(a.By)
	if err != nil {
		return err
	}
	if m.setup.Takeback == Consent {
		side, _ := a.By.Side()
		e.Kind = UndoAsked
		return m.open(e, Offer{Kind: UndoOffer, By: side, Plies: plies})
	}
	e.Kind = Undone
	m.takeBack(e, plies)
	return nil
}

// undoable returns how many plies an undo for a seat goes back. An end that was
// no turn (resignation, agreement) is taken back alone: 0.
func (m *Match) undoable(by Seat) (int, error) {
	_, isSide := by.Side()
	switch {
	case !isSide && m.setup.Takeback != Free:
		return 0, refuse(WhyNeedsSide)
	case m.rematch:
		return 0, refuse(WhyRematched)
	case m.end.Over() && (!m.setup.local() || m.end.Reason == ByAbort):
		return 0, refuse(WhyOver)
	case m.end.Reason == ByTime && m.setup.Control.Kind != NoClock:
		return 0, refuse(WhyOutOfTime)
	case m.end.Over() && !m.walk.Result().Over():
		return 0, nil
	case m.setup.Takeback == Free && m.walk.CanUndo():
		return 1, nil
	}
	for plies := 1; plies <= m.Ply(); plies++ {
		if SeatOf(m.walk.StateAt(m.Ply()-plies).Turn()) == by {
			return plies, nil
		}
	}
	return 0, refuse(WhyNoUndo)
}

// takeBack takes turns back, and with them the end of the match and whatever was
// offered. Clocks stay as they are: time that was used is not given back, so
// that nobody gains time by undoing.
func (m *Match) takeBack(e *Event, plies int) {
	for range plies {
		m.walk.Undo()
	}
	m.end = End{}
	m.jump(e, plies)
}

// redo plays undone turns again, the mirror of undo: one ply at one screen, and
// against the computer on to the next turn of one's own.
func (m *Match) redo(a Action, e *Event) error {
	if err := m.redoable(a.By); err != nil {
		return err
	}
	e.Kind = Redone
	plies := 0
	for m.walk.Redo() {
		plies++
		if m.setup.Takeback == Free || SeatOf(m.Turn()) == a.By {
			break
		}
	}
	m.jump(e, plies)
	m.judge(e)
	return nil
}

func (m *Match) redoable(by Seat) error {
	_, isSide := by.Side()
	switch {
	case m.setup.Takeback == Consent:
		return refuse(WhyNotFree)
	case !isSide && m.setup.Takeback != Free:
		return refuse(WhyNeedsSide)
	case !m.walk.CanRedo():
		return refuse(WhyNoRedo)
	}
	return nil
}

// jump goes on at another turn.
func (m *Match) jump(e *Event, plies int) {
	m.offer = Offer{}
	m.clock = m.clock.Start(m.Turn(), e.At)
	e.Plies, e.Position = plies, m.walk.Position()
}

// CanUndo reports whether an undo for a seat would take something back, or could
// be asked for.
func (m Match) CanUndo(by Seat) bool {
	if _, err := m.undoable(by); err != nil || m.timely(Undo) != nil {
		return false
	}
	side, _ := by.Side()
	return m.setup.local() || m.mayOffer(side, UndoOffer) == nil
}

// CanRedo reports whether a redo for a seat would play something again.
func (m Match) CanRedo(by Seat) bool { return m.timely(Redo) == nil && m.redoable(by) == nil }
