// SPDX-License-Identifier: Apache-2.0

package store

import (
	"cmp"
	"context"
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
		moment(&c.Created), moment(&c.Seen), moment(&c.Expires),
	}
}

// CreateChallenge implements social.ChallengeStore; ErrNotFound for an unknown user.
func (s *people) CreateChallenge(ctx context.Context, c social.Challenge, check func(social.Standing) error) error {
	return s.write(ctx, "create challenge", func(tx *transaction) {
		if standing := standingOf(tx, c); tx.err == nil {
			tx.fail(check(standing))
		}
		pair := pairKey(c.From, c.To)
		tx.exec(deletePair, pair)
		tx.exec(insertChallenge, c.ID, c.From, c.To, pair, c.Game, c.Control, c.Rated, c.Side, c.Shown,
			string(c.Status), c.Reason, c.Created.UnixMilli(), c.Seen.UnixMilli(), c.Expires.UnixMilli())
	})
}

// standingOf reads the relations, limits and open challenge that a new challenge depends
// on.
func standingOf(tx *transaction, c social.Challenge) social.Standing {
	mine, theirs := relation(tx, c.From, c.To), relation(tx, c.To, c.From)
	s := social.Standing{
		Blocks: mine == social.Blocks, Blocked: theirs == social.Blocks, Followed: theirs == social.Follows,
	}
	tx.find(findAllow, []any{c.To}, &s.Allow)
	tx.scan(countSent, []any{c.From, c.To, c.Created.UnixMilli()}, &s.Sent)
	var open social.Challenge
	if tx.find(findPair, []any{pairKey(c.From, c.To)}, challengeTargets(&open)...) {
		s.Open = &open
	}
	return s
}

// UpdateChallenge implements social.ChallengeStore.
func (s *people) UpdateChallenge(ctx context.Context, id string, change func(*social.Challenge, bool) (*room.NewMatch, error)) (social.Challenge, error) {
	return writeValue(ctx, &s.base, "update challenge", func(tx *transaction) (c social.Challenge) {
		tx.scan(findChallenge, []any{id}, challengeTargets(&c)...)
		blocked := blockedEither(tx, c.From, c.To)
		if tx.err != nil {
			return c
		}
		n, err := change(&c, blocked)
		tx.fail(err)
		if n != nil {
			s.matches.storeMatch(tx, *n)
		}
		tx.execOne(updateChallenge, id, string(c.Status), c.Reason, orNull(c.Match), c.Seen.UnixMilli())
		return c
	})
}

// blockedEither reports whether one of two users blocks the other.
func blockedEither(tx *transaction, a, b string) bool {
	return relation(tx, a, b) == social.Blocks || relation(tx, b, a) == social.Blocks
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
func (s *people) FindOpenChallenges(ctx context.Context, users []string) ([]social.Challenge, error) {
	const what = "find open challenges"
	from, err := listIn(ctx, &s.base, what, findOpenChallenges+`from_id IN (`, users, challengeTargets)
	if err != nil {
		return nil, err
	}
	to, err := listIn(ctx, &s.base, what, findOpenChallenges+`to_id IN (`, users, challengeTargets)
	open := append(from, to...)
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
	return s.write(ctx, "add phrase", func(tx *transaction) {
		var last int
		tx.scan(lastPhrase, []any{match}, &last)
		tx.exec(insertPhrase, match, last+1, p.Side.String(), p.Key, p.At.UnixMilli())
		tx.exec(deletePhrases, match, last+1-keep)
	})
}

func phraseTargets(p *social.Phrase) []any {
	return []any{&p.Number, parsed(&p.Side), &p.Key, moment(&p.At)}
}

// FindPhrases implements social.PhraseStore.
func (s *people) FindPhrases(ctx context.Context, match string) ([]social.Phrase, error) {
	return list(ctx, &s.base, "find phrases", findPhrases, []any{match}, phraseTargets)
}

// FindPhrasesOf implements live.Store.
func (s *people) FindPhrasesOf(ctx context.Context, user string) (map[string][]social.Phrase, error) {
	found, err := list(ctx, &s.base, "find phrases of a user", findPhrasesOf, []any{user}, keyedTargets(phraseTargets))
	said := map[string][]social.Phrase{}
	for _, phrase := range found {
		said[phrase.key] = append(said[phrase.key], phrase.value)
	}
	return said, err
}
