// SPDX-License-Identifier: Apache-2.0

// Package match is one match between two sides as a value: seats, moves, clocks,
// offers, undo, and every way a match can end.
//
// [Match.Do] answers what an [Action] at a given time would lead to: events, or
// an [Error] that says why not. [Match.Apply] and [Fold] make the state from
// events, and check each of them by the same rules. The list of events is thus
// the whole truth of a match, whoever keeps it: a terminal in memory, a server in
// a table.
//
// The package starts no goroutine, never asks for the time, stores nothing and
// logs nothing. It does not know who submits an action (a person, a program, the
// network), nor whether that sender may act for the side it names; and it holds
// opaque account ids, never names or addresses.
package match

import (
	"errors"
	"fmt"
	"time"

	"cairn/game"
	"cairn/record"
)

// Status says how far a match has come.
type Status uint8

// The statuses, in the order a match goes through them.
const (
	Waiting Status = iota // a seat is open
	Ready                 // both sit, the clock does not run yet
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
// and it may be read by many at once. New, Fold and FromRecord make one.
type Match struct {
	setup  Setup
	loaded *Loaded
	seats  [2]string    // accounts by side
	walk   *record.Walk // shared between copies: cloned before it changes
	clock  Clock

	started bool
	began   time.Time // when it started
	paused  bool
	offer   Offer     // the open one; ID 0 when none is
	offered [2][3]int // by side and kind: turns before the last offer, plus one; 0 when there was none
	turns   int       // ever played, those taken back included
	end     End
	rematch bool // agreed

	seq int
	at  time.Time
}

// New creates a match of a game; the event is the first of its list. The setup's
// game and revision may be left empty.
func New(g game.Game, s Setup, at time.Time) (Match, Event, error) {
	return create(g, s, nil, at)
}

// create makes a match, from a record when there is one.
func create(g game.Game, s Setup, loaded *Loaded, at time.Time) (Match, Event, error) {
	s, start, err := s.complete(g)
	if err != nil {
		return Match{}, Event{}, fmt.Errorf("create match: %w", err)
	}
	m := Match{setup: s, loaded: loaded, seats: s.Seats, clock: NewClock(s.Control), seq: 1, at: stamp(at)}
	if loaded != nil {
		m.walk, err = loaded.replay(g, s, start.String())
	} else if m.walk = record.Begin(g, start); m.walk.Result().Over() {
		err = errors.New("the game is over in the start position")
	}
	if err != nil {
		return Match{}, Event{}, fmt.Errorf("create match: %w", err)
	}
	m.turns = m.walk.Ply()
	return m, Event{Seq: m.seq, At: m.at, Kind: Created, By: s.Creator, Setup: s, Loaded: loaded}, nil
}

// stamp returns a time as events hold it. Milliseconds are what stores keep, so
// that clocks come out of a store exactly as they went in.
func stamp(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }

// clone returns a match that may be changed without changing this one.
func (m Match) clone() *Match {
	m.walk = m.walk.Clone()
	return &m
}

// seated reports whether someone sits on a side.
func (m *Match) seated(s game.Side) bool { return m.setup.local() || m.seats[s] != "" }

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
