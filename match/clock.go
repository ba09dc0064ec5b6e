// SPDX-License-Identifier: Apache-2.0

package match

import (
	"time"

	"cairn/game"
)

// Clock holds the time both sides have left, and which side's clock runs since when. It is
// a value: methods that change it return a new Clock. Without a time control it only
// measures how long a turn takes.
type Clock struct {
	control Control
	left    [2]time.Duration // by side, when the clock was last stopped or started
	side    game.Side        // side to move
	spent   time.Duration    // used in this turn before the clock last stopped
	limit   time.Duration    // of a free turn; 0 in charged turns
	running bool
	since   time.Time // when the clock last started to run
}

// NewClock returns a stopped clock with the full time for both sides.
func NewClock(c Control) Clock {
	full := c.Initial
	if c.Kind == Correspondence {
		full = c.PerMove
	}
	return Clock{control: c, left: [2]time.Duration{full, full}}
}

// Start begins a turn of a side, at the start of a match and after an undo. The
// side whose clock ran before is charged up to now and gets no increment.
func (c Clock) Start(side game.Side, now time.Time) Clock {
	c = c.Stop(now)
	if c.control.Kind == Correspondence { // each turn has its own days
		c.left = [2]time.Duration{c.control.PerMove, c.control.PerMove}
	}
	c.side, c.spent, c.limit = side, 0, 0
	return c.Resume(now)
}

// free makes the current turn free: it is not charged, but limited.
func (c Clock) free(limit time.Duration) Clock {
	c.limit = limit
	return c
}

// Press ends the current turn: the mover gets the increment, and the turn of the other
// side begins.
func (c Clock) Press(now time.Time) Clock {
	c = c.Stop(now)
	c.left[c.side] += c.control.Increment
	return c.Start(c.side.Other(), now)
}

// Stop charges the running side up to now and stops the clock.
func (c Clock) Stop(now time.Time) Clock {
	if c.running {
		c.left[c.side] = c.Remaining(c.side, now)
		c.spent = c.Spent(now)
		c.running = false
	}
	return c
}

// Resume restarts a stopped clock in the current turn.
func (c Clock) Resume(now time.Time) Clock {
	if !c.running {
		c.running, c.since = true, now
	}
	return c
}

// Control returns the time control.
func (c Clock) Control() Control { return c.control }

// Running returns the side to move, and whether its clock runs. It also runs in a
// free turn.
func (c Clock) Running() (game.Side, bool) { return c.side, c.running }

// Free reports whether the current turn is not charged: the first turn of a side.
func (c Clock) Free() bool { return c.limit > 0 }

// Remaining returns the time a side has left at now, never less than zero.
// Without a time control it is zero.
func (c Clock) Remaining(side game.Side, now time.Time) time.Duration {
	left := c.left[side]
	if c.running && side == c.side && !c.Free() {
		left = max(0, left-c.elapsed(now))
	}
	return left
}

// Spent returns the time that the current turn has taken at now.
func (c Clock) Spent(now time.Time) time.Duration {
	if c.running {
		return c.spent + c.elapsed(now)
	}
	return c.spent
}

// Flagged reports whether the clock runs and its side is out of time at now, or
// beyond the limit of a free turn.
func (c Clock) Flagged(now time.Time) bool {
	deadline, ok := c.Deadline()
	return ok && !now.Before(deadline)
}

// Deadline returns when the running side will be out of time, or when the limit of
// a free turn ends; false if the clock is stopped or there is no time control.
func (c Clock) Deadline() (time.Time, bool) {
	if !c.running || c.control.Kind == NoClock {
		return time.Time{}, false
	}
	if c.Free() {
		return c.since.Add(c.limit - c.spent), true
	}
	return c.since.Add(c.left[c.side]), true
}

// elapsed returns the time since the clock started to run, at least 0 despite clock skew
// between machines.
func (c Clock) elapsed(now time.Time) time.Duration { return max(0, now.Sub(c.since)) }

// freeFirstMove makes the current turn free if it is the first of its side under FairTerms.
// In correspondence each turn has its own days anyway.
func (m *draft) freeFirstMove() {
	if c := m.setup.Control; m.setup.fair() && c.Kind == RealTime && !m.moved(m.Turn()) {
		m.clock = m.clock.free(c.FirstMove())
	}
}

// start starts the match and the clock of the side to move. A match from a
// finished record is over at once.
func (m *draft) start(a Action, e *Event) error {
	if a.By != NoSeat && a.By != m.setup.Creator {
		return refuse(WhyNotCreator)
	}
	e.Kind = Started
	m.started, m.began = true, e.At
	m.clock = m.clock.Start(m.Turn(), e.At)
	m.freeFirstMove()
	if m.loaded != nil && m.loaded.end().Over() {
		m.finish(e, m.loaded.end())
	}
	return nil
}

// pause stops the clocks, so that players are not charged for an outage. A system that
// crashed pauses when it restarts, at the time of its last heartbeat, and then resumes.
func (m *draft) pause(a Action, e *Event) error {
	if a.By != NoSeat {
		return refuse(WhySystem)
	}
	e.Kind = Paused
	m.paused = true
	m.clock = m.clock.Stop(e.At)
	return nil
}

// resume restarts the clocks.
func (m *draft) resume(a Action, e *Event) error {
	switch {
	case a.By != NoSeat:
		return refuse(WhySystem)
	case !m.paused:
		return refuse(WhyNotPaused)
	}
	e.Kind = Resumed
	m.paused = false
	m.clock = m.clock.Resume(e.At)
	return nil
}
