// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"errors"
	"slices"

	"cairn/game"
	"cairn/match"
	"cairn/record"
)

// Side choices of somebody who makes a match.
const (
	AsWhite  = "white"
	AsBlack  = "black"
	AsRandom = "random"
)

// Spec is a match somebody wants to play.
type Spec struct {
	Game    string
	Kind    Kind // Private, Computer or Screen
	Level   string
	Side    string // AsWhite when empty
	Control string // as match.ParseControl reads it; empty for none
	Rated   bool   // counts for ratings; only a Private match between two accounts can
	From    *record.Record
}

// CreateMatch makes a private match, or one on this screen that starts at once.
func (s *Service) CreateMatch(ctx context.Context, user User, spec Spec) (Info, error) {
	setup, err := s.setup(user, spec)
	if err != nil {
		return Info{}, err
	}
	for {
		n, err := s.newMatchFrom(spec.Kind, user.ID, setup, spec.From)
		if err != nil {
			return Info{}, &Error{Code: Invalid, Key: "bad-match", Err: err}
		}
		err = s.store.CreateMatch(ctx, n)
		if taken := (*ErrTaken)(nil); errors.As(err, &taken) {
			continue // another id: one in thousands of millions
		}
		if err == nil {
			s.follow(Room{Info: n.Info})
		}
		return n.Info, err
	}
}

// setup makes a match's setup of what somebody chose.
func (s *Service) setup(user User, spec Spec) (match.Setup, error) {
	entry, err := s.games.Find(spec.Game)
	if err != nil {
		return match.Setup{}, &Error{Code: Invalid, Key: "no-game", Fields: map[string]string{"game": "no-game"}, Err: err}
	}
	setup := match.Setup{Game: entry.Info().ID, Revision: entry.Info().Revision, Rated: spec.Rated}
	if err := checkRated(user, spec); err != nil {
		return setup, err
	}
	if setup.Control, err = match.ParseControl(orNone(spec.Control)); err != nil {
		return setup, &Error{Code: Invalid, Key: "bad-clock", Fields: map[string]string{"clock": "bad-clock"}, Err: err}
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
			return setup, &Error{Code: Invalid, Key: "no-level", Fields: map[string]string{"level": "no-level"}}
		}
		setup.Takeback = match.Own
		setup.Seats[side.Other()] = ComputerSeat(spec.Level)
	default:
		return setup, refuse(Invalid, "no-opponent")
	}
	return setup, nil
}

// checkRated lets only matches between two accounts be rated, from the start of
// the game: anything else could be arranged.
func checkRated(user User, spec Spec) error {
	switch {
	case !spec.Rated:
		return nil
	case spec.Kind != Private || spec.From != nil:
		return &Error{Code: Invalid, Key: "rated-kind", Fields: map[string]string{"rated": "rated-kind"}}
	case user.Guest:
		return &Error{Code: Forbidden, Key: "rated-guest", Fields: map[string]string{"rated": "rated-guest"}}
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
		return randomSide(), nil
	}
	return game.White, &Error{Code: Invalid, Key: "no-side", Fields: map[string]string{"side": "no-side"}}
}

func randomSide() game.Side {
	if coin() {
		return game.Black
	}
	return game.White
}

func (s *Service) newMatch(kind Kind, creator string, setup match.Setup) (NewMatch, error) {
	return s.newMatchFrom(kind, creator, setup, nil)
}

// newMatchFrom makes a match with a fresh id, from a record when there is one.
// On one screen it starts at once.
func (s *Service) newMatchFrom(kind Kind, creator string, setup match.Setup, from *record.Record) (NewMatch, error) {
	g, err := s.games.Game(setup.Game)
	if err != nil {
		return NewMatch{}, err
	}
	now := s.now()
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
	if setup.Takeback != match.Consent && m.Status() == match.Ready {
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
