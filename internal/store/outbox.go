// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"time"

	"cairn/internal/webhook"
)

// outbox implements webhook.Store.
type outbox struct{ base }

const (
	announceEvent = `INSERT INTO outbox (kind, subject, at, due, attempts) VALUES ($1, $2, $3, $3, 0)
ON CONFLICT (kind, subject) DO NOTHING`

	findDueEvents = `SELECT kind, subject, at, due, attempts FROM outbox WHERE due <= $1 ORDER BY due, kind, subject LIMIT $2`

	takeEvent = `UPDATE outbox SET due = $4, attempts = attempts + 1 WHERE kind = $1 AND subject = $2 AND due = $3`

	delayEvent = `UPDATE outbox SET due = $3 WHERE kind = $1 AND subject = $2`

	deleteEvent = `DELETE FROM outbox WHERE kind = $1 AND subject = $2`

	countEvents = `SELECT COUNT(*), MIN(at) FROM outbox`

	deleteOldEvents = `DELETE FROM outbox WHERE at < $1`

	deleteManyEvents = `DELETE FROM outbox WHERE at <= (SELECT at FROM outbox ORDER BY at DESC LIMIT 1 OFFSET $1)`
)

// announce puts an event into the outbox.
func announce(tx *transaction, kind webhook.EventKind, subject string, at time.Time) {
	tx.exec(announceEvent, string(kind), subject, at.UnixMilli())
}

func outboxTargets(e *webhook.Event) []any {
	return []any{&e.Kind, &e.Subject, moment(&e.At), moment(&e.Due), &e.Attempts}
}

// TakeEvents implements webhook.Store. The due time is the version of a row: of several
// nodes that have read it, one takes it.
func (s *outbox) TakeEvents(ctx context.Context, now, until time.Time, limit int) ([]webhook.Event, error) {
	due, err := list(ctx, &s.base, "find events to send", findDueEvents, []any{now.UnixMilli(), limit}, outboxTargets)
	if err != nil || len(due) == 0 {
		return nil, err
	}
	return writeValue(ctx, &s.base, "take events to send", func(tx *transaction) (taken []webhook.Event) {
		for _, e := range due {
			if tx.exec(takeEvent, string(e.Kind), e.Subject, e.Due.UnixMilli(), until.UnixMilli()) > 0 {
				e.Due, e.Attempts = until, e.Attempts+1
				taken = append(taken, e)
			}
		}
		return taken
	})
}

// DelayEvent implements webhook.Store.
func (s *outbox) DelayEvent(ctx context.Context, e webhook.Event, due time.Time) error {
	return s.exec(ctx, "delay event", delayEvent, string(e.Kind), e.Subject, due.UnixMilli())
}

// DeleteEvent implements webhook.Store.
func (s *outbox) DeleteEvent(ctx context.Context, e webhook.Event) error {
	return s.exec(ctx, "delete event", deleteEvent, string(e.Kind), e.Subject)
}

// CountEvents implements webhook.Store.
func (s *outbox) CountEvents(ctx context.Context) (n int, oldest time.Time, err error) {
	err = s.row(ctx, "count events", countEvents, nil, &n, moment(&oldest))
	return n, oldest, err
}

// TrimEvents implements webhook.Store.
func (s *outbox) TrimEvents(ctx context.Context, before time.Time, most int) (dropped int, err error) {
	n, oldest, err := s.CountEvents(ctx)
	if err != nil || n <= most && (n == 0 || !oldest.Before(before)) {
		return 0, err
	}
	return writeValue(ctx, &s.base, "drop events", func(tx *transaction) int {
		return tx.exec(deleteOldEvents, before.UnixMilli()) + tx.exec(deleteManyEvents, most)
	})
}
