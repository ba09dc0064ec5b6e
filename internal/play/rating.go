// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"time"

	"cairn/game"
	"cairn/internal/glicko"
	"cairn/match"
)

// Rating is how strong a user is in one rule set, as far as is known.
type Rating struct {
	glicko.Rating
	Game    string
	Games   int // rated ones
	Updated time.Time
}

// RatingChange is what one match made of one rating.
type RatingChange struct {
	User, Game, Match string
	At                time.Time
	Before, After     float64
	Deviation         float64 // afterwards
}

// Rate asks a Store to change the ratings of two users in the transaction that
// ends their match. Next is called inside it with the ratings as they are, by
// side; somebody who has none yet, or is gone, has the zero Rating.
type Rate struct {
	Game  string
	Users [2]string
	At    time.Time
	Next  func(before [2]Rating) [2]glicko.Rating
}

// maxRatingChanges is how far back the graph of a rating goes.
const maxRatingChanges = 200

// at returns what is known of a rating at a time: the less, the longer ago the
// last match was. Without a match it is that of a newcomer.
func (r Rating) at(now time.Time) glicko.Rating {
	if r.Games == 0 {
		return glicko.New()
	}
	return r.Rest(float64(now.Sub(r.Updated)) / float64(glicko.Period))
}

// rate asks for the ratings that a change of a match decides, nil when it
// decides none. A match that is over stays so: it is rated once.
func rate(info Info, events []match.Event) *Rate {
	if !info.Rated || !decides(info, events) || givenUpEarly(info) {
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

// givenUpEarly reports a match that one side forfeited before both had moved: it
// counts as lost, but it tells nothing of how strong anybody is.
func givenUpEarly(info Info) bool {
	return info.End.Reason == match.ByResignation && info.Ply < len(game.Sides)
}

// Ratings returns the ratings of a user by rule set, with the deviations they
// have by now.
func (s *Service) Ratings(ctx context.Context, user string) ([]Rating, error) {
	list, err := s.store.FindRatings(ctx, user)
	now := s.now()
	for i := range list {
		list[i].Rating = list[i].at(now)
	}
	return list, err
}

// RatingsOf returns the ratings of users in one rule set, by user, with the
// deviations they have by now; who has none is left out.
func (s *Service) RatingsOf(ctx context.Context, game string, users ...string) (map[string]Rating, error) {
	all, err := s.store.FindRatingsOf(ctx, game, users)
	now := s.now()
	for user, r := range all {
		r.Rating = r.at(now)
		all[user] = r
	}
	return all, err
}

// points returns how strong a user is in a rule set, a newcomer's for somebody
// who has not played it.
func (s *Service) points(ctx context.Context, game, user string) (float64, error) {
	all, err := s.RatingsOf(ctx, game, user)
	if r, rated := all[user]; rated {
		return r.Rating.Rating, err
	}
	return glicko.New().Rating, err
}

// RatingChanges returns how a user's rating in a rule set went in the last 200
// matches, the oldest first.
func (s *Service) RatingChanges(ctx context.Context, user, game string) ([]RatingChange, error) {
	return s.store.FindRatingChanges(ctx, user, game, maxRatingChanges)
}

// MatchRatings returns what a match changed, by user; nothing when it was not
// rated or goes on.
func (s *Service) MatchRatings(ctx context.Context, match string) (map[string]RatingChange, error) {
	list, err := s.store.FindMatchRatings(ctx, match)
	all := make(map[string]RatingChange, len(list))
	for _, c := range list {
		all[c.User] = c
	}
	return all, err
}
