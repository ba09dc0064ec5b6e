// SPDX-License-Identifier: Apache-2.0

package live

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
)

const (
	// seekLife is how long a seek waits after it was last seen. The waiting page
	// asks every few seconds, also without JavaScript.
	seekLife = 60 * time.Second
	// seekSeenEvery is the precision of Seek.Seen: fine enough for seekLife, coarse
	// enough for thousands of seeks.
	seekSeenEvery = 10 * time.Second
)

// Seek is a user waiting for an opponent.
type Seek struct {
	ID      string
	User    string
	Game    string
	Control string
	Rated   bool
	Rating  float64 // of the user, when the seek began
	Created time.Time
	Seen    time.Time // when the waiting page last asked
	Match   string    // set once an opponent is found
	Casual  bool      // rated, while a casual seek for the same game and clock waits; not stored
}

// Seek looks for an opponent: among those who wait for the same game and clock,
// and are near enough in rating for a rated match, the one who has waited
// longest. Without one the seek waits; its Match is set once an opponent comes.
// A user has one seek at a time: a new one keeps the id of the old one, so that
// pages that wait for it go on.
func (s *Service) Seek(ctx context.Context, user account.User, gameName, control string, rated bool) (Seek, error) {
	setup, err := s.setup(user, Spec{Game: gameName, Kind: Private, Control: control, Rated: rated})
	if err != nil {
		return Seek{}, err
	}
	rating, err := s.ratingOf(ctx, setup.Game, user.ID)
	if err != nil {
		return Seek{}, err
	}
	for {
		waiting, err := s.store.FindWaiting(ctx)
		if err != nil {
			return Seek{}, err
		}
		others, id := splitOwn(waiting, user.ID)
		now := s.now()
		seek, err := s.pairing.add(ctx, Seek{
			ID: cmp.Or(id, account.NewID()), User: user.ID, Game: setup.Game, Control: setup.Control.String(),
			Rated: rated, Rating: rating, Created: now, Seen: now,
		})
		if taken := (*failure.ErrTaken)(nil); errors.As(err, &taken) {
			continue // another id
		}
		if err == nil && seek.Match == "" {
			s.pairing.wakeRated(append(others, seek))
			seek.Casual = s.pairing.hasCasual(seek)
		}
		return seek, err
	}
}

// splitOwn removes the seek of a user from a list and returns its id, "" if there
// is none.
func splitOwn(waiting []Seek, user string) (others []Seek, own string) {
	i := slices.IndexFunc(waiting, func(s Seek) bool { return s.User == user })
	if i < 0 {
		return waiting, ""
	}
	own = waiting[i].ID
	return slices.Delete(waiting, i, i+1), own
}

// FindSeek returns a seek of a user and notes that the user still waits.
func (s *Service) FindSeek(ctx context.Context, user account.User, id string) (Seek, error) {
	seek, err := s.findSeek(ctx, user, id)
	seek.Casual = s.pairing.hasCasual(seek)
	return seek, err
}

func (s *Service) findSeek(ctx context.Context, user account.User, id string) (Seek, error) {
	seek, err := s.store.FindSeek(ctx, id)
	if err == nil && seek.User != user.ID {
		return Seek{}, failure.ErrNotFound
	}
	now := s.now()
	if err != nil || seek.Match != "" || now.Sub(seek.Seen) < seekSeenEvery {
		return seek, err
	}
	if err = s.store.TouchSeek(ctx, id, now); failure.CodeOf(err) == failure.NotFound { // matched or deleted meanwhile
		return s.store.FindSeek(ctx, id)
	}
	seek.Seen = now
	return seek, err
}

// CancelSeek gives up waiting; NotFound when an opponent was found meanwhile.
func (s *Service) CancelSeek(ctx context.Context, user account.User, id string) error {
	err := s.store.DeleteSeek(ctx, id, user.ID)
	if err == nil {
		s.bus.Publish(seekTopic(id), 1)
	}
	return err
}

// AwaitSeek waits until an opponent is found, the seek is gone or differs from
// the known one, or the context ends, and returns the current seek.
func (s *Service) AwaitSeek(ctx context.Context, user account.User, known Seek) (Seek, error) {
	signal, end := s.bus.Subscribe(seekTopic(known.ID))
	defer end()
	seen := time.NewTicker(seekSeenEvery)
	defer seen.Stop()
	for {
		seek, err := s.FindSeek(ctx, user, known.ID)
		if err != nil || seek.Match != "" || seek.pool() != known.pool() || seek.Casual != known.Casual {
			return seek, err
		}
		select {
		case <-signal:
		case <-seen.C:
		case <-s.Stopped():
			return seek, context.Canceled
		case <-ctx.Done():
			return seek, ctx.Err()
		}
	}
}
