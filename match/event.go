// SPDX-License-Identifier: Apache-2.0

package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"cairn/game"
)

// EventKind is the kind of an event.
type EventKind string

// The kinds of events. Their names are stored and never change.
const (
	Created         EventKind = "created"          // with Setup, and Loaded if it continues a record
	Joined          EventKind = "joined"           // Account took By's seat
	Started         EventKind = "started"          // the clock of the side to move runs
	Moved           EventKind = "moved"            // By played Move
	DrawOffered     EventKind = "draw-offered"     // Offer
	DrawDeclined    EventKind = "draw-declined"    // Offer
	DrawAgreed      EventKind = "draw-agreed"      // Offer
	UndoAsked       EventKind = "undo-asked"       // Offer to undo Plies
	UndoRefused     EventKind = "undo-refused"     // Offer
	UndoGranted     EventKind = "undo-granted"     // Offer: Plies were undone
	RedoAsked       EventKind = "redo-asked"       // Offer to redo Plies
	RedoRefused     EventKind = "redo-refused"     // Offer
	RedoGranted     EventKind = "redo-granted"     // Offer: Plies were redone
	OfferWithdrawn  EventKind = "offer-withdrawn"  // Offer, by the side that made it
	Undone          EventKind = "undone"           // Plies were undone; 0: only the end of the match
	Redone          EventKind = "redone"           // Plies were redone; 0: only the end of the match
	Resigned        EventKind = "resigned"         // By resigned
	Flagged         EventKind = "flagged"          // the loser ran out of time
	Aborted         EventKind = "aborted"          // without a result
	Expired         EventKind = "expired"          // aborted, because By did not make its first move in time
	Claimed         EventKind = "claimed"          // the loser had left
	RematchOffered  EventKind = "rematch-offered"  // Offer
	RematchDeclined EventKind = "rematch-declined" // Offer
	RematchAgreed   EventKind = "rematch-agreed"   // Offer, or 0 on one machine
	Paused          EventKind = "paused"           // the clocks are stopped
	Resumed         EventKind = "resumed"          // the clocks run again
)

// actions maps the kinds of events to the actions that lead to them, except Created.
var actions = map[EventKind]Action{
	Joined: {Kind: Join}, Started: {Kind: Start}, Moved: {Kind: Move},
	DrawOffered: {Kind: Draw}, DrawDeclined: {Kind: Answer}, DrawAgreed: {Kind: Answer, Yes: true},
	UndoAsked: {Kind: Undo}, UndoRefused: {Kind: Answer}, UndoGranted: {Kind: Answer, Yes: true}, Undone: {Kind: Undo},
	RedoAsked: {Kind: Redo}, RedoRefused: {Kind: Answer}, RedoGranted: {Kind: Answer, Yes: true}, Redone: {Kind: Redo},
	OfferWithdrawn: {Kind: Withdraw},
	Resigned:       {Kind: Resign}, Flagged: {Kind: Flag}, Expired: {Kind: Flag}, Aborted: {Kind: Abort}, Claimed: {Kind: Claim, Away: true},
	RematchOffered: {Kind: Rematch}, RematchDeclined: {Kind: Answer}, RematchAgreed: {Kind: Answer, Yes: true},
	Paused: {Kind: Pause}, Resumed: {Kind: Resume},
}

// EventKinds returns every kind of event, in alphabetical order after Created.
func EventKinds() []EventKind {
	return append([]EventKind{Created}, slices.Sorted(maps.Keys(actions))...)
}

// Event is one change of a match. Which fields are set depends on the kind. The event that
// ends a match holds the result, so that cause and result are stored atomically: a match
// with consent has at most one event with an End.
type Event struct {
	Seq      int       `json:"seq"` // from 1, without gaps
	At       time.Time `json:"at"`  // UTC, whole milliseconds, never before the last event
	Kind     EventKind `json:"kind"`
	By       Seat      `json:"by,omitzero"`        // the acting seat
	Account  string    `json:"account,omitempty"`  // Joined: opaque ID, never a name
	Setup    Setup     `json:"setup,omitzero"`     // Created
	Loaded   *Loaded   `json:"loaded,omitempty"`   // Created
	Move     string    `json:"move,omitempty"`     // Moved
	Position string    `json:"position,omitempty"` // after moves were played or undone
	Offer    int       `json:"offer,omitempty"`    // ID of the offer: the Seq of the event that made it
	Plies    int       `json:"plies,omitempty"`    // undone or redone
	End      End       `json:"end,omitzero"`       // set if this event ended the match
}

// String returns the event as JSON.
func (e Event) String() string {
	text, err := e.AppendJSON(nil)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// AppendJSON appends the JSON of the event. It encodes moves, which nearly all events are,
// without reflection.
func (e Event) AppendJSON(b []byte) ([]byte, error) {
	move := Event{Seq: e.Seq, At: e.At, Kind: Moved, By: e.By, Move: e.Move, Position: e.Position}
	if e != move || e.By == NoSeat || !plain(e.Move) || !plain(e.Position) || e.At.Location() != time.UTC || e.At.Year() > 9999 {
		text, err := json.Marshal(e)
		return append(b, text...), err
	}
	b = strconv.AppendInt(append(b, `{"seq":`...), int64(e.Seq), 10)
	b = e.At.AppendFormat(append(b, `,"at":"`...), time.RFC3339Nano)
	b = append(append(b, `","kind":"moved","by":"`...), e.By.String()...)
	b = append(append(b, `","move":"`...), e.Move...)
	b = append(append(b, `","position":"`...), e.Position...)
	return append(b, `"}`...), nil
}

// plain reports whether a text is not empty and needs no escaping in JSON.
func plain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			return false
		}
	}
	return text != ""
}

// action returns the action of an event; false for Created and unknown kinds.
func (e Event) action() (Action, bool) {
	a, known := actions[e.Kind]
	a.By, a.Move, a.Offer, a.Account = e.By, e.Move, e.Offer, e.Account
	if e.Kind == RematchAgreed && e.Offer == 0 { // on one machine
		a.Kind = Rematch
	}
	return a, known
}

// Fold makes a match from all its events. The error names the first event that does not
// follow from the events before it.
func Fold(g game.Game, events []Event) (Match, error) {
	if len(events) == 0 {
		return Match{}, errors.New("fold match: there are no events, want created first")
	}
	first := events[0]
	if first.Seq != 1 || first.Kind != Created {
		return Match{}, fmt.Errorf("event %d %s: want event 1 created first", first.Seq, first.Kind)
	}
	created, want, err := create(g, first.Setup, first.Loaded, first.At)
	if err == nil {
		err = first.check(want)
	}
	m := draft{created}
	for i := 1; i < len(events) && err == nil; i++ {
		err = m.apply(events[i])
	}
	if err != nil {
		return Match{}, err
	}
	return m.Match, nil
}

// Apply returns the match after further events. On an error, which names the first event
// that does not follow, it returns the receiver.
func (m Match) Apply(events ...Event) (Match, error) {
	next := m.draft()
	for _, e := range events {
		if err := next.apply(e); err != nil {
			return m, err
		}
	}
	return next.Match, nil
}

// apply applies an event in place; after an error the draft is invalid.
func (m *draft) apply(e Event) error {
	a, known := e.action()
	switch {
	case e.Seq != m.seq+1:
		return fmt.Errorf("event %d %s: want event %d here", e.Seq, e.Kind, m.seq+1)
	case !known:
		return fmt.Errorf("event %d: kind %q cannot stand here", e.Seq, e.Kind)
	case e.At.Before(m.at):
		return fmt.Errorf("event %d %s: its time %s is before event %d at %s", e.Seq, e.Kind, e.At, m.seq, m.at)
	}
	want, err := m.do(eventTime(e.At), a)
	if err != nil {
		return fmt.Errorf("event %d %s: %w", e.Seq, e.Kind, err)
	}
	return e.check(want)
}

// check compares an event with the event of its action.
func (e Event) check(want Event) error {
	if !e.At.Equal(want.At) {
		return fmt.Errorf("event %d %s: time %s is not in whole milliseconds", e.Seq, e.Kind, e.At)
	}
	want.At = e.At // equal, but perhaps in another zone
	if e != want {
		return fmt.Errorf("event %d %s: got %s, want %s", e.Seq, e.Kind, e, want)
	}
	return nil
}
