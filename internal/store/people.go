// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"database/sql"
	"slices"

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
	return []any{&r.User, &r.Other, &r.Kind, moment(&r.Created)}
}

// SetRelation implements social.RelationStore; ErrNotFound for an unknown user.
func (s *people) SetRelation(ctx context.Context, r social.Relation, most int) error {
	return s.write(ctx, "set relation", func(tx *transaction) {
		if r.Kind == social.NoRelation {
			tx.exec(deleteRelation, r.User, r.Other)
			return
		}
		var count int
		if tx.scan(countRelations, []any{r.User, r.Other}, &count); count >= most {
			tx.fail(social.ErrTooManyPeople)
		}
		tx.exec(upsertRelation, r.User, r.Other, string(r.Kind), r.Created.UnixMilli())
		if r.Kind == social.Blocks {
			tx.exec(deleteFollow, r.Other, r.User)
			tx.exec(deletePair, pairKey(r.User, r.Other))
		}
	})
}

// FindRelation implements social.RelationStore.
func (s *people) FindRelation(ctx context.Context, user, other string) (social.RelationKind, error) {
	var kind social.RelationKind
	err := s.row(ctx, "find relation", findRelation, []any{user, other}, &kind)
	return kind, orZero(err)
}

// relation reads the relation of a user to another, social.NoRelation without a row.
func relation(tx *transaction, user, other string) (kind social.RelationKind) {
	tx.find(findRelation, []any{user, other}, &kind)
	return kind
}

// FindRelations implements social.RelationStore.
func (s *people) FindRelations(ctx context.Context, user string) ([]social.Relation, error) {
	return list(ctx, &s.base, "find relations", findRelations, []any{user}, relationTargets)
}

// FindBlocks implements lobby.Store.
func (s *people) FindBlocks(ctx context.Context, users []string) ([][2]string, error) {
	blocks, err := listIn(ctx, &s.base, "find blocks", findBlocks, users, func(pair *[2]string) []any {
		return []any{&pair[0], &pair[1]}
	})
	among := map[string]bool{}
	for _, user := range users {
		among[user] = true
	}
	return slices.DeleteFunc(blocks, func(pair [2]string) bool { return !among[pair[1]] }), err
}

// SaveAllow implements social.RelationStore; ErrNotFound for an unknown user.
func (s *people) SaveAllow(ctx context.Context, user string, a social.Allow) error {
	const what = "save who may challenge"
	if a == social.AllowAll {
		return s.exec(ctx, what, deleteAllow, user)
	}
	return s.exec(ctx, what, upsertAllow, user, string(a))
}

// FindAllow implements social.RelationStore.
func (s *people) FindAllow(ctx context.Context, user string) (social.Allow, error) {
	var a social.Allow
	err := s.row(ctx, "find who may challenge", findAllow, []any{user}, &a)
	return a, orZero(err)
}

// FindMeetings implements social.RelationStore.
func (s *people) FindMeetings(ctx context.Context, user, other string) (rating.Meetings, error) {
	var m rating.Meetings
	err := s.rows(ctx, "count meetings", findMeetings, []any{user, other}, func(rows *sql.Rows) error {
		var white string
		var verdict game.Verdict
		var n int
		if err := rows.Scan(&white, parsed(&verdict), &n); err != nil {
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
