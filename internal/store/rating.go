// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"fmt"
	"slices"

	"cairn/internal/glicko"
	"cairn/internal/live/rating"
)

const (
	ratingColumns = `ratings.game, rating, deviation, volatility, games, updated`

	findRating = `SELECT ` + ratingColumns + ` FROM ratings WHERE user_id = $1 AND game = $2`

	findRatings = `SELECT ` + ratingColumns + ` FROM ratings WHERE user_id = $1 ORDER BY game`

	findRatingsOf = `SELECT user_id, ` + ratingColumns + ` FROM ratings WHERE game = $1 AND user_id IN (`

	// A deleted user gets no rating.
	setRating = `INSERT INTO ratings (user_id, game, rating, deviation, volatility, games, updated)
SELECT id, $2, $3, $4, $5, $6, $7 FROM users WHERE id = $1
ON CONFLICT (user_id, game) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
volatility = excluded.volatility, games = excluded.games, updated = excluded.updated`

	changeColumns = `user_id, game, match_id, at, before, after, deviation`

	insertRatingChange = `INSERT INTO rating_changes (` + changeColumns + `)
SELECT id, $2, $3, $4, $5, $6, $7 FROM users WHERE id = $1`

	// isPrivate is the condition for rating changes of private matches that are not shown.
	isPrivate = `EXISTS (SELECT 1 FROM matches WHERE id = match_id AND kind = 'private' AND NOT shown)`

	findRatingChanges = `SELECT ` + changeColumns + `, ` + isPrivate + ` FROM rating_changes
WHERE user_id = $1 AND game = $2 ORDER BY at DESC, match_id DESC LIMIT $3`

	findMatchRatings = `SELECT ` + changeColumns + `, ` + isPrivate + ` FROM rating_changes WHERE match_id = $1 ORDER BY user_id`

	findLeaders = `SELECT users.id, users.name, ` + ratingColumns + ` FROM ratings JOIN users ON users.id = ratings.user_id
WHERE ratings.game = $1 AND deviation <= $2 AND NOT banned AND bot = $4 ORDER BY rating DESC, user_id LIMIT $3`
)

func ratingTargets(r *rating.Rating) []any {
	return []any{&r.Game, &r.Rating.Rating, &r.Deviation, &r.Volatility, &r.Games, moment(&r.Updated)}
}

func changeTargets(c *rating.Change) []any {
	return []any{&c.User, &c.Game, &c.Match, moment(&c.At), &c.Before, &c.After, &c.Deviation, &c.Private}
}

// rateMatch updates the ratings of the two players of a match.
func rateMatch(tx *transaction, match string, r rating.Update) {
	var before [2]rating.Rating
	for side, user := range r.Users {
		tx.find(findRating, []any{user, r.Game}, ratingTargets(&before[side])...)
	}
	if tx.err != nil {
		return
	}
	after := r.Next(before)
	for side, user := range r.Users {
		rateUser(tx, match, user, r, before[side], after[side])
	}
}

// rateUser stores the new rating of a user, and its change.
func rateUser(tx *transaction, match, user string, r rating.Update, before rating.Rating, after glicko.Rating) {
	at, from := r.At.UnixMilli(), before.Rating.Rating
	if before.Games == 0 {
		from = glicko.New().Rating
	}
	tx.exec(setRating, user, r.Game, after.Rating, after.Deviation, after.Volatility, before.Games+1, at)
	tx.exec(insertRatingChange, user, r.Game, match, at, from, after.Rating, after.Deviation)
}

// FindRatings implements rating.Store, in the order of rule set ids.
func (s *matches) FindRatings(ctx context.Context, user string) ([]rating.Rating, error) {
	return list(ctx, &s.base, "find ratings", findRatings, []any{user}, ratingTargets)
}

// FindRatingsOf implements rating.Store; users without a rating are left out.
func (s *matches) FindRatingsOf(ctx context.Context, game string, users []string) (map[string]rating.Rating, error) {
	return mapIn(ctx, &s.base, "find ratings of users", findRatingsOf, users, ratingTargets, game)
}

// FindRatingChanges implements rating.Store.
func (s *matches) FindRatingChanges(ctx context.Context, user, game string, limit int) ([]rating.Change, error) {
	list, err := s.ratingChanges(ctx, findRatingChanges, user, game, limit)
	slices.Reverse(list) // the query returns the newest first
	return list, err
}

// FindMatchRatings implements rating.Store, in the order of user ids.
func (s *matches) FindMatchRatings(ctx context.Context, match string) ([]rating.Change, error) {
	return s.ratingChanges(ctx, findMatchRatings, match)
}

func (s *matches) ratingChanges(ctx context.Context, query string, args ...any) ([]rating.Change, error) {
	return list(ctx, &s.base, "find rating changes", query, args, changeTargets)
}

// FindLeaders implements rating.Store; equal ratings are in the order of user ids.
func (s *matches) FindLeaders(ctx context.Context, game string, bots bool, deviation float64, limit int) ([]rating.Leader, error) {
	return list(ctx, &s.base, "find leaders", findLeaders, []any{game, deviation, limit, bots}, func(l *rating.Leader) []any {
		return append([]any{&l.User, &l.Name}, ratingTargets(&l.Rating)...)
	})
}

const (
	addScore = `INSERT INTO scores (user_id, game, wins, losses, draws) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (user_id, game) DO UPDATE SET
wins = scores.wins + excluded.wins, losses = scores.losses + excluded.losses, draws = scores.draws + excluded.draws`

	findScores = `SELECT game, wins, losses, draws FROM scores WHERE user_id = $1 ORDER BY game`
)

// addTally adds one finished match to the score of a user.
func addTally(tx *transaction, t rating.Tally) {
	counts := map[rating.Outcome]int{t.Outcome: 1}
	if t.Outcome != rating.Won && t.Outcome != rating.Lost && t.Outcome != rating.Drawn {
		tx.fail(fmt.Errorf("outcome %q: want won, lost or drawn", t.Outcome))
	}
	tx.exec(addScore, t.User, t.Game, counts[rating.Won], counts[rating.Lost], counts[rating.Drawn])
}

// FindScores implements rating.Store, in the order of rule set ids.
func (s *matches) FindScores(ctx context.Context, user string) ([]rating.Score, error) {
	return list(ctx, &s.base, "find scores", findScores, []any{user}, func(score *rating.Score) []any {
		return []any{&score.Game, &score.Wins, &score.Losses, &score.Draws}
	})
}
