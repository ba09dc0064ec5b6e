// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"context"
	"errors"
	"testing"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/livetest"
	"cairn/internal/live/lobby"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
)

// full is a store in which every id is taken.
type full struct {
	livetest.Store
	tries int
}

func (f *full) taken() error {
	if f.tries++; f.tries > 100 {
		panic("tries without limit")
	}
	return &failure.TakenError{Field: "id"}
}

func (f *full) CreateMatch(context.Context, room.NewMatch) error { return f.taken() }

func (f *full) Pair(_ context.Context, s lobby.Seek, _ func(lobby.Seek) bool, _ func(lobby.Seek) (room.NewMatch, error)) (lobby.Seek, error) {
	return s, f.taken()
}

func (f *full) CreateChallenge(context.Context, social.Challenge, func(social.Standing) error) error {
	return f.taken()
}

// creations are the things that a user can create with an idempotency key. They return the id, and
// the user for whom it was stored.
var creations = map[string]func(s livetest.Services, u account.User, key room.Key) (id, owner string, err error){
	"match": func(s livetest.Services, u account.User, key room.Key) (string, string, error) {
		info, err := s.Rooms.Create(background, u, room.Spec{Game: "toy", Kind: room.Private, Key: key})
		return info.ID, info.Creator, err
	},
	"seek": func(s livetest.Services, u account.User, key room.Key) (string, string, error) {
		seek, err := s.Lobby.Seek(background, u, lobby.Wish{Games: []string{"toy"}, Rated: true, Key: key})
		if seek.Game == "" {
			seek.User = ""
		}
		return seek.ID, seek.User, err
	},
	"challenge": func(s livetest.Services, u account.User, key room.Key) (string, string, error) {
		c, err := s.Challenges.Send(background, u, "Eve", room.Spec{Game: "toy", Key: key})
		if c.To == "" || c.Game == "" {
			c.From = ""
		}
		return c.ID, c.From, err
	},
}

// A store in which every id is taken is asked five times.
func TestEveryIDTaken(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.Member("Ann")
	h.Member("Eve")
	for what, create := range creations {
		for _, key := range []room.Key{"", "a key"} {
			f := &full{Store: h.Store}
			_, _, err := create(livetest.NewServices(f, noBus{}, h.Clock.Now), ann, key)
			if taken := (*failure.TakenError)(nil); !errors.As(err, &taken) || f.tries != 5 {
				t.Errorf("%s with key %q: got %v after %d tries, want 5", what, key, err, f.tries)
			}
		}
	}
}

// A key that another user has used leads to another id, and the same key of the same user
// to the same id.
func TestKeyOfAnother(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.Member("Ann")
	bob, _ := h.Member("Bob")
	h.Member("Eve")
	for what, create := range creations {
		first, owner, err := create(h.Services, ann, "a key")
		if err != nil || owner != ann.ID {
			t.Fatalf("%s: got %q of %q, %v, want one of ann", what, first, owner, err)
		}
		if again, _, err := create(h.Services, ann, "a key"); err != nil || again != first {
			t.Errorf("%s again: got %q, %v, want %q", what, again, err, first)
		}
		other, owner, err := create(h.Services, bob, "a key")
		if err != nil || owner != bob.ID || other == first {
			t.Errorf("%s of another: got %q of %q, %v, want another id of bob", what, other, owner, err)
		}
	}
}
