// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"context"
	"slices"

	"cairn/game"
	"cairn/internal/fair"
	"cairn/internal/live/cluster"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
	"cairn/match"
)

// Extras is the information that pages show beside a match, apart from its events.
type Extras struct {
	Watchers int             // spectators who have the page open
	Phrases  []social.Phrase // the last ones, for players only
	Meetings rating.Meetings // of White against Black
}

// equal reports whether users see no difference between two extras.
func (e *Extras) equal(other *Extras) bool {
	return other != nil && e.Watchers == other.Watchers && e.Meetings == other.Meetings && slices.Equal(e.Phrases, other.Phrases)
}

// Extras returns the extras of a match for a user.
func (s *Streams) Extras(ctx context.Context, user string, r *room.Room) (*Extras, error) {
	e := &Extras{Watchers: s.env.Presence.Audience.Count(r.Info.ID)}
	var err error
	if e.Phrases, err = s.phrases.Said(ctx, user, &r.Info); err != nil {
		return nil, err
	}
	e.Meetings, err = s.score(ctx, r)
	return e, err
}

// score returns the results of White against Black, two people; both streams share it.
func (s *Streams) score(ctx context.Context, r *room.Room) (rating.Meetings, error) {
	if r.Info.Kind != room.Open && r.Info.Kind != room.Private {
		return rating.Meetings{}, nil
	}
	return r.Rendered.Score(s.env.Cluster.Now(), func() (rating.Meetings, error) {
		return s.people.Meetings(ctx, r.Info.Seats[game.White], r.Info.Seats[game.Black])
	})
}

// extrasReader is the part of a Watch that follows the extras.
type extrasReader struct {
	signal <-chan int
	stale  bool // something may have changed
	over   bool // the match was over
	last   *Extras
	deep   func(func() error) error // runs a function that needs a deep stack
}

// follow subscribes to the extras of a match; a spectator counts until leave is called.
// Visitors without a session are distinguished by their address.
func (s *Streams) follow(ctx context.Context, user string, info *room.Info) (e *extrasReader, leave func()) {
	signal, end := s.env.Bus.Subscribe(cluster.ExtrasTopic(info.ID))
	e = &extrasReader{signal: signal, stale: true, deep: func(f func() error) error { return f() }}
	if _, plays := info.SideOf(user); plays {
		return e, end
	}
	if user == "" {
		user = "address " + fair.Of(ctx).Address
	}
	gone := s.env.Presence.Audience.Enter(info.ID, user)
	return e, func() { end(); gone() }
}

// next returns the extras if they have changed, else nil. The score
// between the players changes when the match ends.
func (e *extrasReader) next(ctx context.Context, s *Streams, user string, r *room.Room) (*Extras, error) {
	over := r.Info.Status == match.Over
	if !e.stale && over == e.over {
		return nil, nil
	}
	var now *Extras
	err := e.deep(func() (err error) {
		if e.stale {
			now, err = s.Extras(ctx, user, r)
			return err
		}
		changed := *e.last
		now = &changed
		now.Meetings, err = s.score(ctx, r)
		return err
	})
	if err != nil {
		return nil, err
	}
	e.stale, e.over = false, over
	if now.equal(e.last) {
		return nil, nil
	}
	e.last = now
	return now, nil
}
