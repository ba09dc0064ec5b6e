// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/match"
)

const (
	insertEvent = `INSERT INTO events (match_id, seq, body, user_id, command) VALUES ($1, $2, $3, $4, $5)`

	findCommand = `SELECT seq FROM events WHERE match_id = $1 AND user_id = $2 AND command = $3`

	// The event at $2 itself, without its body, shows that the match exists.
	findEvents = `SELECT seq, CASE WHEN seq > $2 THEN body ELSE '' END FROM events WHERE match_id = $1 AND seq >= $2 ORDER BY seq`
)

// moveBytes is room for the JSON of a move.
const moveBytes = 192

// encodeEvents encodes events for storage. Their seqs must run from after+1 to last: a
// stored list has no gaps.
func encodeEvents(after, last int, events []match.Event) ([]string, error) {
	if len(events) == 0 {
		return nil, errors.New("there are no events, want one at least")
	}
	if last != after+len(events) {
		return nil, fmt.Errorf("the match is said to be at seq %d after %d events from %d, want %d", last, len(events), after, after+len(events))
	}
	bodies := make([]string, len(events))
	for i, e := range events {
		if want := after + 1 + i; e.Seq != want {
			return nil, fmt.Errorf("event %d %s: want seq %d here", e.Seq, e.Kind, want)
		}
		body, err := e.AppendJSON(make([]byte, 0, moveBytes))
		if err != nil {
			return nil, fmt.Errorf("event %d %s: %w", e.Seq, e.Kind, err)
		}
		bodies[i] = string(body)
	}
	return bodies, nil
}

// insertEvents stores encoded events, with the idempotency key of their command at the
// last event. A seq that exists already is a version conflict: failure.ErrStale.
func (s *matches) insertEvents(tx *transaction, match string, after int, bodies []string, c room.Command) {
	for i, body := range bodies {
		var user, command any // NULL
		if i == len(bodies)-1 && c.ID != "" {
			user, command = c.User, c.ID
		}
		s.insertUnique(tx, failure.ErrStale, insertEvent, match, after+1+i, body, user, command)
	}
}

// FindCommand implements room.Store.
func (s *matches) FindCommand(ctx context.Context, match, user, id string) (int, error) {
	var seq int
	err := s.row(ctx, "find command in match "+match, findCommand, []any{match, user, id}, &seq)
	return seq, err
}

// FindEvents implements room.Store; ErrNotFound for an unknown match.
func (s *matches) FindEvents(ctx context.Context, id string, after int) ([]match.Event, error) {
	what := "find events of match " + id
	events, found := []match.Event{}, false
	err := s.rows(ctx, what, findEvents, []any{id, after}, func(rows *sql.Rows) error {
		var seq int
		var body []byte
		if err := rows.Scan(&seq, &body); err != nil {
			return err
		}
		found = true
		if seq == after {
			return nil
		}
		var e match.Event
		if err := json.Unmarshal(body, &e); err != nil {
			return fmt.Errorf("event after %d: %w", after+len(events), err)
		}
		events = append(events, e)
		return nil
	})
	if err == nil && !found {
		var seq int
		err = s.row(ctx, what, findSeq, []any{id}, &seq)
	}
	if err != nil {
		return nil, err
	}
	return events, nil
}
