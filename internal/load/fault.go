// SPDX-License-Identifier: Apache-2.0

package load

import "fmt"

// Fault is a promise of the live stream that the server did not keep.
type Fault struct {
	Match string
	Text  string
}

// Error tells the match and what was wrong.
func (f *Fault) Error() string { return "match " + f.Match + ": " + f.Text }

// advance takes note of a state. Every event since the last one must be in its
// log, once and in order.
func (s *stream) advance(state *State) error {
	if state.Seq < s.least {
		return s.fault("the state is at event %d, but a command was answered with event %d before", state.Seq, s.least)
	}
	at := s.seen
	for _, line := range state.Log {
		switch {
		case line.Seq <= s.seen:
			return s.fault("event %d came again after event %d", line.Seq, s.seen)
		case line.Seq != at && line.Seq != at+1: // an event may have several lines
			return s.fault("event %d came after event %d, want event %d", line.Seq, at, at+1)
		}
		at = line.Seq
	}
	if at != state.Seq {
		return s.fault("the state is at event %d, but its log ends with event %d", state.Seq, at)
	}
	s.seen = at
	return nil
}

func (s *stream) fault(format string, args ...any) error {
	return &Fault{Match: s.match, Text: fmt.Sprintf(format, args...)}
}
