// SPDX-License-Identifier: Apache-2.0

package match

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
