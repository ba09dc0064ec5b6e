// SPDX-License-Identifier: Apache-2.0

package match

import (
	"time"

	"cairn/game"
	"cairn/record"
)

// Setup returns what the match was created with.
func (m Match) Setup() Setup { return m.setup }

// Seats returns the accounts by side; empty where nobody sits, and on one
// machine.
func (m Match) Seats() [2]string { return m.seats }

// Seq returns the number of the last event.
func (m Match) Seq() int { return m.seq }

// At returns the time of the last event.
func (m Match) At() time.Time { return m.at }

// Status returns how far the match has come.
func (m Match) Status() Status {
	switch {
	case m.end.Over():
		return Over
	case m.started:
		return Playing
	case m.seated(game.White) && m.seated(game.Black):
		return Ready
	default:
		return Waiting
	}
}

// Paused reports whether the clocks stand because the system says so.
func (m Match) Paused() bool { return m.paused }

// Result returns how the match ended; the zero End while it goes on.
func (m Match) Result() End { return m.end }

// Clock returns the clocks.
func (m Match) Clock() Clock { return m.clock }

// Offer returns the open offer, if there is one.
func (m Match) Offer() (Offer, bool) { return m.offer, m.offer.ID != 0 }

// Rematched reports whether a rematch has been agreed.
func (m Match) Rematched() bool { return m.rematch }

// RematchSetup returns the setup of a rematch: the same start and clocks, the
// sides exchanged.
func (m Match) RematchSetup() Setup {
	s := m.setup
	s.Seats = [2]string{m.seats[game.Black], m.seats[game.White]}
	s.Creator = s.Creator.Other()
	return s
}

// Game returns the rule set.
func (m Match) Game() game.Game { return m.walk.Game() }

// State returns the present position.
func (m Match) State() game.State { return m.walk.State() }

// Turn returns the side to move.
func (m Match) Turn() game.Side { return m.walk.State().Turn() }

// Ply returns how many turns stand, those taken back not counted.
func (m Match) Ply() int { return m.walk.Ply() }

// Notes returns the facts of the turn that led to a ply, from 1 to Ply.
func (m Match) Notes(ply int) []game.Note { return m.walk.Notes(ply) }

// Mills returns how many mills each side has closed.
func (m Match) Mills() [2]int { return m.walk.Mills() }

// Walk returns a copy of the turns with their states.
func (m Match) Walk() *record.Walk { return m.walk.Clone() }

// Record writes the match down. Player names are the caller's: a match knows
// none.
func (m Match) Record() record.Record {
	r := m.walk.Record()
	m.end.Write(&r)
	r.Date = m.began.Truncate(time.Second)
	if m.loaded != nil && !m.loaded.Date.IsZero() {
		r.Date = m.loaded.Date
	}
	if m.setup.Control.Kind != NoClock {
		r.Control = m.setup.Control.String()
	}
	return r
}
