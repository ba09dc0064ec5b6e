// SPDX-License-Identifier: Apache-2.0

// Package rating keeps the results and ratings of users by rule set, which change when a
// match ends. It knows no matches; the store changes ratings in the transaction
// that ends a match.
package rating

import (
	"context"
	"time"

	"cairn/internal/glicko"
)

// Score counts the results of a user in one rule set.
type Score struct {
	Game                string
	Wins, Losses, Draws int
}

// Rating is the strength of a user in one rule set.
type Rating struct {
	glicko.Rating
	Game    string
	Games   int // rated ones
	Updated time.Time
}

// Change is the effect of one match on one rating.
type Change struct {
	User, Game, Match string
	At                time.Time
	Before, After     float64
	Deviation         float64 // after the match
	Private           bool    // the match is only for its players
}

// Update asks a store to change the ratings of two users in the transaction that
// ends their match. Next is called inside it with the stored ratings, by side; a
// user who has none, or is deleted, has the zero Rating.
type Update struct {
	Game  string
	Users [2]string
	At    time.Time
	Next  func(before [2]Rating) [2]glicko.Rating
}

// Tally counts one finished match for one user.
type Tally struct {
	User    string
	Game    string
	Outcome Outcome
}

// Outcome is a result for one player.
type Outcome string

// The outcomes.
const (
	Won   Outcome = "won"
	Lost  Outcome = "lost"
	Drawn Outcome = "drawn"
)

// Meetings are the results of a user against another.
type Meetings struct{ Won, Lost, Drawn int }

// Any reports whether the two have finished a match.
func (m Meetings) Any() bool { return m.Won+m.Lost+m.Drawn > 0 }

// Leader is a user among the best of a rule set.
type Leader struct {
	User   string
	Name   string
	Rating Rating
}

// maxChanges is how far back the graph of a rating goes.
const maxChanges = 200

// At returns a rating as of a time: the longer ago the last match was, the larger
// its deviation. Without a match it is the rating of a new player.
func (r Rating) At(now time.Time) glicko.Rating {
	if r.Games == 0 {
		return glicko.New()
	}
	return r.Rest(float64(now.Sub(r.Updated)) / float64(glicko.Period))
}

// Store keeps scores and ratings.
type Store interface {
	FindScores(ctx context.Context, user string) ([]Score, error)
	// FindRatings returns the ratings of a user by rule set.
	FindRatings(ctx context.Context, user string) ([]Rating, error)
	// FindRatingsOf returns the ratings of several users in one rule set.
	FindRatingsOf(ctx context.Context, game string, users []string) (map[string]Rating, error)
	// FindRatingChanges returns the last changes of a user's rating in a rule set,
	// at most limit, the oldest first.
	FindRatingChanges(ctx context.Context, user, game string, limit int) ([]Change, error)
	// FindMatchRatings returns the rating changes of a match.
	FindMatchRatings(ctx context.Context, match string) ([]Change, error)
	// FindLeaders returns the best people, or bots, of a rule set with at most that
	// deviation, the best first; banned users are left out.
	FindLeaders(ctx context.Context, game string, bots bool, deviation float64, limit int) ([]Leader, error)
}

// Ratings reads the results and the strength of users.
type Ratings struct {
	store Store
	now   func() time.Time
}

// New returns the ratings of a store.
func New(store Store, now func() time.Time) *Ratings { return &Ratings{store, now} }

// Scores returns the scores of a user by rule set.
func (r *Ratings) Scores(ctx context.Context, user string) ([]Score, error) {
	return r.store.FindScores(ctx, user)
}

// Of returns the ratings of a user by rule set, with their current deviations.
func (r *Ratings) Of(ctx context.Context, user string) ([]Rating, error) {
	list, err := r.store.FindRatings(ctx, user)
	now := r.now()
	for i := range list {
		list[i].Rating = list[i].At(now)
	}
	return list, err
}

// In returns the ratings of users in one rule set, by user, with their
// current deviations; users without a rating are left out.
func (r *Ratings) In(ctx context.Context, game string, users ...string) (map[string]Rating, error) {
	all, err := r.store.FindRatingsOf(ctx, game, users)
	now := r.now()
	for user, rating := range all {
		rating.Rating = rating.At(now)
		all[user] = rating
	}
	return all, err
}

// Value returns the rating of a user in a rule set, the one of a new player if
// the user has none.
func (r *Ratings) Value(ctx context.Context, game, user string) (float64, error) {
	all, err := r.In(ctx, game, user)
	if rating, rated := all[user]; rated {
		return rating.Rating.Rating, err
	}
	return glicko.New().Rating, err
}

// Changes returns the changes of a user's rating in a rule set in the last
// 200 matches, the oldest first.
func (r *Ratings) Changes(ctx context.Context, user, game string) ([]Change, error) {
	return r.store.FindRatingChanges(ctx, user, game, maxChanges)
}

// ChangesBy returns the rating changes of a match, by user; none when it is
// not rated or not over.
func (r *Ratings) ChangesBy(ctx context.Context, match string) (map[string]Change, error) {
	list, err := r.store.FindMatchRatings(ctx, match)
	all := make(map[string]Change, len(list))
	for _, c := range list {
		all[c.User] = c
	}
	return all, err
}

// Leaders returns the best people, or the best bots, of a rule set whose rating is established by
// now. The rating of a user who does not play becomes uncertain after some weeks
// and certain again after a few matches.
func (r *Ratings) Leaders(ctx context.Context, game string, bots bool, limit int) ([]Leader, error) {
	if limit <= 0 {
		return nil, nil
	}
	// The store knows the deviation after the last match, which is a lower bound of
	// the current one. Ask for more until enough of them are established.
	for ask := 2 * limit; ; ask *= 2 {
		list, err := r.store.FindLeaders(ctx, game, bots, glicko.EstablishedDeviation, ask)
		if err != nil {
			return nil, err
		}
		if active := r.established(list); len(active) >= limit || len(list) < ask {
			return active[:min(limit, len(active))], nil
		}
	}
}

// established returns the leaders whose rating is established by now.
func (r *Ratings) established(list []Leader) []Leader {
	active := make([]Leader, 0, len(list))
	now := r.now()
	for _, l := range list {
		if l.Rating.Rating = l.Rating.At(now); l.Rating.Established() {
			active = append(active, l)
		}
	}
	return active
}
