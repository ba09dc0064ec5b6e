// SPDX-License-Identifier: Apache-2.0

// Package match implements one match between two sides as a value: seats, moves,
// clocks, offers, undo, and every way a match can end.
//
// [Match.Do] decides an [Action] at a given time: it returns the next match and its
// events, or an [Error]. [Match.Apply] and [Fold] rebuild a match from stored events
// (event sourcing), and check each event by the rules of Do. Only events need to be
// stored.
//
// The package starts no goroutines, does not read the time, stores nothing and
// logs nothing. It does not check whether the sender of an action may act for
// the side it names; callers do. It holds opaque account IDs, never names or
// addresses.
package match

import (
	"errors"
	"fmt"
	"time"

	"cairn/game"
	"cairn/record"
)

// Status is the stage of a match.
type Status uint8

// The stages of a match, in order.
const (
	Waiting Status = iota // a player is missing
	Ready                 // both players are there, the match has not started
	Playing
	Over
)

var statusNames = []string{"waiting", "ready", "playing", "over"}

// String returns the status's name.
func (s Status) String() string { return game.NameOf(s, statusNames) }

// MarshalText implements encoding.TextMarshaler.
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Status) UnmarshalText(text []byte) error {
	return game.ParseName(s, text, statusNames, "status")
}

// Match is the state of one match. It is a value: no exported method changes it,
// and it is safe for concurrent use. New, Fold and FromRecord make one.
type Match struct {
	setup  Setup
	loaded *Loaded
	seats  [2]string    // accounts by side
	walk   *record.Walk // shared between copies; cloned before it changes
	clock  Clock
	lefts  timesByPly

	started bool
	began   time.Time // when it started
	paused  bool
	offer   Offer     // the open offer; ID 0 if there is none
	offered [2][4]int // by side and kind: turns before the last offer, plus one; 0 for none
	turns   int       // played, undone ones included
	end     End
	undone  End  // an undone end that can be redone; else zero
	rematch bool // agreed
	expired bool // aborted because a first move did not come in time

	seq     int
	at      time.Time
	changed int // seq of the last event except pauses and resumes
}

// New creates a match of a game and returns its first event. The setup's game
// and revision may be left empty.
func New(g game.Game, s Setup, at time.Time) (Match, Event, error) {
	return create(g, s, nil, at)
}

// create makes a match, from a record unless loaded is nil.
func create(g game.Game, s Setup, loaded *Loaded, at time.Time) (Match, Event, error) {
	s, start, err := s.complete(g)
	if err != nil {
		return Match{}, Event{}, fmt.Errorf("create match: %w", err)
	}
	m := Match{setup: s, loaded: loaded, seats: s.Seats, clock: NewClock(s.Control), seq: 1, at: eventTime(at), changed: 1}
	if loaded != nil {
		if m.walk, err = loaded.replay(g, s, start.String()); err == nil {
			m.clock = loaded.clock(s.Control, m.walk)
			m.lefts = loaded.lefts(m.walk, m.clock)
		}
	} else if m.walk = record.Begin(g, start); m.walk.Result().Over() {
		err = errors.New("the game is over in the start position")
	}
	if err != nil {
		return Match{}, Event{}, fmt.Errorf("create match: %w", err)
	}
	if m.turns = m.walk.Ply(); loaded == nil {
		m.lefts = timesByPly{m.clock.left}
	}
	return m, Event{Seq: m.seq, At: m.at, Kind: Created, By: s.Creator, Setup: s, Loaded: loaded}, nil
}

// eventTime rounds a time to the milliseconds that stores keep, so that clocks are equal
// after loading.
func eventTime(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }

// draft is a mutable copy of a match.
type draft struct{ Match }

func (m Match) draft() *draft {
	m.walk = m.walk.Clone()
	return &draft{m}
}

// Setup returns the setup of the match.
func (m Match) Setup() Setup { return m.setup }

// Seats returns the accounts by side. They are empty for open seats and for
// matches on one machine.
func (m Match) Seats() [2]string { return m.seats }

// Seq returns the number of the last event.
func (m Match) Seq() int { return m.seq }

// Shows reports whether a player who has seen the match at a seq is up to date: only
// pauses have happened since.
func (m Match) Shows(seq int) bool { return m.changed <= seq && seq <= m.seq }

// At returns the time of the last event.
func (m Match) At() time.Time { return m.at }

// Status returns the stage of the match.
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

// Paused reports whether the system has paused the match.
func (m Match) Paused() bool { return m.paused }

// Result returns how the match ended; the zero End if it has not.
func (m Match) Result() End { return m.end }

// Expired returns the side that did not make its first move in time; false if the match
// was not aborted for that reason.
func (m Match) Expired() (game.Side, bool) { return m.Turn(), m.expired }

// FirstMoveBy returns when the match will be aborted unless the side to move makes its
// first move; false if there is no such limit.
func (m Match) FirstMoveBy() (time.Time, bool) {
	if m.Status() != Playing || !m.setup.fair() || !m.opening() {
		return time.Time{}, false
	}
	return m.clock.Deadline()
}

// Clock returns the clocks.
func (m Match) Clock() Clock { return m.clock }

// Offer returns the open offer; false if there is none.
func (m Match) Offer() (Offer, bool) { return m.offer, m.offer.ID != 0 }

// Rematched reports whether a rematch has been agreed.
func (m Match) Rematched() bool { return m.rematch }

// RematchSetup returns the setup of a rematch: this setup with the sides swapped.
func (m Match) RematchSetup() Setup {
	s := m.setup
	s.Seats = [2]string{m.seats[game.Black], m.seats[game.White]}
	s.Creator = s.Creator.Other()
	return s
}

// Game returns the rule set.
func (m Match) Game() game.Game { return m.walk.Game() }

// State returns the current state.
func (m Match) State() game.State { return m.walk.State() }

// Position returns the text of the current position.
func (m Match) Position() string { return m.walk.Position() }

// Turn returns the side to move.
func (m Match) Turn() game.Side { return m.walk.State().Turn() }

// Ply returns the number of turns played, without undone turns.
func (m Match) Ply() int { return m.walk.Ply() }

// Notes returns the notes of the turn that led to a ply, from 1 to Ply.
func (m Match) Notes(ply int) []game.Note { return m.walk.Notes(ply) }

// Line returns the turns played so far, without undone turns.
func (m Match) Line() record.Line { return m.walk.Turns() }

// LineAfter returns the turns after a ply.
func (m Match) LineAfter(ply int) record.Line { return m.walk.TurnsAfter(ply) }

// Mills returns the number of mills each side has closed.
func (m Match) Mills() [2]int { return m.walk.Mills() }

// Walk returns a copy of the turns with their states.
func (m Match) Walk() *record.Walk { return m.walk.Clone() }

// Record returns the record of the match, with the clocks at its last event. The caller
// adds the names of the players.
func (m Match) Record() record.Record {
	r := m.walk.Record()
	m.end.Write(&r)
	r.Date = m.began.Truncate(time.Second)
	if m.loaded != nil {
		r.Control, r.Clock, r.Comment, r.Extra = m.loaded.Control, m.loaded.Clock, m.loaded.Comment, m.loaded.Extra
		if !m.loaded.Date.IsZero() || len(m.loaded.Turns) > 0 { // a record with turns has its own date, even an unknown one
			r.Date = m.loaded.Date
		}
	}
	if m.setup.Control.Kind != NoClock {
		r.Control = m.setup.Control.String()
	}
	if m.setup.Control.Kind == RealTime {
		r.Clock = record.TimesLeft{m.clock.Remaining(game.White, m.at), m.clock.Remaining(game.Black, m.at)}
	}
	return r
}
