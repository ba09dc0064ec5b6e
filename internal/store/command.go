// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"

	"cairn/internal/failure"
	"cairn/internal/live"
)

const (
	insertCommand = `INSERT INTO commands (match_id, user_id, id, seq) VALUES ($1, $2, $3, $4)`

	findCommand = `SELECT seq FROM commands WHERE match_id = $1 AND user_id = $2 AND id = $3`
)

// insertCommand notes the seq a command led to; one without an id is not noted.
func (s *Store) insertCommand(ctx context.Context, tx Querier, match string, c live.Command, seq int) error {
	if c.ID == "" {
		return nil
	}
	_, err := tx.ExecContext(ctx, insertCommand, match, c.User, c.ID, seq)
	return s.ifTaken(err, &failure.ErrTaken{Field: "command"})
}

// FindCommand implements live.Store.
func (s *Store) FindCommand(ctx context.Context, match, user, id string) (int, error) {
	var seq int
	err := s.row(ctx, "find command in match "+match, findCommand, []any{match, user, id}, &seq)
	return seq, err
}
