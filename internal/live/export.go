// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"math"

	"cairn/internal/account"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
)

// exportStore finds what only an export needs.
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
	var e Export
	var err error
	if e.User, err = s.accounts.Find(ctx, user.ID); err != nil {
		return Export{}, err
	}
	e.User.Password, e.User.TwoFactor = "", account.TwoFactor{}
	if e.Sessions, err = s.accounts.Sessions(ctx, user, ""); err != nil {
		return Export{}, err
	}
	if e.Scores, err = s.store.FindScores(ctx, user.ID); err != nil {
		return Export{}, err
	}
	if e.Ratings, err = s.store.FindRatings(ctx, user.ID); err != nil {
		return Export{}, err
	}
	for _, rating := range e.Ratings {
		changes, err := s.store.FindRatingChanges(ctx, user.ID, rating.Game, math.MaxInt32)
		if err != nil {
			return Export{}, err
		}
		e.Changes = append(e.Changes, changes...)
	}
	if e.Matches, err = s.store.FindMatches(ctx, room.Filter{User: user.ID}); err != nil {
		return Export{}, err
	}
	if e.Relations, err = s.store.FindRelations(ctx, user.ID); err != nil {
		return Export{}, err
	}
	if e.Allow, err = s.store.FindAllow(ctx, user.ID); err != nil {
		return Export{}, err
	}
	if e.Challenges, err = s.store.FindChallenges(ctx, user.ID); err != nil {
		return Export{}, err
	}
	e.Phrases, err = s.store.FindPhrasesOf(ctx, user.ID)
	return e, err
}
