// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strconv"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/match"
	"cairn/record"
)

// Sides that the creator of a match can choose.
const (
	AsWhite  = "white"
	AsBlack  = "black"
	AsRandom = "random"
)

// Spec describes a match that a user wants to create.
type Spec struct {
	Game    string
	Kind    Kind // Private, Computer or Screen
	Level   string
	Side    string // AsWhite when empty
	Control string // as match.ParseControl reads it; empty for none
	Rated   bool   // counts for ratings; only a Private match between two accounts can
	Shown   bool   // everyone may watch a Private match
	From    *record.Record
	Look    bool // From is only looked at: the match is in no list until it is kept
	Key     Key
}

// Key identifies a request to create something: when it is repeated, what was created
// is found. It is secret, since ids are made of it; empty for none.
type Key string

// idLength is that of ids which users never type, as account.NewID makes them.
const idLength = 20

// id returns the id of what a key creates, of n letters and digits, or a random one.
// Should it belong to another user, the next attempt has another.
func (k Key) id(attempt, n int) string {
	if k == "" {
		return account.RandomText(n)
	}
	return account.TextOf(string(k)+" "+strconv.Itoa(attempt), n)
}

// CreateMatch creates a private match, or one against the computer or on one
// screen, which starts at once.
func (s *Service) CreateMatch(ctx context.Context, user account.User, spec Spec) (Info, error) {
	if made, err := s.madeMatch(ctx, user, spec.Key, 0); err == nil || failure.CodeOf(err) != failure.NotFound {
		return made, err
	}
	setup, err := s.setup(user, spec)
	if err == nil && user.Bot && spec.Rated {
		err = errRatedBot // a person could join
	}
	if err == nil {
		err = mayPlayMore(ctx, s.store, user)
	}
	if err == nil {
		err = s.computer.mayAsk(ctx, spec.Kind)
	}
	if err != nil {
		return Info{}, err
	}
	for attempt := 0; ; attempt++ {
		n, err := s.rooms.newMatch(spec.Kind, user.ID, setup, spec.From, false)
		if err != nil {
			return Info{}, &failure.Error{Code: failure.Invalid, Key: "bad-match", Err: err}
		}
		n.Info.ID = spec.Key.id(attempt, matchIDLength)
		n.Info.Shown = spec.Shown && spec.Kind == Private
		if spec.From != nil && spec.Kind == Screen {
			n.Info.Names, n.Unlisted = spec.From.Players, spec.Look
		}
		err = s.store.CreateMatch(ctx, n)
		if taken := (*failure.TakenError)(nil); errors.As(err, &taken) {
			if made, err := s.madeMatch(ctx, user, spec.Key, attempt); err == nil {
				return made, nil // by the same request, meanwhile
			}
			continue // try another id
		}
		if err == nil {
			s.rooms.begun(ctx, &n)
		}
		return n.Info, err
	}
}

// madeMatch returns the match that a user has created by a key; ErrNotFound without
// one.
func (s *Service) madeMatch(ctx context.Context, user account.User, key Key, attempt int) (Info, error) {
	if key == "" {
		return Info{}, failure.ErrNotFound
	}
	info, err := s.store.FindMatch(ctx, key.id(attempt, matchIDLength))
	if err == nil && info.Creator != user.ID {
		err = failure.ErrNotFound
	}
	return info, err
}

// setup returns the setup of a match as a user has specified it.
func (s *Service) setup(user account.User, spec Spec) (match.Setup, error) {
	entry, err := s.games.Find(spec.Game)
	if err != nil {
		return match.Setup{}, failure.Field(failure.Invalid, "game", "no-game", err)
	}
	setup := match.Setup{Game: entry.Info().ID, Revision: entry.Info().Revision, Rated: spec.Rated}
	if err := checkRated(user, spec); err != nil {
		return setup, err
	}
	if setup.Control, err = match.ParseControl(orNone(spec.Control)); err != nil {
		return setup, failure.Field(failure.Invalid, "clock", "bad-clock", err)
	}
	side, err := chosenSide(spec.Side)
	if err != nil {
		return setup, err
	}
	setup.Creator = match.SeatOf(side)
	setup.Seats[side] = user.ID
	switch spec.Kind {
	case Private:
	case Screen:
		setup.Takeback, setup.Seats = match.Free, [2]string{user.ID, user.ID}
	case Computer:
		if !slices.Contains(entry.Levels(), spec.Level) {
			return setup, failure.Field(failure.Invalid, "level", "no-level", nil)
		}
		setup.Takeback = match.Own
		setup.Seats[side.Other()] = ComputerSeat(spec.Level)
	default:
		return setup, failure.New(failure.Invalid, "no-opponent")
	}
	return setup, nil
}

// checkRated refuses rated matches except between two accounts and from the start
// position: others could be arranged.
func checkRated(user account.User, spec Spec) error {
	switch {
	case !spec.Rated:
		return nil
	case spec.Kind != Private || spec.From != nil:
		return failure.Field(failure.Invalid, "rated", "rated-kind", nil)
	case user.Guest:
		return failure.Field(failure.Forbidden, "rated", "rated-guest", nil)
	}
	return nil
}

func orNone(control string) string {
	if control == "" {
		return match.Control{}.String()
	}
	return control
}

func chosenSide(choice string) (game.Side, error) {
	switch choice {
	case "", AsWhite:
		return game.White, nil
	case AsBlack:
		return game.Black, nil
	case AsRandom:
		if coin() {
			return game.Black, nil
		}
		return game.White, nil
	}
	return game.White, failure.Field(failure.Invalid, "side", "no-side", nil)
}

// coin is a fair coin.
func coin() bool {
	var bytes [1]byte
	_, _ = rand.Read(bytes[:]) // crypto/rand never fails
	return bytes[0]&1 == 1
}

// newMatch makes a match with a new id, from a record unless it is nil. A match on one
// screen or against the computer starts at once, another one if starts is set.
func (rs *rooms) newMatch(kind Kind, creator string, setup match.Setup, from *record.Record, starts bool) (NewMatch, error) {
	g, err := rs.games.Game(setup.Game)
	if err != nil {
		return NewMatch{}, err
	}
	setup.Terms = match.FairTerms
	now := rs.now()
	var m match.Match
	var events []match.Event
	if from == nil {
		var created match.Event
		m, created, err = match.New(g, setup, now)
		events = []match.Event{created}
	} else {
		setup.Start = from.Start
		m, events, err = match.FromRecord(g, *from, setup, now)
	}
	if err != nil {
		return NewMatch{}, err
	}
	if (starts || setup.Takeback != match.Consent) && m.Status() == match.Ready {
		var started []match.Event
		if m, started, err = m.Do(now, match.Action{Kind: match.Start}); err != nil {
			return NewMatch{}, err
		}
		events = append(events, started...)
	}
	n := NewMatch{Info: Info{ID: newMatchID(), Kind: kind, Creator: creator, Created: m.At()}, Events: events}
	n.Info.update(m)
	return n, nil
}
