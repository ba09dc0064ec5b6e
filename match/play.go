// SPDX-License-Identifier: Apache-2.0

package match

import "cairn/game"

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
