// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"time"

	"cairn/match"
)

// Store keeps everything. Each method is one transaction: it has happened whole,
// on the disk, when it returns nil, and not at all otherwise. Things that are
// not there are ErrNotFound; a value that must be unique is *ErrTaken; a disk
// that is full or read-only is ErrNoSpace.
type Store interface {
	CreateUser(ctx context.Context, u User) error
	// UpdateUser replaces a user; *ErrTaken for a name or e-mail of another's.
	UpdateUser(ctx context.Context, u User) error
	FindUser(ctx context.Context, id string) (User, error)
	// FindUserByLogin finds an account, never a guest, by e-mail or name in any
	// letter case.
	FindUserByLogin(ctx context.Context, login string) (User, error)
	// FindNames returns the names of users; ids that are not there are left out.
	FindNames(ctx context.Context, ids []string) (map[string]string, error)
	FindScores(ctx context.Context, user string) ([]Score, error)

	CreateSession(ctx context.Context, s Session) error
	// FindSession returns a session with its user, unless it expired before now.
	FindSession(ctx context.Context, hash string, now time.Time) (Session, User, error)
	DeleteSession(ctx context.Context, hash string) error

	// Pair makes the match of two seeks, or keeps the new one waiting: the oldest
	// seek for the same game and control by another user is matched, and both
	// carry the match's id from then on. pair is called inside the transaction
	// with the waiting seek. A user has one waiting seek at a time: a new one
	// replaces it.
	Pair(ctx context.Context, s Seek, pair func(waiting Seek) (NewMatch, error)) (Seek, error)
	FindSeek(ctx context.Context, id string) (Seek, error)
	// DeleteSeek gives up waiting; ErrNotFound when it is matched or gone.
	DeleteSeek(ctx context.Context, id, user string) error

	// CreateMatch stores a match with its first events; *ErrTaken for its id.
	CreateMatch(ctx context.Context, n NewMatch) error
	// Append adds events; ErrStale when the match is not at Change.After.
	Append(ctx context.Context, c Change) error
	// FindCommand returns the seq a command led to, ErrNotFound if it did not.
	FindCommand(ctx context.Context, match, user, id string) (int, error)
	FindMatch(ctx context.Context, id string) (Info, error)
	// FindEvents returns the events after a seq, in order.
	FindEvents(ctx context.Context, match string, after int) ([]match.Event, error)
	FindMatches(ctx context.Context, f Filter) ([]Info, error)

	// Beat notes that the server is alive; LastBeat returns the last note.
	Beat(ctx context.Context, now time.Time) error
	LastBeat(ctx context.Context) (time.Time, error)
	// Ping reports whether the store can be written.
	Ping(ctx context.Context) error
}

// NewMatch is a match to be stored.
type NewMatch struct {
	Info   Info
	Events []match.Event
}

// Change is what one command does to a match, stored in one transaction.
type Change struct {
	Info    Info // as it is after the events
	After   int  // the seq the events follow
	Events  []match.Event
	Command Command
	Tallies []Tally   // results that this change decides
	Next    *NewMatch // the rematch it agrees on
}

// Command names a request, so that the same one sent again has no effect twice.
// An empty ID is not remembered.
type Command struct{ User, ID string }

// Tally counts one finished match for one user.
type Tally struct {
	User    string
	Game    string
	Outcome Outcome
}

// Outcome is a result as one player sees it.
type Outcome string

// The outcomes.
const (
	Won   Outcome = "won"
	Lost  Outcome = "lost"
	Drawn Outcome = "drawn"
)

// Filter selects matches, the latest change first.
type Filter struct {
	User     string         // who plays or made it; empty for all
	Game     string         // rule set id; empty for all
	Statuses []match.Status // empty for all
	Kinds    []Kind         // empty for all
	Due      time.Time      // only those whose deadline is at or before; zero for all
	Before   time.Time      // only those last changed before; zero for all
	Limit    int
}
