// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"log/slog"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/match"
)

// People is what users have to do with each other outside of a match: they follow,
// block and challenge each other, and watch matches. Its methods may be called concurrently.
type People struct {
	store    Store
	bus      Bus
	accounts *account.Service
	rooms    *rooms
	online   *Online
	audience *audience
	now      func() time.Time
	log      *slog.Logger
	setup    func(account.User, Spec) (match.Setup, error)
	stopped  context.Context
}

// ErrTooManyPeople is returned to a user who follows and blocks too many.
var ErrTooManyPeople = failure.New(failure.Forbidden, "too-many-people")

// PeopleStore keeps relations, challenges and phrases.
type PeopleStore interface {
	// SetRelation makes a user follow or block another; NoRelation ends both. A
	// block ends that the other follows the user, and deletes the open challenge
	// between the two. A user who has max relations gets ErrTooManyPeople.
	SetRelation(ctx context.Context, r Relation, max int) error
	// FindRelation returns what a user is to another, NoRelation for nothing.
	FindRelation(ctx context.Context, user, other string) (RelationKind, error)
	// FindRelations returns the relations of a user, the last made first.
	FindRelations(ctx context.Context, user string) ([]Relation, error)
	// FindBlocks returns the blocks between users of a list.
	FindBlocks(ctx context.Context, users []string) ([]Relation, error)
	// SaveAllow sets who may challenge a user; FindAllow returns it.
	SaveAllow(ctx context.Context, user string, a Allow) error
	FindAllow(ctx context.Context, user string) (Allow, error)

	// CreateChallenge stores a challenge in place of an open one between the same
	// users, unless check returns an error. check is called inside the transaction.
	CreateChallenge(ctx context.Context, c Challenge, check func(Standing) error) error
	// UpdateChallenge changes a challenge and returns it. change is called inside
	// the transaction with the stored challenge and whether one of the two has
	// blocked the other; if it returns an error, nothing changes. A match that it
	// returns is stored, too.
	UpdateChallenge(ctx context.Context, id string, change func(c *Challenge, blocked bool) (*NewMatch, error)) (Challenge, error)
	FindChallenge(ctx context.Context, id string) (Challenge, error)
	// FindChallenges returns the challenges from and to a user, the newest first.
	FindChallenges(ctx context.Context, user string) ([]Challenge, error)
	DeleteChallenge(ctx context.Context, id string) error
	// DeleteChallenges deletes those that expired before a time.
	DeleteChallenges(ctx context.Context, before time.Time) error

	// AddPhrase stores a phrase, whose number it sets, and keeps the last ones of
	// the match, as many as keep says.
	AddPhrase(ctx context.Context, match string, p Phrase, keep int) error
	// FindPhrases returns the phrases of a match in order.
	FindPhrases(ctx context.Context, match string) ([]Phrase, error)
	// FindPhrasesOf returns the phrases that a user has sent, by match.
	FindPhrasesOf(ctx context.Context, user string) (map[string][]Phrase, error)

	// FindMeetings counts the finished matches of a user against another.
	FindMeetings(ctx context.Context, user, other string) (Meetings, error)
}

// RelationKind is what one user is to another.
type RelationKind string

// The kinds of relations.
const (
	NoRelation RelationKind = ""
	Follows    RelationKind = "follow"
	Blocks     RelationKind = "block"
)

// Relation is what a user is to another one.
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
	AllowFollowed Allow = "followed" // those whom the user follows
	AllowNone     Allow = "nobody"
)

// Meetings are the results of a user against another.
type Meetings struct{ Won, Lost, Drawn int }

// Any reports whether the two have finished a match.
func (m Meetings) Any() bool { return m.Won+m.Lost+m.Drawn > 0 }

// Set makes a user follow or block the account with a name, or ends both. It
// returns NotFound "no-player", Forbidden "account-needed", Invalid "self".
func (p *People) Set(ctx context.Context, user account.User, name string, kind RelationKind) error {
	other, err := p.other(ctx, user, name)
	if err != nil {
		return err
	}
	err = p.store.SetRelation(ctx, Relation{User: user.ID, Other: other.ID, Kind: kind, Created: p.now()}, maxRelations)
	if err == nil && kind == Blocks {
		p.wake(user.ID, other.ID)
	}
	return err
}

// other returns the account with a name for a user who wants something of it.
func (p *People) other(ctx context.Context, user account.User, name string) (account.User, error) {
	if user.ID == "" || user.Guest {
		return account.User{}, failure.New(failure.Forbidden, "account-needed")
	}
	other, err := p.accounts.FindByName(ctx, name)
	if err != nil {
		return account.User{}, failure.Missing(err, "no-player")
	}
	if other.ID == user.ID {
		return account.User{}, failure.New(failure.Invalid, "self")
	}
	return other, nil
}

// Relation returns what a user is to another.
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
func (p *People) Meetings(ctx context.Context, user, other string) (Meetings, error) {
	if user == "" || other == "" || user == other {
		return Meetings{}, nil
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

// wake wakes the pages of users: a challenge from or to them has changed.
func (p *People) wake(users ...string) { p.rooms.notices.Wake(users...) }
