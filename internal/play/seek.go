// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"errors"

	"cairn/match"
)

// Seek looks for an opponent: the one who has waited longest for the same game
// and clock, never oneself. Without one the seek waits; its Match is set once
// an opponent comes.
func (s *Service) Seek(ctx context.Context, user User, gameName, control string) (Seek, error) {
	setup, err := s.setup(user, Spec{Game: gameName, Kind: Private, Control: control})
	if err != nil {
		return Seek{}, err
	}
	for {
		seek := Seek{ID: newID(), User: user.ID, Game: setup.Game, Control: setup.Control.String(), Created: s.now()}
		var made *NewMatch
		waitingID := ""
		seek, err := s.store.Pair(ctx, seek, func(waiting Seek) (NewMatch, error) {
			n, err := s.pair(waiting, seek)
			made, waitingID = &n, waiting.ID
			return n, err
		})
		if taken := (*ErrTaken)(nil); errors.As(err, &taken) {
			continue
		}
		if err == nil && made != nil {
			s.bus.Publish(seekTopic(waitingID), 1)
			s.follow(Room{Info: made.Info})
		}
		return seek, err
	}
}

// pair makes the match of two who found each other; colours are drawn by lot.
func (s *Service) pair(waiting, coming Seek) (NewMatch, error) {
	g, err := s.games.Game(waiting.Game)
	if err != nil {
		return NewMatch{}, err
	}
	setup := match.Setup{Game: g.Info().ID, Revision: g.Info().Revision, Seats: [2]string{waiting.User, coming.User}}
	if coin() {
		setup.Seats[0], setup.Seats[1] = setup.Seats[1], setup.Seats[0]
	}
	if setup.Control, err = match.ParseControl(waiting.Control); err != nil {
		return NewMatch{}, err
	}
	return s.newMatch(Open, "", setup)
}

// FindSeek returns a user's own seek.
func (s *Service) FindSeek(ctx context.Context, user User, id string) (Seek, error) {
	seek, err := s.store.FindSeek(ctx, id)
	if err == nil && seek.User != user.ID {
		return Seek{}, ErrNotFound
	}
	return seek, err
}

// CancelSeek gives up waiting. NotFound when an opponent was faster.
func (s *Service) CancelSeek(ctx context.Context, user User, id string) error {
	err := s.store.DeleteSeek(ctx, id, user.ID)
	if err == nil {
		s.bus.Publish(seekTopic(id), 1)
	}
	return err
}

// AwaitSeek waits until an opponent is found, the seek is gone or the context
// ends, and returns the seek as it is then.
func (s *Service) AwaitSeek(ctx context.Context, user User, id string) (Seek, error) {
	signal, end := s.bus.Subscribe(seekTopic(id))
	defer end()
	for {
		seek, err := s.FindSeek(ctx, user, id)
		if err != nil || seek.Match != "" {
			return seek, err
		}
		select {
		case <-signal:
		case <-s.Stopped():
			return seek, context.Canceled
		case <-ctx.Done():
			return seek, ctx.Err()
		}
	}
}
