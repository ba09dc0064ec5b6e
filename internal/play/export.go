// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"math"
)

// Export is all that is known of a user, apart from the moves of the games.
type Export struct {
	User     User // without what guards the account: password and second factor
	Sessions []OwnSession
	Scores   []Score
	Ratings  []Rating
	Changes  []RatingChange
	Matches  []Info
}

// Export returns all that is known of a user.
func (s *Service) Export(ctx context.Context, user User) (Export, error) {
	var e Export
	var err error
	if e.User, err = s.store.FindUser(ctx, user.ID); err != nil {
		return Export{}, err
	}
	e.User.Password, e.User.Second = "", Second{}
	if e.Sessions, err = s.Sessions(ctx, user, ""); err != nil {
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
	if e.Matches, err = s.store.FindMatches(ctx, Filter{User: user.ID}); err != nil {
		return Export{}, err
	}
	return e, nil
}
