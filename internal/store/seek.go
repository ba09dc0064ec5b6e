// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cairn/internal/live/lobby"
	"cairn/internal/live/room"
)

const (
	seekColumns = `id, user_id, game, control, rated, rating, also_games, also_controls, also_ratings, created, seen, COALESCE(match_id, '')`

	insertSeek = `INSERT INTO seeks (id, user_id, game, control, rated, rating, also_games, also_controls, also_ratings, created, seen, match_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`

	findSeek = `SELECT ` + seekColumns + ` FROM seeks WHERE id = $1`

	findWaitingSeek = findSeek + ` AND match_id IS NULL`

	findWaiting = `SELECT ` + seekColumns + ` FROM seeks WHERE match_id IS NULL ORDER BY created, id`

	// All writers wait for it, so it reads only the waiting seeks of these games and clocks,
	// and the few that name several.
	findRivals = `SELECT ` + seekColumns + ` FROM seeks WHERE user_id <> $2 AND id IN (
SELECT id FROM seeks WHERE rated = $1 AND match_id IS NULL AND also_games || also_controls <> ''
UNION ALL SELECT id FROM seeks WHERE rated = $1 AND match_id IS NULL AND game IN (%s) AND control IN (%s))
AND NOT EXISTS (SELECT 1 FROM relations WHERE relations.user_id = seeks.user_id AND other_id = $2 AND kind = 'block')
AND NOT EXISTS (SELECT 1 FROM relations WHERE relations.user_id = $2 AND other_id = seeks.user_id AND kind = 'block')
ORDER BY created, id`

	findOwnSeek = `SELECT ` + seekColumns + ` FROM seeks WHERE user_id = $1 AND match_id IS NULL`

	matchSeek = `UPDATE seeks SET match_id = $2 WHERE id = $1 AND match_id IS NULL`

	touchSeek = `UPDATE seeks SET seen = $2 WHERE id = $1 AND match_id IS NULL`

	deleteSeek = `DELETE FROM seeks WHERE id = $1 AND user_id = $2 AND match_id IS NULL`

	deleteWaiting = `DELETE FROM seeks WHERE user_id = $1 AND match_id IS NULL`

	deleteUnseen = `DELETE FROM seeks WHERE match_id IS NULL AND seen < $1`

	deletePaired = `DELETE FROM seeks WHERE match_id IS NOT NULL AND seen < $1`
)

// keepPaired is how much longer a paired seek is kept than a waiting seek: a page that
// was left open overnight still leads to its match.
const keepPaired = 24 * time.Hour

func seekTargets(seek *lobby.Seek) []any {
	return []any{
		&seek.ID, &seek.User, &seek.Game, &seek.Control, &seek.Rated, &seek.Rating,
		words{&seek.AlsoGames},
		words{&seek.AlsoControls},
		numbers{&seek.AlsoRatings},
		moment{&seek.Created},
		moment{&seek.Seen},
		&seek.Match,
	}
}

// FindWaiting implements lobby.Store.
func (s *matches) FindWaiting(ctx context.Context) ([]lobby.Seek, error) {
	return list(ctx, &s.base, "find waiting seeks", findWaiting, nil, seekTargets)
}

// FindSeek implements lobby.Store.
func (s *matches) FindSeek(ctx context.Context, id string) (lobby.Seek, error) {
	return find(ctx, &s.base, "find seek", findSeek, []any{id}, seekTargets)
}

// FindOwnSeek implements lobby.Store.
func (s *matches) FindOwnSeek(ctx context.Context, user string) (lobby.Seek, error) {
	return find(ctx, &s.base, "find own seek", findOwnSeek, []any{user}, seekTargets)
}

// TouchSeek implements lobby.Store; ErrNotFound for a paired or deleted seek.
func (s *matches) TouchSeek(ctx context.Context, id string, now time.Time) error {
	return s.execOne(ctx, "touch seek", touchSeek, id, now.UnixMilli())
}

// DeleteSeek implements lobby.Store.
func (s *matches) DeleteSeek(ctx context.Context, id, user string) error {
	return s.execOne(ctx, "delete seek", deleteSeek, id, user)
}

// DeleteSeeks implements lobby.Store.
func (s *matches) DeleteSeeks(ctx context.Context, seenBefore time.Time) error {
	return s.write(ctx, "delete seeks", func(ctx context.Context, tx Querier) error {
		if err := exec(ctx, tx, deleteUnseen, seenBefore.UnixMilli()); err != nil {
			return err
		}
		return exec(ctx, tx, deletePaired, seenBefore.Add(-keepPaired).UnixMilli())
	})
}

// Pair implements lobby.Store; ErrNotFound for an unknown user. If pair returns an
// error, Pair returns it and changes nothing. fits and pair must be quick and not
// use the store: all other writers wait for them.
func (s *matches) Pair(ctx context.Context, seek lobby.Seek, fits func(waiting lobby.Seek) bool, pair func(waiting lobby.Seek) (room.NewMatch, error)) (lobby.Seek, error) {
	seek.Match = ""
	return writeValue(ctx, &s.base, "pair", func(ctx context.Context, tx Querier) (lobby.Seek, error) {
		return s.pair(ctx, tx, seek, fits, pair)
	})
}

// pair stores a seek, paired with a waiting seek if one fits.
func (s *matches) pair(ctx context.Context, tx Querier, seek lobby.Seek, fits func(lobby.Seek) bool, pair func(lobby.Seek) (room.NewMatch, error)) (lobby.Seek, error) {
	if queue := s.db.QueueStatement(); queue != "" {
		if err := exec(ctx, tx, queue); err != nil {
			return seek, err
		}
	}
	if err := exec(ctx, tx, deleteWaiting, seek.User); err != nil {
		return seek, err
	}
	waiting, err := firstFit(ctx, tx, seek, fits)
	if err != nil {
		return seek, err
	}
	if waiting.ID != "" {
		n, err := pair(waiting)
		if err != nil {
			return seek, err
		}
		if err := s.matchSeeks(ctx, tx, n, waiting.ID); err != nil {
			return seek, err
		}
		seek.Match = n.Info.ID
	}
	err = exec(ctx, tx, insertSeek, seek.ID, seek.User, seek.Game, seek.Control, seek.Rated, seek.Rating,
		strings.Join(seek.AlsoGames, " "), strings.Join(seek.AlsoControls, " "), formatNumbers(seek.AlsoRatings),
		seek.Created.UnixMilli(), seek.Seen.UnixMilli(), orNull(seek.Match))
	return seek, err
}

// firstFit returns the oldest waiting seek that fits, the zero Seek if none does.
func firstFit(ctx context.Context, tx Querier, seek lobby.Seek, fits func(lobby.Seek) bool) (lobby.Seek, error) {
	games, gameArgs := marks(3, seek.Games())
	controls, controlArgs := marks(3+len(gameArgs), seek.Controls())
	args := slices.Concat([]any{seek.Rated, seek.User}, gameArgs, controlArgs)
	rows, err := tx.QueryContext(ctx, fmt.Sprintf(findRivals, games, controls), args...)
	if err != nil {
		return lobby.Seek{}, err
	}
	defer rows.Close()
	for rows.Next() {
		var waiting lobby.Seek
		if err := rows.Scan(seekTargets(&waiting)...); err != nil {
			return lobby.Seek{}, err
		}
		if waiting.Meets(seek) && fits(waiting) {
			return waiting, nil
		}
	}
	return lobby.Seek{}, rows.Err()
}

// PairWaiting implements lobby.Store. If pair returns an error, PairWaiting returns
// it and changes nothing.
func (s *matches) PairWaiting(ctx context.Context, a, b string, pair func(a, b lobby.Seek) (room.NewMatch, error)) error {
	return s.write(ctx, "pair waiting seeks", func(ctx context.Context, tx Querier) error {
		var seeks [2]lobby.Seek
		for i, id := range [2]string{a, b} {
			if err := tx.QueryRowContext(ctx, findWaitingSeek, id).Scan(seekTargets(&seeks[i])...); err != nil {
				return err
			}
		}
		if err := notBlocked(ctx, tx, seeks[0].User, seeks[1].User); err != nil {
			return err
		}
		n, err := pair(seeks[0], seeks[1])
		if err != nil {
			return err
		}
		return s.matchSeeks(ctx, tx, n, a, b)
	})
}

// AcceptSeek implements lobby.Store. If pair returns an error, AcceptSeek returns
// it and changes nothing.
func (s *matches) AcceptSeek(ctx context.Context, id, user string, pair func(waiting lobby.Seek) (room.NewMatch, error)) (own string, err error) {
	return writeValue(ctx, &s.base, "accept seek", func(ctx context.Context, tx Querier) (own string, err error) {
		var waiting lobby.Seek
		if err := tx.QueryRowContext(ctx, findWaitingSeek, id).Scan(seekTargets(&waiting)...); err != nil {
			return "", err
		}
		if err := notBlocked(ctx, tx, waiting.User, user); err != nil {
			return "", err
		}
		n, err := pair(waiting)
		if err != nil {
			return "", err
		}
		ids := []string{id}
		var seek lobby.Seek
		switch err := tx.QueryRowContext(ctx, findOwnSeek, user).Scan(seekTargets(&seek)...); {
		case err == nil:
			own = seek.ID
			ids = append(ids, own)
		case !errors.Is(err, sql.ErrNoRows):
			return "", err
		}
		return own, s.matchSeeks(ctx, tx, n, ids...)
	})
}

// notBlocked returns sql.ErrNoRows if one of two users blocks the other: they do not see
// each other's seeks.
func notBlocked(ctx context.Context, tx Querier, a, b string) error {
	blocked, err := blockedEither(ctx, tx, a, b)
	if err == nil && blocked {
		err = sql.ErrNoRows
	}
	return err
}

// matchSeeks stores the match of waiting seeks, and its id in each of them.
func (s *matches) matchSeeks(ctx context.Context, tx Querier, n room.NewMatch, seeks ...string) error {
	if err := s.storeMatch(ctx, tx, n); err != nil {
		return err
	}
	for _, id := range seeks {
		if err := execOne(ctx, tx, matchSeek, id, n.Info.ID); err != nil {
			return err
		}
	}
	return nil
}
