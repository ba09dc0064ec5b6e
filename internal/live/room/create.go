// SPDX-License-Identifier: Apache-2.0

package room

import (
	"context"
	"crypto/rand"
	"slices"

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
	// Together starts a Private match when both players are present; else its creator starts it.
	Together bool
	From     *record.Record
	Look     bool // the match is in no list until its user keeps it
	Key      Key
}

// Create creates a private match, or one against the computer or on one
// screen, which starts at once.
func (rs *Rooms) Create(ctx context.Context, user account.User, spec Spec) (Info, error) {
	return Once(spec.Key, matchIDLength, func(id string) (Info, error) {
		info, err := rs.store.FindMatch(ctx, id)
		if err == nil && info.Creator != user.ID {
			err = failure.ErrNotFound
		}
		return info, err
	}, func(id string) (Info, error) { return rs.create(ctx, user, spec, id) })
}

func (rs *Rooms) create(ctx context.Context, user account.User, spec Spec, id string) (Info, error) {
	setup, err := rs.Setup(user, spec)
	if err == nil && user.Bot && spec.Rated {
		err = ErrRatedBot // a person could join
	}
	if err == nil {
		err = rs.MayPlayMore(ctx, user)
	}
	if err == nil {
		err = rs.admit(ctx, spec.Kind)
	}
	if err != nil {
		return Info{}, err
	}
	n, err := rs.Make(spec.Kind, user.ID, setup, spec.From, false)
	if err != nil {
		return Info{}, &failure.Error{Code: failure.Invalid, Key: "bad-match", Err: err}
	}
	n.Info.ID, n.Info.Shown = id, spec.Shown && spec.Kind == Private
	if spec.From != nil && spec.Kind == Screen {
		n.Info.Names, n.Unlisted = spec.From.Players, spec.Look
	}
	if err := rs.store.CreateMatch(ctx, n); err != nil {
		return Info{}, err
	}
	rs.Begin(ctx, &n)
	return n.Info, nil
}

// Setup returns the setup of a match as a user has specified it.
func (rs *Rooms) Setup(user account.User, spec Spec) (match.Setup, error) {
	entry, err := rs.env.Games.Find(spec.Game)
	if err != nil {
		return match.Setup{}, failure.Field(failure.Invalid, "game", "no-game", err)
	}
	setup := match.Setup{Game: entry.Info().ID, Rated: spec.Rated}
	if err := checkRated(user, spec); err != nil {
		return setup, err
	}
	if setup.Control, err = match.ParseControl(spec.Control); err != nil {
		return setup, failure.Field(failure.Invalid, "clock", "bad-clock", err)
	}
	side, err := SideOf(spec.Side)
	if err != nil {
		return setup, err
	}
	setup.Creator = match.SeatOf(side)
	setup.Seats[side] = user.ID
	switch spec.Kind {
	case Private:
		if spec.Together {
			setup.Creator = match.NoSeat
		}
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

// SideOf returns the side of a choice: AsWhite, AsBlack, AsRandom, or empty for White.
func SideOf(choice string) (game.Side, error) {
	switch choice {
	case "", AsWhite:
		return game.White, nil
	case AsBlack:
		return game.Black, nil
	case AsRandom:
		if Coin() {
			return game.Black, nil
		}
		return game.White, nil
	}
	return game.White, failure.Field(failure.Invalid, "side", "no-side", nil)
}

// Coin is a fair coin.
func Coin() bool {
	var bytes [1]byte
	_, _ = rand.Read(bytes[:]) // crypto/rand never fails
	return bytes[0]&1 == 1
}

// Make makes a match with a new id, from a record unless it is nil. A match on one
// screen or against the computer starts at once, another one if starts is set.
func (rs *Rooms) Make(kind Kind, creator string, setup match.Setup, from *record.Record, starts bool) (NewMatch, error) {
	g, err := rs.env.Games.Game(setup.Game)
	if err != nil {
		return NewMatch{}, err
	}
	setup.Game, setup.Revision, setup.Terms = g.Info().ID, g.Info().Revision, match.FairTerms
	now := rs.env.Cluster.Now()
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

// Begin keeps a new match in memory, since its players are about to open it, and reports
// it. Records that a program uploads are not kept: they may be many.
func (rs *Rooms) Begin(ctx context.Context, n *NewMatch) {
	r := &cached{}
	if n.Info.Kind != Screen && rs.memory.fill(r, n.Info, n.Events) == nil { // else it is read from the store
		rs.memory.keepIfAbsent(r)
	}
	rs.changed(ctx, &Info{}, &n.Info)
}
