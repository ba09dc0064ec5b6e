// SPDX-License-Identifier: Apache-2.0

package play

import "context"

// Profile is what everybody may know of an account.
type Profile struct {
	User    User // without e-mail, password, second factor and settings
	Scores  []Score
	Ratings []Rating
}

// Profile finds an account by name; NotFound "no-player".
func (s *Service) Profile(ctx context.Context, name string) (Profile, error) {
	u, err := s.store.FindUserByName(ctx, name)
	if CodeOf(err) == NotFound {
		return Profile{}, &Error{Code: NotFound, Key: "no-player", Err: err}
	}
	if err != nil {
		return Profile{}, err
	}
	p := Profile{User: User{ID: u.ID, Name: u.Name, Role: u.Role, Banned: u.Banned, Created: u.Created}}
	if p.Scores, err = s.store.FindScores(ctx, u.ID); err != nil {
		return Profile{}, err
	}
	if p.Ratings, err = s.Ratings(ctx, u.ID); err != nil {
		return Profile{}, err
	}
	return p, nil
}
