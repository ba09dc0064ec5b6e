// SPDX-License-Identifier: Apache-2.0

package play

import (
	"cmp"
	"context"
	"errors"
	"time"

	"cairn/match"
)

const (
	// seekLife is how long somebody still waits after the last sign. The waiting
	// page gives one every few seconds, also without script.
	seekLife = 60 * time.Second
	// seekSign is how often signs are written down: often enough for seekLife,
	// seldom enough for thousands who wait.
	seekSign = 10 * time.Second
)

// Seek looks for an opponent: of those who wait for the same game and clock, and
// who are near enough in a rated match, the one who has waited longest; never
// oneself. Without one the seek waits; its Match is set once an opponent comes.
// Somebody who waits already has one seek still: it keeps its id, and with it
// every page that waits for it.
func (s *Service) Seek(ctx context.Context, user User, gameName, control string, rated bool) (Seek, error) {
	setup, err := s.setup(user, Spec{Game: gameName, Kind: Private, Control: control, Rated: rated})
	if err != nil {
		return Seek{}, err
	}
	points, err := s.points(ctx, setup.Game, user.ID)
	if err != nil {
		return Seek{}, err
	}
	for {
		waiting, err := s.store.FindWaiting(ctx)
		if err != nil {
			return Seek{}, err
		}
		others, id := without(waiting, user.ID)
		now := s.now()
		seek, err := s.meet(ctx, Seek{
			ID: cmp.Or(id, newID()), User: user.ID, Game: setup.Game, Control: setup.Control.String(),
			Rated: rated, Rating: points, Created: now, Seen: now,
		})
		if taken := (*ErrTaken)(nil); errors.As(err, &taken) {
			continue // another id
		}
		if err == nil && seek.Match == "" {
			s.tellRated(append(others, seek))
			seek.Casual = s.casuals.waits(seek)
		}
		return seek, err
	}
}

// meet pairs a new seek with one that waits, or lets it wait.
func (s *Service) meet(ctx context.Context, coming Seek) (Seek, error) {
	var made NewMatch
	var opponent Seek
	fits := func(waiting Seek) bool { return fit(waiting, coming, coming.Created) }
	kept, err := s.store.Pair(ctx, coming, fits, func(waiting Seek) (n NewMatch, err error) {
		made, err = s.pair(waiting, coming)
		opponent = waiting
		return made, err
	})
	if err == nil {
		s.bus.Publish(seekTopic(kept.ID), 1) // another page may wait for it
	}
	if err == nil && kept.Match != "" {
		s.bus.Publish(seekTopic(opponent.ID), 1)
		s.follow(Room{Info: made.Info})
	}
	return kept, err
}

// pair makes the match of two who found each other; colours are drawn by lot.
func (s *Service) pair(waiting, coming Seek) (NewMatch, error) {
	g, err := s.games.Game(waiting.Game)
	if err != nil {
		return NewMatch{}, err
	}
	setup := match.Setup{
		Game: g.Info().ID, Revision: g.Info().Revision,
		Seats: [2]string{waiting.User, coming.User}, Rated: waiting.Rated,
	}
	if coin() {
		setup.Seats[0], setup.Seats[1] = setup.Seats[1], setup.Seats[0]
	}
	if setup.Control, err = match.ParseControl(waiting.Control); err != nil {
		return NewMatch{}, err
	}
	return s.newMatch(Open, "", setup)
}

// FindSeek returns a user's own seek, and takes the question as a sign that the
// user still waits.
func (s *Service) FindSeek(ctx context.Context, user User, id string) (Seek, error) {
	seek, err := s.findSeek(ctx, user, id)
	seek.Casual = s.casuals.waits(seek)
	return seek, err
}

func (s *Service) findSeek(ctx context.Context, user User, id string) (Seek, error) {
	seek, err := s.store.FindSeek(ctx, id)
	if err == nil && seek.User != user.ID {
		return Seek{}, ErrNotFound
	}
	now := s.now()
	if err != nil || seek.Match != "" || now.Sub(seek.Seen) < seekSign {
		return seek, err
	}
	if err = s.store.TouchSeek(ctx, id, now); CodeOf(err) == NotFound { // it has just found an opponent, or is gone
		return s.store.FindSeek(ctx, id)
	}
	seek.Seen = now
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

// AwaitSeek waits until an opponent is found, the seek is gone or another than
// the known one, or the context ends, and returns the seek as it is then.
func (s *Service) AwaitSeek(ctx context.Context, user User, known Seek) (Seek, error) {
	signal, end := s.bus.Subscribe(seekTopic(known.ID))
	defer end()
	sign := time.NewTicker(seekSign)
	defer sign.Stop()
	for {
		seek, err := s.FindSeek(ctx, user, known.ID)
		if err != nil || seek.Match != "" || seek.pool() != known.pool() || seek.Casual != known.Casual {
			return seek, err
		}
		select {
		case <-signal:
		case <-sign.C:
		case <-s.Stopped():
			return seek, context.Canceled
		case <-ctx.Done():
			return seek, ctx.Err()
		}
	}
}
