// SPDX-License-Identifier: Apache-2.0

package webhook

import (
	"context"
	"time"

	"cairn/internal/live"
	"cairn/internal/live/room"
)

// EventKind is a kind of event.
type EventKind string

// The kinds of events.
const (
	MatchEnded   EventKind = "match-ended"   // the subject is a match
	UserReported EventKind = "user-reported" // the subject is a report
)

// Event is an event in the outbox.
type Event struct {
	Kind     EventKind
	Subject  string
	At       time.Time // when it happened
	Due      time.Time // when to send it next
	Attempts int       // to send it, including the present one
}

// ID is the idempotency key of an event: all attempts to send it have this id.
func (e Event) ID() string { return string(e.Kind) + "/" + e.Subject }

// Store keeps the outbox. Events are added in the transaction of the change that they
// announce: see room.Change.Announce and account.ReportStore.
type Store interface {
	// TakeEvents leases at most limit due events until a time. Each goes to one node;
	// when the lease ends, as after a crash, the event is due again.
	TakeEvents(ctx context.Context, now, until time.Time, limit int) ([]Event, error)
	// DelayEvent sets when an event is sent next.
	DelayEvent(ctx context.Context, e Event, due time.Time) error
	// DeleteEvent removes an event that was sent.
	DeleteEvent(ctx context.Context, e Event) error
	// CountEvents returns how many events wait, and when the oldest happened.
	CountEvents(ctx context.Context) (n int, oldest time.Time, err error)
	// TrimEvents removes events from before a time, and the oldest events above a number,
	// and returns how many.
	TrimEvents(ctx context.Context, before time.Time, most int) (dropped int, err error)
}

// Announce returns a store that puts the ends of matches into the outbox, in the
// transaction that ends them. Games on one screen are left out.
func Announce(store live.Store) live.Store { return announcing{store} }

type announcing struct{ live.Store }

// Append implements live.Store.
func (s announcing) Append(ctx context.Context, c room.Change) error {
	for _, e := range c.Events {
		c.Announce = c.Announce || e.End.Over() && c.Info.Kind != room.Screen
	}
	return s.Store.Append(ctx, c)
}
