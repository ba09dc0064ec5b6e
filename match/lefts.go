// SPDX-License-Identifier: Apache-2.0

package match

import (
	"time"

	"cairn/record"
)

// times are the times both sides have left.
type times = [2]time.Duration

// timesByPly holds the times left when each position of a match was reached, by ply. The
// times after the current ply belong to undone turns. Matches share the slice: it is
// copied before it changes.
type timesByPly []times

// set returns a copy with the times of a ply and none after it.
func (l timesByPly) set(ply int, t times) timesByPly {
	kept := l[:min(ply, len(l))]
	next := make(timesByPly, ply+1)
	for i := copy(next, kept); i <= ply; i++ { // several plies at once
		next[i] = t
	}
	return next
}

// recordTimes sets the times of the current position, if there is a clock.
func (m *draft) recordTimes() {
	if m.clock.Control().Kind != NoClock {
		m.lefts = m.lefts.set(m.Ply(), m.clock.left)
	}
}

// at returns the times of a ply; false if they are not known.
func (l timesByPly) at(ply int) (times, bool) {
	if ply < 0 || ply >= len(l) {
		return times{}, false
	}
	return l[ply], true
}

// leftsOf computes the times of a walk from the thinking times of its turns.
func leftsOf(c Control, walk *record.Walk) timesByPly {
	left := NewClock(c).left
	all := timesByPly{left}
	for i, turn := range walk.Turns() {
		side := walk.StateAt(i).Turn()
		if c.Kind == RealTime {
			left[side] = max(0, left[side]-turn.Took) + c.Increment
		}
		all = append(all, left)
	}
	return all
}

// LeftAt returns the time both sides had left when the position after ply turns was
// reached; false without a clock. For turns of a loaded record it is computed from their
// thinking times.
func (m Match) LeftAt(ply int) ([2]time.Duration, bool) {
	t, known := m.lefts.at(ply)
	return t, known && t != times{}
}
