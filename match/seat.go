// SPDX-License-Identifier: Apache-2.0

package match

import "cairn/game"

// Seat is a side of a match, or neither.
type Seat uint8

// The seats. NoSeat stands for the system that runs the match, and for the player at a
// screen that both sides share.
const (
	NoSeat Seat = iota
	WhiteSeat
	BlackSeat
)

var seatNames = []string{"none", "white", "black"}

// SeatOf returns the seat of a side.
func SeatOf(s game.Side) Seat { return WhiteSeat + Seat(s) }

// Side returns the side of a seat; false for NoSeat.
func (s Seat) Side() (game.Side, bool) {
	if s == WhiteSeat || s == BlackSeat {
		return game.Side(s - WhiteSeat), true
	}
	return game.White, false
}

// Other returns the opposite seat; NoSeat for NoSeat.
func (s Seat) Other() Seat {
	side, ok := s.Side()
	if !ok {
		return NoSeat
	}
	return SeatOf(side.Other())
}

// String returns "none", "white" or "black".
func (s Seat) String() string { return game.NameOf(s, seatNames) }

// MarshalText implements encoding.TextMarshaler.
func (s Seat) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Seat) UnmarshalText(text []byte) error { return game.ParseName(s, text, seatNames, "seat") }

// seated reports whether a side has a player.
func (m *Match) seated(s game.Side) bool { return m.setup.local() || m.seats[s] != "" }

// join gives an account the seat By, or the first open seat.
func (m *draft) join(a Action, e *Event) error {
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
