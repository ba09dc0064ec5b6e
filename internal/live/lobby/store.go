// SPDX-License-Identifier: Apache-2.0

package lobby

import (
	"context"
	"time"

	"cairn/internal/live/rating"
	"cairn/internal/live/room"
)

// Store keeps seeks, and finds the matches, ratings and blocks that the lobby needs.
type Store interface {
	// Pair pairs a new seek or stores it to wait: it is paired with the oldest
	// waiting seek of another user that it meets (Seek.Meets) and for which fits
	// returns true, and both then carry the id of the match that pair
	// returns. fits and pair are called inside the transaction with a waiting seek.
	// Users of whom one blocks the other are never paired, here and below.
	// A user has one waiting seek: a new one replaces it.
	Pair(ctx context.Context, s Seek, fits func(waiting Seek) bool, pair func(waiting Seek) (room.NewMatch, error)) (Seek, error)
	// PairWaiting makes the match of two waiting seeks; failure.ErrNotFound when
	// one of them no longer waits.
	PairWaiting(ctx context.Context, a, b string, pair func(a, b Seek) (room.NewMatch, error)) error
	// AcceptSeek makes the match of a waiting seek and a user who has chosen it;
	// failure.ErrNotFound when it no longer waits. A waiting seek of that user gets
	// the same match, and own is its id.
	AcceptSeek(ctx context.Context, id, user string, pair func(waiting Seek) (room.NewMatch, error)) (own string, err error)
	// FindWaiting returns all waiting seeks, the oldest first.
	FindWaiting(ctx context.Context) ([]Seek, error)
	FindSeek(ctx context.Context, id string) (Seek, error)
	// FindOwnSeek returns the waiting seek of a user.
	FindOwnSeek(ctx context.Context, user string) (Seek, error)
	// TouchSeek sets when a seek was last seen.
	TouchSeek(ctx context.Context, id string, now time.Time) error
	// DeleteSeek deletes a waiting seek of a user; failure.ErrNotFound when it is
	// paired or gone.
	DeleteSeek(ctx context.Context, id, user string) error
	// DeleteSeeks deletes waiting seeks that were last seen before a time; paired
	// seeks are kept for another day.
	DeleteSeeks(ctx context.Context, seenBefore time.Time) error

	FindMatch(ctx context.Context, id string) (room.Info, error)
	FindMatches(ctx context.Context, f room.Filter) ([]room.Info, error)
	CountMatches(ctx context.Context, f room.Filter) (int, error)
	// FindBlocks returns the pairs of users of a list of whom the first blocks the second.
	FindBlocks(ctx context.Context, users []string) ([][2]string, error)
	FindRatings(ctx context.Context, user string) ([]rating.Rating, error)
}
