// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"database/sql"
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

	// All writers wait for this query, so it reads only the waiting seeks for these games
	// and controls, and the few seeks for several.
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

// keepPaired is the additional retention of paired seeks: a page left open overnight still
// leads to its match.
const keepPaired = 24 * time.Hour

func seekTargets(seek *lobby.Seek) []any {
	return []any{
		&seek.ID, &seek.User, &seek.Game, &seek.Control, &seek.Rated, &seek.Rating,
		words(&seek.AlsoGames), words(&seek.AlsoControls), numbers(&seek.AlsoRatings),
		moment(&seek.Created), moment(&seek.Seen), &seek.Match,
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
	return s.write(ctx, "delete seeks", func(tx *transaction) {
		tx.exec(deleteUnseen, seenBefore.UnixMilli())
		tx.exec(deletePaired, seenBefore.Add(-keepPaired).UnixMilli())
	})
}

// Pair implements lobby.Store; ErrNotFound for an unknown user. If pair returns an
// error, Pair returns it and changes nothing. fits and pair must be quick and not
// use the store: all other writers wait for them.
func (s *matches) Pair(ctx context.Context, seek lobby.Seek, fits func(waiting lobby.Seek) bool, pair func(waiting lobby.Seek) (room.NewMatch, error)) (lobby.Seek, error) {
	seek.Match = ""
	return writeValue(ctx, &s.base, "pair", func(tx *transaction) lobby.Seek { return s.pair(tx, seek, fits, pair) })
}

// pair stores a seek, paired with a waiting seek if one fits.
func (s *matches) pair(tx *transaction, seek lobby.Seek, fits func(lobby.Seek) bool, pair func(lobby.Seek) (room.NewMatch, error)) lobby.Seek {
	if queue := s.db.QueueStatement(); queue != "" {
		tx.exec(queue)
	}
	tx.exec(deleteWaiting, seek.User)
	if waiting := firstFit(tx, seek, fits); waiting.ID != "" {
		n, err := pair(waiting)
		tx.fail(err)
		s.matchSeeks(tx, n, waiting.ID)
		seek.Match = n.Info.ID
	}
	tx.exec(insertSeek, seek.ID, seek.User, seek.Game, seek.Control, seek.Rated, seek.Rating,
		strings.Join(seek.AlsoGames, " "), strings.Join(seek.AlsoControls, " "), formatNumbers(seek.AlsoRatings),
		seek.Created.UnixMilli(), seek.Seen.UnixMilli(), orNull(seek.Match))
	return seek
}

// firstFit returns the oldest waiting seek that fits, the zero Seek if none does.
func firstFit(tx *transaction, seek lobby.Seek, fits func(lobby.Seek) bool) lobby.Seek {
	games, gameArgs := marks(3, seek.Games())
	controls, controlArgs := marks(3+len(gameArgs), seek.Controls())
	args := slices.Concat([]any{seek.Rated, seek.User}, gameArgs, controlArgs)
	var waiting lobby.Seek
	for range tx.rows(fmt.Sprintf(findRivals, games, controls), args, seekTargets(&waiting)...) {
		if waiting.Meets(seek) && fits(waiting) {
			return waiting
		}
	}
	return lobby.Seek{}
}

// PairWaiting implements lobby.Store. If pair returns an error, PairWaiting returns
// it and changes nothing.
func (s *matches) PairWaiting(ctx context.Context, a, b string, pair func(a, b lobby.Seek) (room.NewMatch, error)) error {
	return s.write(ctx, "pair waiting seeks", func(tx *transaction) {
		var seeks [2]lobby.Seek
		tx.scan(findWaitingSeek, []any{a}, seekTargets(&seeks[0])...)
		tx.scan(findWaitingSeek, []any{b}, seekTargets(&seeks[1])...)
		checkBlocks(tx, seeks[0].User, seeks[1].User)
		if tx.err == nil {
			n, err := pair(seeks[0], seeks[1])
			tx.fail(err)
			s.matchSeeks(tx, n, a, b)
		}
	})
}

// AcceptSeek implements lobby.Store. If pair returns an error, AcceptSeek returns
// it and changes nothing.
func (s *matches) AcceptSeek(ctx context.Context, id, user string, pair func(waiting lobby.Seek) (room.NewMatch, error)) (own string, err error) {
	return writeValue(ctx, &s.base, "accept seek", func(tx *transaction) string {
		var waiting, own lobby.Seek
		tx.scan(findWaitingSeek, []any{id}, seekTargets(&waiting)...)
		checkBlocks(tx, waiting.User, user)
		if tx.err != nil {
			return ""
		}
		n, err := pair(waiting)
		tx.fail(err)
		ids := []string{id}
		if tx.find(findOwnSeek, []any{user}, seekTargets(&own)...) {
			ids = append(ids, own.ID)
		}
		s.matchSeeks(tx, n, ids...)
		return own.ID
	})
}

// checkBlocks fails with sql.ErrNoRows if one of two users blocks the other: they do not
// see each other's seeks.
func checkBlocks(tx *transaction, a, b string) {
	if blockedEither(tx, a, b) {
		tx.fail(sql.ErrNoRows)
	}
}

// matchSeeks stores the match of waiting seeks, and its id in each of them.
func (s *matches) matchSeeks(tx *transaction, n room.NewMatch, seeks ...string) {
	s.storeMatch(tx, n)
	for _, id := range seeks {
		tx.execOne(matchSeek, id, n.Info.ID)
	}
}
