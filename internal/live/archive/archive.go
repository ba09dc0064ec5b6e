// SPDX-License-Identifier: Apache-2.0

// Package archive finds finished games, profiles of players, and the records that users
// keep.
package archive

import (
	"context"
	"slices"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/match"
)

// maxArchive bounds a page of the archive.
const maxArchive = 100

// Store finds matches and keeps the lists of users.
type Store interface {
	FindMatch(ctx context.Context, id string) (room.Info, error)
	FindMatches(ctx context.Context, f room.Filter) ([]room.Info, error)
	// CountMatches returns how many matches a filter selects, whatever its limit.
	CountMatches(ctx context.Context, f room.Filter) (int, error)
	// FindEvents returns the events after a seq, in order.
	FindEvents(ctx context.Context, match string, after int) ([]match.Event, error)
	// Listed reports whether a match is in the lists of a user; List adds it.
	Listed(ctx context.Context, match, user string) (bool, error)
	List(ctx context.Context, match, user string) error
}

// Archive finds finished games. Its methods may be called concurrently.
type Archive struct {
	store    Store
	accounts *account.Service
	ratings  *rating.Ratings
}

// New returns the archive of a store.
func New(store Store, accounts *account.Service, ratings *rating.Ratings) *Archive {
	return &Archive{store, accounts, ratings}
}

// Matches returns the matches of a filter.
func (a *Archive) Matches(ctx context.Context, f room.Filter) ([]room.Info, error) {
	return a.store.FindMatches(ctx, f)
}

// CountMatches returns how many matches a filter selects.
func (a *Archive) CountMatches(ctx context.Context, f room.Filter) (int, error) {
	return a.store.CountMatches(ctx, f)
}

// Events returns the events of a match after a seq.
func (a *Archive) Events(ctx context.Context, id string, after int) ([]match.Event, error) {
	return a.store.FindEvents(ctx, id, after)
}

// Find returns finished public games, and private games too if the filter selects the
// user who asks; between two people unless the filter names other kinds. It leaves out
// aborted matches. A limit of 0 or above 100 is 100. Next is where the next page begins,
// zero after the last page.
func (a *Archive) Find(ctx context.Context, user account.User, f room.Filter) (list []room.Info, next room.Cursor, err error) {
	limit := f.Limit
	if limit <= 0 || limit > maxArchive {
		limit = maxArchive
	}
	f.Statuses, f.Limit = []match.Status{match.Over}, limit+1 // one more shows whether there is another page
	f.Shown = user.ID == "" || f.User != user.ID && f.With != user.ID
	if len(f.Kinds) == 0 {
		f.Kinds = []room.Kind{room.Open, room.Private}
	}
	if len(f.Verdicts) == 0 {
		f.Verdicts = []game.Verdict{game.WhiteWins, game.BlackWins, game.Draw}
	}
	if list, err = a.store.FindMatches(ctx, f); err != nil {
		return nil, room.Cursor{}, err
	}
	if len(list) > limit {
		list = list[:limit]
		last := list[limit-1]
		next = room.Cursor{Updated: last.Updated, ID: last.ID}
	}
	hidden := func(i room.Info) bool { return i.End.Verdict == game.Playing || !i.VisibleTo(user.ID) }
	return slices.DeleteFunc(list, hidden), next, nil
}

// Kept reports whether a match needs no keeping: it is in the user's lists, or the user
// may not keep it. An unlisted record is deleted after a while, unless its user keeps it
// or plays on from it.
func (a *Archive) Kept(ctx context.Context, user account.User, info *room.Info) (bool, error) {
	if info.Kind != room.Screen || user.ID == "" || user.ID != info.Creator {
		return true, nil
	}
	return a.store.Listed(ctx, info.ID, user.ID)
}

// Keep adds a match that the user has opened to the user's lists.
func (a *Archive) Keep(ctx context.Context, user account.User, id string) error {
	info, err := a.store.FindMatch(ctx, id)
	if err != nil {
		return err
	}
	if info.Kind != room.Screen || user.ID == "" || user.ID != info.Creator {
		return failure.ErrNotFound
	}
	return a.store.List(ctx, id, user.ID)
}

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
