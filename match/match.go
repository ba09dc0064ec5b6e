// SPDX-License-Identifier: Apache-2.0

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
