// SPDX-License-Identifier: Apache-2.0

package match

import (
	"errors"
	"fmt"

	"cairn/game"
)

// Fold makes the state of a match from its events. The error names the first
// event that does not follow from those before it.
func Fold(g game.Game, events []Event) (Match, error) {
	if len(events) == 0 {
		return Match{}, errors.New("fold match: there are no events, want created first")
	}
	first := events[0]
	if first.Seq != 1 || first.Kind != Created {
		return Match{}, fmt.Errorf("event %d %s: want event 1 created first", first.Seq, first.Kind)
	}
	m, want, err := create(g, first.Setup, first.Loaded, first.At)
	if err == nil {
		err = first.follows(want)
	}
	for i := 1; i < len(events) && err == nil; i++ {
		err = m.apply(events[i])
	}
	if err != nil {
		return Match{}, err
	}
	return m, nil
}

// Apply returns the match after events, which must follow in order. The error
// names the first that does not; the match does not change.
func (m Match) Apply(events ...Event) (Match, error) {
	next := m.clone()
	for _, e := range events {
		if err := next.apply(e); err != nil {
			return m, err
		}
	}
	return *next, nil
}

// apply does an event in place; after an error the match is of no use.
func (m *Match) apply(e Event) error {
	a, known := e.request()
	switch {
	case e.Seq != m.seq+1:
		return fmt.Errorf("event %d %s: want event %d here", e.Seq, e.Kind, m.seq+1)
	case !known:
		return fmt.Errorf("event %d: kind %q cannot stand here", e.Seq, e.Kind)
	case e.At.Before(m.at):
		return fmt.Errorf("event %d %s: its time %s is before event %d at %s", e.Seq, e.Kind, e.At, m.seq, m.at)
	}
	want, err := m.step(stamp(e.At), a)
	if err != nil {
		return fmt.Errorf("event %d %s: %w", e.Seq, e.Kind, err)
	}
	return e.follows(want)
}

// follows compares an event with what the match makes of its action.
func (e Event) follows(want Event) error {
	if !e.At.Equal(want.At) {
		return fmt.Errorf("event %d %s: time %s is not in whole milliseconds", e.Seq, e.Kind, e.At)
	}
	want.At = e.At // the same time, maybe in another zone
	if e != want {
		return fmt.Errorf("event %d %s: got %s, want %s", e.Seq, e.Kind, e, want)
	}
	return nil
}
