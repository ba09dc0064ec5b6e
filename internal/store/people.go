// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"database/sql"
	"errors"

	"cairn/game"
	"cairn/internal/live/rating"
	"cairn/internal/live/social"
)

const (
	countRelations = `SELECT COUNT(*) FROM relations WHERE user_id = $1 AND other_id <> $2`

	upsertRelation = `INSERT INTO relations (user_id, other_id, kind, created) VALUES ($1, $2, $3, $4)
ON CONFLICT (user_id, other_id) DO UPDATE SET kind = excluded.kind, created = excluded.created`

	deleteRelation = `DELETE FROM relations WHERE user_id = $1 AND other_id = $2`

	deleteFollow = deleteRelation + ` AND kind = 'follow'`

	findRelation = `SELECT kind FROM relations WHERE user_id = $1 AND other_id = $2`

	findRelations = `SELECT user_id, other_id, kind, created FROM relations WHERE user_id = $1 ORDER BY created DESC, other_id`

	findBlocks = `SELECT user_id, other_id FROM relations WHERE kind = 'block' AND user_id IN (`

	upsertAllow = `INSERT INTO privacy (user_id, challenges) VALUES ($1, $2)
ON CONFLICT (user_id) DO UPDATE SET challenges = excluded.challenges`

	deleteAllow = `DELETE FROM privacy WHERE user_id = $1`

	findAllow = `SELECT challenges FROM privacy WHERE user_id = $1`

	findMeetings = `SELECT white, verdict, COUNT(*) FROM matches
WHERE status = 'over' AND white = $1 AND black = $2 AND kind IN ('open', 'private') GROUP BY white, verdict
UNION ALL
SELECT white, verdict, COUNT(*) FROM matches
WHERE status = 'over' AND white = $2 AND black = $1 AND kind IN ('open', 'private') GROUP BY white, verdict`
)

// people implements the stores of package social.
type people struct {
	base
	matches matches
}

func relationTargets(r *social.Relation) []any {
	return []any{&r.User, &r.Other, &r.Kind, moment{&r.Created}}
}

// SetRelation implements social.RelationStore; ErrNotFound for an unknown user.
func (s *people) SetRelation(ctx context.Context, r social.Relation, most int) error {
	return s.write(ctx, "set relation", func(ctx context.Context, tx Querier) error {
		if r.Kind == social.NoRelation {
			return exec(ctx, tx, deleteRelation, r.User, r.Other)
		}
		var count int
		if err := tx.QueryRowContext(ctx, countRelations, r.User, r.Other).Scan(&count); err != nil {
			return err
		}
		if count >= most {
			return social.ErrTooManyPeople
		}
		if err := exec(ctx, tx, upsertRelation, r.User, r.Other, string(r.Kind), r.Created.UnixMilli()); err != nil {
			return err
		}
		if r.Kind != social.Blocks {
			return nil
		}
		if err := exec(ctx, tx, deleteFollow, r.Other, r.User); err != nil {
			return err
		}
		return exec(ctx, tx, deletePair, pairKey(r.User, r.Other))
	})
}

// FindRelation implements social.RelationStore.
func (s *people) FindRelation(ctx context.Context, user, other string) (social.RelationKind, error) {
	kind, err := relation(ctx, s.db.Reader(), user, other)
	return kind, s.explain("find relation", err)
}

// relation returns the relation of a user to another, social.NoRelation if there is none.
func relation(ctx context.Context, q Querier, user, other string) (social.RelationKind, error) {
	var kind social.RelationKind
	err := q.QueryRowContext(ctx, findRelation, user, other).Scan(&kind)
	if errors.Is(err, sql.ErrNoRows) {
		return social.NoRelation, nil
	}
	return kind, err
}

// FindRelations implements social.RelationStore.
func (s *people) FindRelations(ctx context.Context, user string) ([]social.Relation, error) {
	return list(ctx, &s.base, "find relations", findRelations, []any{user}, relationTargets)
}

// FindBlocks implements lobby.Store.
func (s *people) FindBlocks(ctx context.Context, users []string) ([][2]string, error) {
	among := map[string]bool{}
	for _, user := range users {
		among[user] = true
	}
	var blocks [][2]string
	err := inBatches(users, func(marks string, args []any) error {
		found, err := list(ctx, &s.base, "find blocks", findBlocks+marks+`)`, args, func(pair *[2]string) []any {
			return []any{&pair[0], &pair[1]}
		})
		for _, pair := range found {
			if among[pair[1]] {
				blocks = append(blocks, pair)
			}
		}
		return err
	})
	return blocks, err
}

// SaveAllow implements social.RelationStore; ErrNotFound for an unknown user.
func (s *people) SaveAllow(ctx context.Context, user string, a social.Allow) error {
	return s.write(ctx, "save who may challenge", func(ctx context.Context, tx Querier) error {
		if a == social.AllowAll {
			return exec(ctx, tx, deleteAllow, user)
		}
		return exec(ctx, tx, upsertAllow, user, string(a))
	})
}

// FindAllow implements social.RelationStore.
func (s *people) FindAllow(ctx context.Context, user string) (social.Allow, error) {
	a, err := allow(ctx, s.db.Reader(), user)
	return a, s.explain("find who may challenge", err)
}

func allow(ctx context.Context, q Querier, user string) (social.Allow, error) {
	var a social.Allow
	err := q.QueryRowContext(ctx, findAllow, user).Scan(&a)
	if errors.Is(err, sql.ErrNoRows) {
		return social.AllowAll, nil
	}
	return a, err
}

// FindMeetings implements social.RelationStore.
func (s *people) FindMeetings(ctx context.Context, user, other string) (rating.Meetings, error) {
	var m rating.Meetings
	err := s.rows(ctx, "count meetings", findMeetings, []any{user, other}, func(rows *sql.Rows) error {
		var white string
		var verdict game.Verdict
		var n int
		if err := rows.Scan(&white, word{&verdict}, &n); err != nil {
			return err
		}
		switch winner, won := verdict.Winner(); {
		case won && (winner == game.White) == (white == user):
			m.Won += n
		case won:
			m.Lost += n
		case verdict == game.Draw:
			m.Drawn += n
		}
		return nil
	})
	return m, err
}
