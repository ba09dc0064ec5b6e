// SPDX-License-Identifier: Apache-2.0

package match

import (
	"cairn/game"
	"cairn/record"
)

// move plays a turn. If it ends the match, its event has the result.
func (m *draft) move(a Action, e *Event) error {
	mover := m.Turn()
	if a.By != SeatOf(mover) {
		return refuse(WhyNotTurn)
	}
	took := m.clock.Spent(e.At)
	if m.clock.Free() {
		took = 0 // the thinking times of the record add up to the clocks
	}
	played, err := m.walk.Play(a.Move, took)
	if err != nil {
		return &Error{Why: WhyIllegal, Err: err}
	}
	m.turns++
	m.undone = End{}
	m.clock = m.clock.Press(e.At)
	m.recordTimes()
	m.freeFirstMove()
	m.expireOffer(mover)
	e.Kind, e.Move, e.Position = Moved, played.Text, m.walk.Position()
	m.finishByRules(e)
	return nil
}

// expireOffer closes the open offer after a move. A draw offer stays open after a move of
// the side that made it; moving instead of answering declines it. Other offers end with
// any move.
func (m *draft) expireOffer(mover game.Side) {
	if m.offer.Kind != DrawOffer || m.offer.By != mover {
		m.offer = Offer{}
	}
}

// undo undoes turns, or asks the opponent if consent is needed.
func (m *draft) undo(a Action, e *Event) error {
	plies, err := m.checkUndo(a.By)
	if err != nil {
		return err
	}
	if m.setup.Takeback == Consent {
		side, _ := a.By.Side()
		e.Kind = UndoAsked
		return m.openOffer(e, Offer{Kind: UndoOffer, By: side, Plies: plies})
	}
	e.Kind = Undone
	m.takeBack(e, plies)
	return nil
}

// checkUndo returns the number of plies that an undo by a seat undoes: 0 if the match
// ended without a turn, such as by resignation, when only the end is undone.
func (m *Match) checkUndo(by Seat) (int, error) {
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

// takeBack undoes turns, the end of the match and the open offer.
func (m *draft) takeBack(e *Event, plies int) {
	for range plies {
		m.walk.Undo()
	}
	end := m.end
	m.end = End{}
	m.startTurn(e, plies)
	if plies == 0 {
		m.undone = end
	}
}

// redo redoes turns, or asks the opponent if consent is needed: one ply at a shared
// screen, else up to the next turn of the player. It also redoes an end without a turn,
// such as a resignation.
func (m *draft) redo(a Action, e *Event) error {
	if err := m.checkRedo(a.By); err != nil {
		return err
	}
	if m.setup.Takeback == Consent {
		side, _ := a.By.Side()
		e.Kind = RedoAsked
		return m.openOffer(e, Offer{Kind: RedoOffer, By: side, Plies: m.redoOn(m.walk.Clone(), a.By)})
	}
	e.Kind = Redone
	if end := m.undone; end.Over() && !m.walk.CanRedo() {
		m.startTurn(e, 0)
		m.finish(e, end)
		return nil
	}
	m.startTurn(e, m.redoOn(m.walk, a.By))
	m.finishByRules(e)
	return nil
}

// redoOn redoes the turns of a redo by a seat on a walk, and returns their number.
func (m *Match) redoOn(walk *record.Walk, by Seat) int {
	plies := 0
	for walk.Redo() {
		plies++
		if m.setup.Takeback == Free || SeatOf(walk.State().Turn()) == by {
			break
		}
	}
	return plies
}

// grantRedo redoes the agreed number of turns.
func (m *draft) grantRedo(e *Event, plies int) {
	for range plies {
		m.walk.Redo()
	}
	m.startTurn(e, plies)
	m.finishByRules(e)
}

func (m *Match) checkRedo(by Seat) error {
	_, isSide := by.Side()
	switch {
	case !isSide && m.setup.Takeback != Free:
		return refuse(WhyNeedsSide)
	case !m.walk.CanRedo() && !m.undone.Over():
		return refuse(WhyNoRedo)
	}
	return nil
}

// startTurn begins the turn after an undo or redo of some plies. Under FairTerms both sides
// get the times at which the position was first reached; else used time is not given back,
// so that an undo never gains time.
func (m *draft) startTurn(e *Event, plies int) {
	m.offer, m.undone = Offer{}, End{}
	m.clock = m.clock.Start(m.Turn(), e.At)
	if left, known := m.lefts.at(m.Ply()); known && m.setup.fair() {
		m.clock.left = left
	} else {
		m.recordTimes()
	}
	m.freeFirstMove()
	e.Plies, e.Position = plies, m.walk.Position()
}

// CanUndo reports whether a seat may undo turns, or ask to.
func (m Match) CanUndo(by Seat) bool {
	_, err := m.checkUndo(by)
	return err == nil && m.mayAsk(by, Undo, UndoOffer)
}

// CanRedo reports whether a seat may redo turns, or ask to.
func (m Match) CanRedo(by Seat) bool { return m.checkRedo(by) == nil && m.mayAsk(by, Redo, RedoOffer) }

// mayAsk reports whether a seat may undo or redo turns now, or make the offer to.
func (m *Match) mayAsk(by Seat, kind ActionKind, offer OfferKind) bool {
	side, _ := by.Side()
	return m.checkStatus(kind) == nil && (m.setup.local() || m.checkOffer(side, offer) == nil)
}
