// SPDX-License-Identifier: Apache-2.0

// Package social is the relations between users outside their matches: they follow, block
// and challenge each other, send phrases, and get notices of the matches that wait for
// them.
package social

import (
	"context"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
)

// People is whom users follow and block, and who may challenge them. Its methods may be
// called concurrently.
type People struct {
	store    RelationStore
	env      room.Env
	accounts *account.Service
}

// NewPeople returns the relations of a store.
func NewPeople(store RelationStore, env room.Env, accounts *account.Service) *People {
	return &People{store, env, accounts}
}

// RelationKind says whether a user follows or blocks another.
type RelationKind string

// The kinds of relations.
const (
	NoRelation RelationKind = ""
	Follows    RelationKind = "follow"
	Blocks     RelationKind = "block"
)

// Relation is a user who follows or blocks another.
type Relation struct {
	User, Other string
	Kind        RelationKind
	Created     time.Time
}

// maxRelations bounds whom a user follows and blocks.
const maxRelations = 1000

// Allow says who may challenge a user.
type Allow string

// Who may challenge a user.
const (
	AllowAll      Allow = ""         // everyone
	AllowFollowed Allow = "followed" // users whom the user follows
	AllowNone     Allow = "nobody"
)

// Set makes a user follow or block the account with a name, or ends both. It
// returns NotFound "no-player", Forbidden "account-needed", Invalid "self".
func (p *People) Set(ctx context.Context, user account.User, name string, kind RelationKind) error {
	other, err := findOther(ctx, p.accounts, user, name)
	if err != nil {
		return err
	}
	err = p.store.SetRelation(ctx, Relation{User: user.ID, Other: other.ID, Kind: kind, Created: p.env.Cluster.Now()}, maxRelations)
	if err == nil && kind == Blocks {
		wake(p.env.Bus, user.ID, other.ID)
	}
	return err
}

// findOther returns the account with a name for a user who wants something of it.
func findOther(ctx context.Context, accounts *account.Service, user account.User, name string) (account.User, error) {
	if user.ID == "" || user.Guest {
		return account.User{}, failure.New(failure.Forbidden, "account-needed")
	}
	other, err := accounts.FindByName(ctx, name)
	if err != nil {
		return account.User{}, failure.Missing(err, "no-player")
	}
	if other.ID == user.ID {
		return account.User{}, failure.New(failure.Invalid, "self")
	}
	return other, nil
}

// Relation returns whether a user follows or blocks another.
func (p *People) Relation(ctx context.Context, user, other string) (RelationKind, error) {
	if user == "" || other == "" {
		return NoRelation, nil
	}
	return p.store.FindRelation(ctx, user, other)
}

// Relations returns whom a user follows and blocks, the last first.
func (p *People) Relations(ctx context.Context, user string) ([]Relation, error) {
	return p.store.FindRelations(ctx, user)
}

// Meetings returns the results of a user against another.
func (p *People) Meetings(ctx context.Context, user, other string) (rating.Meetings, error) {
	if user == "" || other == "" || user == other {
		return rating.Meetings{}, nil
	}
	return p.store.FindMeetings(ctx, user, other)
}

// Allow returns who may challenge a user.
func (p *People) Allow(ctx context.Context, user string) (Allow, error) {
	return p.store.FindAllow(ctx, user)
}

// SetAllow sets who may challenge a user.
func (p *People) SetAllow(ctx context.Context, user account.User, a Allow) error {
	switch {
	case user.ID == "" || user.Guest:
		return failure.New(failure.Forbidden, "account-needed")
	case a != AllowAll && a != AllowFollowed && a != AllowNone:
		return failure.Field(failure.Invalid, "allow", "no-choice", nil)
	}
	return p.store.SaveAllow(ctx, user.ID, a)
}
