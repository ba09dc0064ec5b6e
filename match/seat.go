// SPDX-License-Identifier: Apache-2.0

package match

import (
	"cairn/game"
)

// Seat says for whom an action is done: for a side, or for neither.
type Seat uint8

// The seats. What nobody does is done by the system that runs the match, or by
// whoever sits at the one screen.
const (
	NoSeat Seat = iota
	WhiteSeat
	BlackSeat
)

var seatNames = []string{"nobody", "white", "black"}

// SeatOf returns the seat of a side.
func SeatOf(s game.Side) Seat { return WhiteSeat + Seat(s) }

// Side returns the side that sits there, and whether one does.
func (s Seat) Side() (game.Side, bool) {
	if s == WhiteSeat || s == BlackSeat {
		return game.Side(s - WhiteSeat), true
	}
	return game.White, false
}

// Other returns the seat opposite; opposite nobody sits nobody.
func (s Seat) Other() Seat {
	side, ok := s.Side()
	if !ok {
		return NoSeat
	}
	return SeatOf(side.Other())
}

// String returns "nobody", "white" or "black".
func (s Seat) String() string { return game.NameOf(s, seatNames) }

// MarshalText implements encoding.TextMarshaler.
func (s Seat) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Seat) UnmarshalText(text []byte) error { return game.ParseName(s, text, seatNames, "seat") }

// join seats an account on the seat it names, or on the first open one.
func (m *Match) join(a Action, e *Event) error {
	side, named := a.By.Side()
	if !named {
		side = game.White
		if m.seated(side) {
			side = game.Black
		}
	}
	switch {
	case m.seated(side):
		return refuse(WhyFull)
	case a.Account == "":
		return refuse(WhyNoAccount)
	case m.seats[side.Other()] == a.Account:
		return refuse(WhySeated)
	}
	m.seats[side] = a.Account
	e.Kind, e.By, e.Account = Joined, SeatOf(side), a.Account
	return nil
}

// start lets the clock of the side to move run. A match that goes on from a
// finished record is over at once.
func (m *Match) start(a Action, e *Event) error {
	if a.By != NoSeat && a.By != m.setup.Creator {
		return refuse(WhyNotCreator)
	}
	e.Kind = Started
	m.started, m.began = true, e.At
	m.clock = m.clock.Start(m.Turn(), e.At)
	if m.loaded != nil && m.loaded.end().Over() {
		m.finish(e, m.loaded.end())
	}
	return nil
}
