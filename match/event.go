// SPDX-License-Identifier: Apache-2.0

package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"cairn/game"
)

// EventKind names what has happened.
type EventKind string

// The events. Their names are stored and never change.
const (
	Created         EventKind = "created"          // Setup, and Loaded when it goes on from a record
	Joined          EventKind = "joined"           // Account sits on By's seat
	Started         EventKind = "started"          // the clock of the side to move runs
	Moved           EventKind = "moved"            // By played Move
	DrawOffered     EventKind = "draw-offered"     // Offer
	DrawDeclined    EventKind = "draw-declined"    // Offer
	DrawAgreed      EventKind = "draw-agreed"      // Offer
	UndoAsked       EventKind = "undo-asked"       // Offer to take Plies back
	UndoRefused     EventKind = "undo-refused"     // Offer
	UndoGranted     EventKind = "undo-granted"     // Offer: Plies are taken back
	Undone          EventKind = "undone"           // Plies are taken back; 0: only the end is
	Redone          EventKind = "redone"           // Plies are played again
	Resigned        EventKind = "resigned"         // By gave up
	Flagged         EventKind = "flagged"          // the time of the loser ran out
	Aborted         EventKind = "aborted"          // called off
	Claimed         EventKind = "claimed"          // the loser had left
	RematchOffered  EventKind = "rematch-offered"  // Offer
	RematchDeclined EventKind = "rematch-declined" // Offer
	RematchAgreed   EventKind = "rematch-agreed"   // Offer, or 0 on one machine
	Paused          EventKind = "paused"           // the clocks stand
	Resumed         EventKind = "resumed"          // the clocks go on
)

// EventKinds returns every kind of event.
func EventKinds() []EventKind {
	return []EventKind{
		Created, Joined, Started, Moved, DrawOffered, DrawDeclined, DrawAgreed, UndoAsked, UndoRefused,
		UndoGranted, Undone, Redone, Resigned, Flagged, Aborted, Claimed, RematchOffered, RematchDeclined,
		RematchAgreed, Paused, Resumed,
	}
}

// Event is one thing that has happened in a match. Which fields are set depends
// on the kind. An event that ends the match carries the end itself, so that
// result and cause are stored in one step and counted once: a match by consent
// has at most one event with an End.
type Event struct {
	Seq      int       `json:"seq"`                // from 1, without gaps
	At       time.Time `json:"at"`                 // UTC, whole milliseconds, never before the last event
	Kind     EventKind `json:"kind"`               // what happened
	By       Seat      `json:"by,omitzero"`        // who did it
	Account  string    `json:"account,omitempty"`  // Joined: opaque id, never a name
	Setup    Setup     `json:"setup,omitzero"`     // Created
	Loaded   *Loaded   `json:"loaded,omitempty"`   // Created
	Move     string    `json:"move,omitempty"`     // Moved
	Position string    `json:"position,omitempty"` // after moves were played or taken back
	Offer    int       `json:"offer,omitempty"`    // id of the offer: the Seq of the event that made it
	Plies    int       `json:"plies,omitempty"`    // how many are taken back or played again
	End      End       `json:"end,omitzero"`       // set when this event ended the match
}

// String returns the event as JSON, for messages about events that do not fit.
func (e Event) String() string {
	text, err := json.Marshal(e)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// request returns the action that leads to an event.
func (e Event) request() (Action, bool) {
	a := Action{By: e.By, Move: e.Move, Offer: e.Offer, Account: e.Account}
	switch e.Kind {
	case Joined:
		a.Kind = Join
	case Started:
		a.Kind = Start
	case Moved:
		a.Kind = Move
	case DrawOffered:
		a.Kind = Draw
	case UndoAsked, Undone:
		a.Kind = Undo
	case Redone:
		a.Kind = Redo
	case DrawDeclined, UndoRefused, RematchDeclined:
		a.Kind = Answer
	case DrawAgreed, UndoGranted:
		a.Kind, a.Yes = Answer, true
	case RematchAgreed:
		a.Kind, a.Yes = Answer, true
		if e.Offer == 0 {
			a.Kind = Rematch
		}
	case RematchOffered:
		a.Kind = Rematch
	case Resigned:
		a.Kind = Resign
	case Flagged:
		a.Kind = Flag
	case Aborted:
		a.Kind = Abort
	case Claimed:
		a.Kind, a.Away = Claim, true
	case Paused:
		a.Kind = Pause
	case Resumed:
		a.Kind = Resume
	default:
		return a, false
	}
	return a, true
}

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
