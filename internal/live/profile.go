// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"math"

	"cairn/internal/account"
	"cairn/internal/failure"
)

// Profile is the public part of an account.
type Profile struct {
	User    account.User // without email address, password, two-factor authentication and settings
	Scores  []Score
	Ratings []Rating
}

// Profile finds an account by name; NotFound "no-player".
func (s *Service) Profile(ctx context.Context, name string) (Profile, error) {
	u, err := s.accounts.FindByName(ctx, name)
	if err != nil {
		return Profile{}, failure.Missing(err, "no-player")
	}
	p := Profile{User: account.User{ID: u.ID, Name: u.Name, Bot: u.Bot, Role: u.Role, Banned: u.Banned, Created: u.Created}}
	if p.Scores, err = s.store.FindScores(ctx, u.ID); err != nil {
		return Profile{}, err
	}
	if p.Ratings, err = s.Ratings().Of(ctx, u.ID); err != nil {
		return Profile{}, err
	}
	return p, nil
}

// Export is all data about a user, apart from the moves of the games.
type Export struct {
	User     account.User // without password and two-factor authentication
	Sessions []account.OwnSession
	Scores   []Score
	Ratings  []Rating
	Changes  []RatingChange
	Matches  []Info

	Relations  []Relation
	Allow      Allow
	Challenges []Challenge
	Phrases    map[string][]Phrase // by match
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
	if e.Matches, err = s.store.FindMatches(ctx, Filter{User: user.ID}); err != nil {
		return Export{}, err
	}
	err = s.People.export(ctx, user.ID, &e)
	return e, err
}

// export adds what a user has to do with others.
func (p *People) export(ctx context.Context, user string, e *Export) (err error) {
	if e.Relations, err = p.store.FindRelations(ctx, user); err != nil {
		return err
	}
	if e.Allow, err = p.store.FindAllow(ctx, user); err != nil {
		return err
	}
	if e.Challenges, err = p.store.FindChallenges(ctx, user); err != nil {
		return err
	}
	e.Phrases, err = p.store.FindPhrasesOf(ctx, user)
	return err
}
