// SPDX-License-Identifier: Apache-2.0

package match

import "cairn/game"

// finish ends the match: its clocks stand, open offers lapse.
func (m *Match) finish(e *Event, end End) {
	m.end, e.End = end, end
	m.clock = m.clock.Stop(e.At)
	m.offer = Offer{}
	m.paused = false
}

// judge ends the match when the rules or the history of the game say so.
func (m *Match) judge(e *Event) {
	if r := m.walk.Result(); r.Over() {
		m.finish(e, End{r.Verdict, ByRule(r.Reason)})
	}
}

// flag ends the match because the side to move has no time left.
func (m *Match) flag(e *Event) {
	e.Kind, e.By = Flagged, NoSeat // nobody did it: it was found out
	m.finish(e, End{game.Wins(m.Turn().Other()), ByTime})
}

// resign gives the match to the other side.
func (m *Match) resign(a Action, e *Event) error {
	side, _ := a.By.Side()
	e.Kind = Resigned
	m.finish(e, End{game.Wins(side.Other()), ByResignation})
	return nil
}

// abort calls the match off, without a result.
func (m *Match) abort(_ Action, e *Event) error {
	if !m.opening() {
		return refuse(WhyTooLate)
	}
	e.Kind = Aborted
	m.finish(e, End{Reason: ByAbort})
	return nil
}

// claim ends the match because the side to move has left. Whoever runs the match
// has to vouch for that.
func (m *Match) claim(a Action, e *Event) error {
	loser := m.Turn()
	switch {
	case m.opening():
		return refuse(WhyTooEarly)
	case !a.Away || a.By == SeatOf(loser) || !m.leavable():
		return refuse(WhyNotAway)
	}
	e.Kind = Claimed
	m.finish(e, End{game.Wins(loser.Other()), ByLeaving})
	return nil
}

// opening reports whether the match is so young that nothing is lost by calling
// it off: both sides have not moved yet.
func (m *Match) opening() bool { return m.turns < 2 }

// leavable reports whether going away means anything: not on one machine, and
// not where a turn may take days.
func (m *Match) leavable() bool {
	return !m.setup.local() && m.setup.Control.Kind != Correspondence
}

// CanAbort reports whether the match can still be called off.
func (m Match) CanAbort() bool { return m.Status() != Over && m.opening() }
