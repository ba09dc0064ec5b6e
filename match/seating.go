// SPDX-License-Identifier: Apache-2.0

package match

import "cairn/game"

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
