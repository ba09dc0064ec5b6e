// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"time"

	"cairn/game"
	"cairn/internal/glicko"
	"cairn/match"
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

// RatingChange is the effect of one match on one rating.
type RatingChange struct {
	User, Game, Match string
	At                time.Time
	Before, After     float64
	Deviation         float64 // after the match
	Private           bool    // the match is only for its players
}

// Rate asks a Store to change the ratings of two users in the transaction that
// ends their match. Next is called inside it with the stored ratings, by side; a
// user who has none, or is deleted, has the zero Rating.
type Rate struct {
	Game  string
	Users [2]string
	At    time.Time
	Next  func(before [2]Rating) [2]glicko.Rating
}

// Leader is a user among the best of a rule set.
type Leader struct {
	User   string
	Name   string
	Rating Rating
}

// maxRatingChanges is how far back the graph of a rating goes.
const maxRatingChanges = 200

// at returns a rating as of a time: the longer ago the last match was, the larger
// its deviation. Without a match it is that of a new player.
func (r Rating) at(now time.Time) glicko.Rating {
	if r.Games == 0 {
		return glicko.New()
	}
	return r.Rest(float64(now.Sub(r.Updated)) / float64(glicko.Period))
}

// rate returns the change of ratings that events decide, nil when there is none.
// A match ends once, so it is rated once.
func rate(info *Info, events []match.Event) *Rate {
	if !info.Rated || !decides(info, events) || endedEarly(info) {
		return nil
	}
	scores := [2]float64{0.5, 0.5}
	if winner, won := info.End.Verdict.Winner(); won {
		scores[winner], scores[winner.Other()] = 1, 0
	}
	at := info.Updated
	next := func(before [2]Rating) (after [2]glicko.Rating) {
		for _, side := range game.Sides {
			opponent := before[side.Other()].at(at)
			after[side] = before[side].at(at).Rate([]glicko.Game{{Opponent: opponent, Score: scores[side]}})
		}
		return after
	}
	return &Rate{Game: info.Game, Users: info.Seats, At: at, Next: next}
}

// endedEarly reports whether a match ended before both sides had moved: it says
// nothing about strength.
func endedEarly(info *Info) bool { return info.Ply < len(game.Sides) }

// Ratings returns the results and the strength of users.
func (s *Service) Ratings() Ratings { return Ratings{s.store, s.now} }

// Ratings reads the results and the strength of users.
type Ratings struct {
	store RatingStore
	now   func() time.Time
}

// Scores returns the scores of a user by rule set.
func (r Ratings) Scores(ctx context.Context, user string) ([]Score, error) {
	return r.store.FindScores(ctx, user)
}

// Of returns the ratings of a user by rule set, with their current deviations.
func (r Ratings) Of(ctx context.Context, user string) ([]Rating, error) {
	list, err := r.store.FindRatings(ctx, user)
	now := r.now()
	for i := range list {
		list[i].Rating = list[i].at(now)
	}
	return list, err
}

// In returns the ratings of users in one rule set, by user, with their
// current deviations; users without a rating are left out.
func (r Ratings) In(ctx context.Context, game string, users ...string) (map[string]Rating, error) {
	all, err := r.store.FindRatingsOf(ctx, game, users)
	now := r.now()
	for user, rating := range all {
		rating.Rating = rating.at(now)
		all[user] = rating
	}
	return all, err
}

// value returns the rating of a user in a rule set, that of a new player if
// the user has none.
func (r Ratings) value(ctx context.Context, game, user string) (float64, error) {
	all, err := r.In(ctx, game, user)
	if rating, rated := all[user]; rated {
		return rating.Rating.Rating, err
	}
	return glicko.New().Rating, err
}

// Changes returns the changes of a user's rating in a rule set in the last
// 200 matches, the oldest first.
func (r Ratings) Changes(ctx context.Context, user, game string) ([]RatingChange, error) {
	return r.store.FindRatingChanges(ctx, user, game, maxRatingChanges)
}

// ChangesBy returns the rating changes of a match, by user; none when it is
// not rated or not over.
func (r Ratings) ChangesBy(ctx context.Context, match string) (map[string]RatingChange, error) {
	list, err := r.store.FindMatchRatings(ctx, match)
	all := make(map[string]RatingChange, len(list))
	for _, c := range list {
		all[c.User] = c
	}
	return all, err
}

// Leaders returns the best people, or the best bots, of a rule set whose rating is established by
// now. The rating of a user who does not play becomes uncertain after some weeks
// and certain again after a few matches.
func (r Ratings) Leaders(ctx context.Context, game string, bots bool, limit int) ([]Leader, error) {
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

// established returns those whose rating is established by now.
func (r Ratings) established(list []Leader) []Leader {
	active := make([]Leader, 0, len(list))
	now := r.now()
	for _, l := range list {
		if l.Rating.Rating = l.Rating.at(now); l.Rating.Established() {
			active = append(active, l)
		}
	}
	return active
}
