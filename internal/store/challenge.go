// SPDX-License-Identifier: Apache-2.0

package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"cairn/internal/live/room"
	"cairn/internal/live/social"
)

const (
	challengeColumns = `id, from_id, to_id, game, control, rated, side, shown, status, reason, COALESCE(match_id, ''), created, seen, expires`

	insertChallenge = `INSERT INTO challenges (id, from_id, to_id, pair, game, control, rated, side, shown, status, reason, created, seen, expires)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`

	updateChallenge = `UPDATE challenges SET status = $2, reason = $3, match_id = $4, seen = $5 WHERE id = $1`

	findChallenge = `SELECT ` + challengeColumns + ` FROM challenges WHERE id = $1`

	findPair = `SELECT ` + challengeColumns + ` FROM challenges WHERE pair = $1 AND status = 'open'`

	// Each of the two lookups has an index.
	findChallenges = `SELECT ` + challengeColumns + ` FROM challenges WHERE from_id = $1
UNION ALL SELECT ` + challengeColumns + ` FROM challenges WHERE to_id = $1 ORDER BY 12 DESC, 1`

	findOpenChallenges = `SELECT ` + challengeColumns + ` FROM challenges WHERE status = 'open' AND `

	countSent = `SELECT COUNT(*) FROM challenges WHERE from_id = $1 AND to_id <> $2 AND status = 'open' AND expires > $3`

	deletePair = `DELETE FROM challenges WHERE pair = $1 AND status = 'open'`

	deleteChallenge = `DELETE FROM challenges WHERE id = $1 AND status = 'open'`

	deleteOldChallenges = `DELETE FROM challenges WHERE expires < $1`

	lastPhrase = `SELECT COALESCE(MAX(number), 0) FROM phrases WHERE match_id = $1`

	insertPhrase = `INSERT INTO phrases (match_id, number, side, phrase, at) VALUES ($1, $2, $3, $4, $5)`

	deletePhrases = `DELETE FROM phrases WHERE match_id = $1 AND number <= $2`

	findPhrases = `SELECT number, side, phrase, at FROM phrases WHERE match_id = $1 ORDER BY number`

	findPhrasesOf = `SELECT p.match_id, p.number, p.side, p.phrase, p.at
FROM players JOIN matches m ON m.id = players.match_id JOIN phrases p ON p.match_id = m.id
WHERE players.user_id = $1 AND (p.side = 'white' AND m.white = $1 OR p.side = 'black' AND m.black = $1)
ORDER BY p.match_id, p.number`
)

// pairKey is one key for two users in either order.
func pairKey(a, b string) string { return min(a, b) + " " + max(a, b) }

func challengeTargets(c *social.Challenge) []any {
	return []any{
		&c.ID, &c.From, &c.To, &c.Game, &c.Control, &c.Rated, &c.Side, &c.Shown, &c.Status, &c.Reason, &c.Match,
		moment{&c.Created},
		moment{&c.Seen},
		moment{&c.Expires},
	}
}

// CreateChallenge implements social.ChallengeStore; ErrNotFound for an unknown user.
func (s *people) CreateChallenge(ctx context.Context, c social.Challenge, check func(social.Standing) error) error {
	return s.write(ctx, "create challenge", func(ctx context.Context, tx Querier) error {
		standing, err := standingOf(ctx, tx, c)
		if err == nil {
			err = check(standing)
		}
		if err != nil {
			return err
		}
		pair := pairKey(c.From, c.To)
		if err := exec(ctx, tx, deletePair, pair); err != nil {
			return err
		}
		return exec(ctx, tx, insertChallenge, c.ID, c.From, c.To, pair, c.Game, c.Control, c.Rated, c.Side, c.Shown,
			string(c.Status), c.Reason, c.Created.UnixMilli(), c.Seen.UnixMilli(), c.Expires.UnixMilli())
	})
}

// standingOf reads what a challenge depends on.
func standingOf(ctx context.Context, tx Querier, c social.Challenge) (social.Standing, error) {
	var s social.Standing
	mine, err := relation(ctx, tx, c.From, c.To)
	if err != nil {
		return s, err
	}
	theirs, err := relation(ctx, tx, c.To, c.From)
	if err != nil {
		return s, err
	}
	s.Blocks, s.Blocked, s.Followed = mine == social.Blocks, theirs == social.Blocks, theirs == social.Follows
	if s.Allow, err = allow(ctx, tx, c.To); err != nil {
		return s, err
	}
	if err := tx.QueryRowContext(ctx, countSent, c.From, c.To, c.Created.UnixMilli()).Scan(&s.Sent); err != nil {
		return s, err
	}
	var open social.Challenge
	err = tx.QueryRowContext(ctx, findPair, pairKey(c.From, c.To)).Scan(challengeTargets(&open)...)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return s, nil
	case err == nil && open.From == c.To:
		s.Theirs = &open
	}
	return s, err
}

// UpdateChallenge implements social.ChallengeStore.
func (s *people) UpdateChallenge(ctx context.Context, id string, change func(*social.Challenge, bool) (*room.NewMatch, error)) (social.Challenge, error) {
	return writeValue(ctx, &s.base, "update challenge", func(ctx context.Context, tx Querier) (c social.Challenge, err error) {
		if err := tx.QueryRowContext(ctx, findChallenge, id).Scan(challengeTargets(&c)...); err != nil {
			return c, err
		}
		blocked, err := blockedEither(ctx, tx, c.From, c.To)
		if err != nil {
			return c, err
		}
		n, err := change(&c, blocked)
		if err != nil {
			return c, err
		}
		if n != nil {
			if err := s.matches.storeMatch(ctx, tx, *n); err != nil {
				return c, err
			}
		}
		return c, execOne(ctx, tx, updateChallenge, id, string(c.Status), c.Reason, orNull(c.Match), c.Seen.UnixMilli())
	})
}

// blockedEither reports whether one of two users blocks the other.
func blockedEither(ctx context.Context, tx Querier, a, b string) (bool, error) {
	first, err := relation(ctx, tx, a, b)
	if err != nil || first == social.Blocks {
		return first == social.Blocks, err
	}
	second, err := relation(ctx, tx, b, a)
	return second == social.Blocks, err
}

// FindChallenge implements social.ChallengeStore.
func (s *people) FindChallenge(ctx context.Context, id string) (social.Challenge, error) {
	return find(ctx, &s.base, "find challenge", findChallenge, []any{id}, challengeTargets)
}

// FindChallenges implements social.ChallengeStore.
func (s *people) FindChallenges(ctx context.Context, user string) ([]social.Challenge, error) {
	return list(ctx, &s.base, "find challenges", findChallenges, []any{user}, challengeTargets)
}

// FindOpenChallenges implements social.ChallengeStore.
func (s *people) FindOpenChallenges(ctx context.Context, users []string) (open []social.Challenge, err error) {
	err = inBatches(users, func(marks string, args []any) error {
		for _, column := range []string{`from_id`, `to_id`} {
			found, err := list(ctx, &s.base, "find open challenges", findOpenChallenges+column+` IN (`+marks+`)`, args, challengeTargets)
			if err != nil {
				return err
			}
			open = append(open, found...)
		}
		return nil
	})
	slices.SortFunc(open, func(a, b social.Challenge) int { return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID)) })
	return slices.CompactFunc(open, func(a, b social.Challenge) bool { return a.ID == b.ID }), err
}

// DeleteChallenge implements social.ChallengeStore; ErrNotFound for an answered or deleted
// challenge.
func (s *people) DeleteChallenge(ctx context.Context, id string) error {
	return s.execOne(ctx, "delete challenge", deleteChallenge, id)
}

// DeleteChallenges implements social.ChallengeStore.
func (s *people) DeleteChallenges(ctx context.Context, before time.Time) error {
	return s.exec(ctx, "delete challenges", deleteOldChallenges, before.UnixMilli())
}

// AddPhrase implements social.PhraseStore; ErrNotFound for an unknown match.
func (s *people) AddPhrase(ctx context.Context, match string, p social.Phrase, keep int) error {
	return s.write(ctx, "add phrase", func(ctx context.Context, tx Querier) error {
		var last int
		if err := tx.QueryRowContext(ctx, lastPhrase, match).Scan(&last); err != nil {
			return err
		}
		if err := exec(ctx, tx, insertPhrase, match, last+1, p.Side.String(), p.Key, p.At.UnixMilli()); err != nil {
			return err
		}
		return exec(ctx, tx, deletePhrases, match, last+1-keep)
	})
}

func phraseTargets(p *social.Phrase) []any {
	return []any{&p.Number, word{&p.Side}, &p.Key, moment{&p.At}}
}

// FindPhrases implements social.PhraseStore.
func (s *people) FindPhrases(ctx context.Context, match string) ([]social.Phrase, error) {
	return list(ctx, &s.base, "find phrases", findPhrases, []any{match}, phraseTargets)
}

// FindPhrasesOf implements live.Store.
func (s *people) FindPhrasesOf(ctx context.Context, user string) (map[string][]social.Phrase, error) {
	said := map[string][]social.Phrase{}
	err := s.rows(ctx, "find phrases of a user", findPhrasesOf, []any{user}, func(rows *sql.Rows) error {
		var match string
		var p social.Phrase
		err := rows.Scan(append([]any{&match}, phraseTargets(&p)...)...)
		said[match] = append(said[match], p)
		return err
	})
	return said, err
}
