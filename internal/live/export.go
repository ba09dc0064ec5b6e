// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"errors"
	"math"

	"cairn/internal/account"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
)

// exportStore has the queries of exports alone.
type exportStore interface {
	// FindPhrasesOf returns the phrases that a user has sent, by match.
	FindPhrasesOf(ctx context.Context, user string) (map[string][]social.Phrase, error)
}

// Export is all data about a user, apart from the moves of the games.
type Export struct {
	User     account.User // without password and two-factor authentication
	Sessions []account.OwnSession
	Scores   []rating.Score
	Ratings  []rating.Rating
	Changes  []rating.Change
	Matches  []room.Info

	Relations  []social.Relation
	Allow      social.Allow
	Challenges []social.Challenge
	Phrases    map[string][]social.Phrase // by match
}

// Export returns all data about a user.
func (s *Service) Export(ctx context.Context, user account.User) (Export, error) {
	e, errs := Export{}, [9]error{}
	e.User, errs[0] = s.accounts.Find(ctx, user.ID)
	e.User.Password, e.User.TwoFactor = "", account.TwoFactor{}
	e.Sessions, errs[1] = s.accounts.Sessions(ctx, user, "")
	e.Scores, errs[2] = s.store.FindScores(ctx, user.ID)
	e.Ratings, errs[3] = s.store.FindRatings(ctx, user.ID)
	e.Matches, errs[4] = s.store.FindMatches(ctx, room.Filter{User: user.ID})
	e.Relations, errs[5] = s.store.FindRelations(ctx, user.ID)
	e.Allow, errs[6] = s.store.FindAllow(ctx, user.ID)
	e.Challenges, errs[7] = s.store.FindChallenges(ctx, user.ID)
	e.Phrases, errs[8] = s.store.FindPhrasesOf(ctx, user.ID)
	err := errors.Join(errs[:]...)
	for _, rating := range e.Ratings {
		changes, failed := s.store.FindRatingChanges(ctx, user.ID, rating.Game, math.MaxInt32)
		e.Changes, err = append(e.Changes, changes...), errors.Join(err, failed)
	}
	return e, err
}
