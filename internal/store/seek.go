// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"database/sql"
	"errors"

	"cairn/internal/play"
)

const (
	seekColumns = `id, user_id, game, control, created, COALESCE(match_id, '')`

	insertSeek = `INSERT INTO seeks (id, user_id, game, control, created, match_id) VALUES ($1, $2, $3, $4, $5, $6)`

	findSeek = `SELECT ` + seekColumns + ` FROM seeks WHERE id = $1`

	findWaiting = `SELECT ` + seekColumns + ` FROM seeks
WHERE game = $1 AND control = $2 AND match_id IS NULL AND user_id <> $3 ORDER BY created, id LIMIT 1`

	matchSeek = `UPDATE seeks SET match_id = $2 WHERE id = $1 AND match_id IS NULL`

	deleteSeek = `DELETE FROM seeks WHERE id = $1 AND user_id = $2 AND match_id IS NULL`

	deleteWaiting = `DELETE FROM seeks WHERE user_id = $1 AND match_id IS NULL`
)

func seekTargets(seek *play.Seek) []any {
	return []any{&seek.ID, &seek.User, &seek.Game, &seek.Control, moment{&seek.Created}, &seek.Match}
}

// Pair implements play.Store; ErrNotFound when the user is not there. The error
// of pair comes back, and then nothing has changed. pair must be quick and not
// use the store: everyone else who writes waits for it.
func (s *Store) Pair(ctx context.Context, seek play.Seek, pair func(waiting play.Seek) (play.NewMatch, error)) (play.Seek, error) {
	seek.Match = ""
	var kept play.Seek
	err := s.write(ctx, "pair", func(ctx context.Context, tx Querier) (err error) {
		kept, err = s.pair(ctx, tx, seek, pair)
		return err
	})
	if err != nil {
		return play.Seek{}, err
	}
	return kept, nil
}

// pair matches a seek with a waiting one if there is any, and stores it.
func (s *Store) pair(ctx context.Context, tx Querier, seek play.Seek, pair func(play.Seek) (play.NewMatch, error)) (play.Seek, error) {
	waiting, err := s.findWaiting(ctx, tx, seek)
	if err != nil {
		return seek, err
	}
	if waiting.ID != "" {
		if seek.Match, err = s.matchWaiting(ctx, tx, waiting, pair); err != nil {
			return seek, err
		}
	}
	_, err = tx.ExecContext(ctx, insertSeek,
		seek.ID, seek.User, seek.Game, seek.Control, seek.Created.UnixMilli(), orNull(seek.Match))
	return seek, err
}

// findWaiting forgets what the user waited for before and returns the seek that
// has waited longest, the zero Seek when nobody waits.
func (s *Store) findWaiting(ctx context.Context, tx Querier, seek play.Seek) (play.Seek, error) {
	var waiting play.Seek
	if queue := s.db.QueueStatement(); queue != "" {
		if _, err := tx.ExecContext(ctx, queue, seek.Game, seek.Control); err != nil {
			return waiting, err
		}
	}
	if _, err := tx.ExecContext(ctx, deleteWaiting, seek.User); err != nil {
		return waiting, err
	}
	err := tx.QueryRowContext(ctx, findWaiting, seek.Game, seek.Control, seek.User).Scan(seekTargets(&waiting)...)
	if errors.Is(err, sql.ErrNoRows) {
		return play.Seek{}, nil
	}
	return waiting, err
}

// matchWaiting makes the match of a waiting seek and returns its id.
func (s *Store) matchWaiting(ctx context.Context, tx Querier, waiting play.Seek, pair func(play.Seek) (play.NewMatch, error)) (string, error) {
	n, err := pair(waiting)
	if err != nil {
		return "", err
	}
	bodies, err := encodeEvents(0, n.Info.Seq, n.Events)
	if err != nil {
		return "", err
	}
	if err := s.insertMatch(ctx, tx, n, bodies); err != nil {
		return "", err
	}
	return n.Info.ID, touch(ctx, tx, matchSeek, waiting.ID, n.Info.ID)
}

// FindSeek implements play.Store.
func (s *Store) FindSeek(ctx context.Context, id string) (play.Seek, error) {
	var seek play.Seek
	err := s.row(ctx, "find seek", findSeek, []any{id}, seekTargets(&seek)...)
	return seek, err
}

// DeleteSeek implements play.Store.
func (s *Store) DeleteSeek(ctx context.Context, id, user string) error {
	return s.write(ctx, "delete seek", func(ctx context.Context, tx Querier) error {
		return touch(ctx, tx, deleteSeek, id, user)
	})
}
