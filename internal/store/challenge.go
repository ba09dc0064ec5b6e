// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"cairn/internal/live"
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

	findOpenChallenges = `SELECT ` + challengeColumns + ` FROM challenges WHERE status = 'open' ORDER BY created, id`

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

func challengeTargets(c *live.Challenge) []any {
	return []any{
		&c.ID, &c.From, &c.To, &c.Game, &c.Control, &c.Rated, &c.Side, &c.Shown, &c.Status, &c.Reason, &c.Match,
		moment{&c.Created},
		moment{&c.Seen},
		moment{&c.Expires},
	}
}

// CreateChallenge implements live.PeopleStore; ErrNotFound for an unknown user.
func (s *people) CreateChallenge(ctx context.Context, c live.Challenge, check func(live.Standing) error) error {
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
func standingOf(ctx context.Context, tx Querier, c live.Challenge) (live.Standing, error) {
	var s live.Standing
	mine, err := relation(ctx, tx, c.From, c.To)
	if err != nil {
		return s, err
	}
	theirs, err := relation(ctx, tx, c.To, c.From)
	if err != nil {
		return s, err
	}
	s.Blocks, s.Blocked, s.Followed = mine == live.Blocks, theirs == live.Blocks, theirs == live.Follows
	if s.Allow, err = allow(ctx, tx, c.To); err != nil {
		return s, err
	}
	if err := tx.QueryRowContext(ctx, countSent, c.From, c.To, c.Created.UnixMilli()).Scan(&s.Sent); err != nil {
		return s, err
	}
	var open live.Challenge
	err = tx.QueryRowContext(ctx, findPair, pairKey(c.From, c.To)).Scan(challengeTargets(&open)...)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return s, nil
	case err == nil && open.From == c.To:
		s.Theirs = &open
	}
	return s, err
}

// UpdateChallenge implements live.PeopleStore.
func (s *people) UpdateChallenge(ctx context.Context, id string, change func(*live.Challenge, bool) (*live.NewMatch, error)) (live.Challenge, error) {
	return writeValue(ctx, &s.base, "update challenge", func(ctx context.Context, tx Querier) (c live.Challenge, err error) {
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
	if err != nil || first == live.Blocks {
		return first == live.Blocks, err
	}
	second, err := relation(ctx, tx, b, a)
	return second == live.Blocks, err
}

// FindChallenge implements live.PeopleStore.
func (s *people) FindChallenge(ctx context.Context, id string) (live.Challenge, error) {
	return find(ctx, &s.base, "find challenge", findChallenge, []any{id}, challengeTargets)
}

// FindChallenges implements live.PeopleStore.
func (s *people) FindChallenges(ctx context.Context, user string) ([]live.Challenge, error) {
	return list(ctx, &s.base, "find challenges", findChallenges, []any{user}, challengeTargets)
}

// FindOpenChallenges implements live.NodeStore.
func (s *people) FindOpenChallenges(ctx context.Context) ([]live.Challenge, error) {
	return list(ctx, &s.base, "find open challenges", findOpenChallenges, nil, challengeTargets)
}

// DeleteChallenge implements live.PeopleStore; ErrNotFound for an answered or deleted
// challenge.
func (s *people) DeleteChallenge(ctx context.Context, id string) error {
	return s.execOne(ctx, "delete challenge", deleteChallenge, id)
}

// DeleteChallenges implements live.PeopleStore.
func (s *people) DeleteChallenges(ctx context.Context, before time.Time) error {
	return s.exec(ctx, "delete challenges", deleteOldChallenges, before.UnixMilli())
}

// AddPhrase implements live.PeopleStore; ErrNotFound for an unknown match.
func (s *people) AddPhrase(ctx context.Context, match string, p live.Phrase, keep int) error {
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

func phraseTargets(p *live.Phrase) []any {
	return []any{&p.Number, word{&p.Side}, &p.Key, moment{&p.At}}
}

// FindPhrases implements live.PeopleStore.
func (s *people) FindPhrases(ctx context.Context, match string) ([]live.Phrase, error) {
	return list(ctx, &s.base, "find phrases", findPhrases, []any{match}, phraseTargets)
}

// FindPhrasesOf implements live.PeopleStore.
func (s *people) FindPhrasesOf(ctx context.Context, user string) (map[string][]live.Phrase, error) {
	said := map[string][]live.Phrase{}
	err := s.rows(ctx, "find phrases of a user", findPhrasesOf, []any{user}, func(rows *sql.Rows) error {
		var match string
		var p live.Phrase
		err := rows.Scan(append([]any{&match}, phraseTargets(&p)...)...)
		said[match] = append(said[match], p)
		return err
	})
	return said, err
}
