// SPDX-License-Identifier: Apache-2.0

package match

import (
	"time"

	"cairn/game"
)

// Clock is the time both sides have left, and whose clock runs since when. It is
// a value: every method that moves it on returns another one. Without a time
// control it still measures how long a turn takes.
type Clock struct {
	control Control
	left    [2]time.Duration // by side, when the clock was last touched
	side    game.Side        // whose turn it is
	spent   time.Duration    // used in this turn before the clock last stood
	running bool
	since   time.Time // when it began to run
}

// NewClock returns a clock that stands, with the full time for both sides.
func NewClock(c Control) Clock {
	full := c.Initial
	if c.Kind == Correspondence {
		full = c.PerMove
	}
	return Clock{control: c, left: [2]time.Duration{full, full}}
}

// Start begins a turn of a side. Whoever's clock ran before is charged to now
// and gets no increment: this is how a match starts, and how it goes on after an
// undo.
func (c Clock) Start(side game.Side, now time.Time) Clock {
	c = c.Stop(now)
	if c.control.Kind == Correspondence { // each turn has its own days
		c.left = [2]time.Duration{c.control.PerMove, c.control.PerMove}
	}
	c.side, c.spent = side, 0
	return c.Resume(now)
}

// Press ends the running turn: the mover gets the increment, and the other
// side's turn begins.
func (c Clock) Press(now time.Time) Clock {
	c = c.Stop(now)
	c.left[c.side] += c.control.Increment
	return c.Start(c.side.Other(), now)
}

// Stop charges the running side to now and lets the clock stand: the match has
// ended, or nobody could play because the server was down.
func (c Clock) Stop(now time.Time) Clock {
	if c.running {
		used := c.elapsed(now)
		c.left[c.side] = max(0, c.left[c.side]-used)
		c.spent += used
		c.running = false
	}
	return c
}

// Resume lets a standing clock go on, for the same turn of the same side.
func (c Clock) Resume(now time.Time) Clock {
	if !c.running {
		c.running, c.since = true, now
	}
	return c
}

// Control returns the time control.
func (c Clock) Control() Control { return c.control }

// Running returns the side whose clock runs, and whether it does.
func (c Clock) Running() (game.Side, bool) { return c.side, c.running }

// Remaining returns the time a side has left at now, never less than zero.
// Without a time control it is zero.
func (c Clock) Remaining(side game.Side, now time.Time) time.Duration {
	left := c.left[side]
	if c.running && side == c.side {
		left = max(0, left-c.elapsed(now))
	}
	return left
}

// Spent returns how much time the present turn has taken at now.
func (c Clock) Spent(now time.Time) time.Duration {
	if c.running {
		return c.spent + c.elapsed(now)
	}
	return c.spent
}

// Flagged reports whether the running side has no time left at now. A clock that
// stands flags nobody.
func (c Clock) Flagged(now time.Time) bool {
	deadline, ok := c.Deadline()
	return ok && !now.Before(deadline)
}

// Deadline returns when the running side will have no time left, and whether
// there is such a time: there is none while the clock stands, and none without a
// time control.
func (c Clock) Deadline() (time.Time, bool) {
	if !c.running || c.control.Kind == NoClock {
		return time.Time{}, false
	}
	return c.since.Add(c.left[c.side]), true
}

// elapsed returns the time since the clock began to run. Clocks of different
// machines may differ a little: time that runs backwards charges nothing.
func (c Clock) elapsed(now time.Time) time.Duration { return max(0, now.Sub(c.since)) }

// pause lets the clocks stand: nobody pays for time in which nobody could play. A
// system that went down without pausing does it afterwards, at the last time it
// knows it was up, and then resumes.
func (m *Match) pause(a Action, e *Event) error {
	if a.By != NoSeat {
		return refuse(WhySystem)
	}
	e.Kind = Paused
	m.paused = true
	m.clock = m.clock.Stop(e.At)
	return nil
}

// resume lets the clocks go on.
func (m *Match) resume(a Action, e *Event) error {
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
