// SPDX-License-Identifier: Apache-2.0

package archive

import (
	"context"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/rating"
)

// Profile is the public part of an account.
type Profile struct {
	User    account.User // without email address, password, two-factor authentication and settings
	Scores  []rating.Score
	Ratings []rating.Rating
}

// Profile finds an account by name; NotFound "no-player".
func (a *Archive) Profile(ctx context.Context, name string) (Profile, error) {
	u, err := a.accounts.FindByName(ctx, name)
	if err != nil {
		return Profile{}, failure.Missing(err, "no-player")
	}
	p := Profile{User: account.User{ID: u.ID, Name: u.Name, Bot: u.Bot, Role: u.Role, Banned: u.Banned, Created: u.Created}}
	if p.Scores, err = a.ratings.Scores(ctx, u.ID); err == nil {
		p.Ratings, err = a.ratings.Of(ctx, u.ID)
	}
	return p, err
}
