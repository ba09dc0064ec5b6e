// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"time"

	"cairn/game"
	"cairn/match"
)

// Store keeps everything. Each method is one transaction: it has happened whole,
// on the disk, when it returns nil, and not at all otherwise. Things that are
// not there are ErrNotFound; a value that must be unique is *ErrTaken; a disk
// that is full or read-only is ErrNoSpace.
type Store interface {
	PeopleStore
	MatchStore
	RatingStore

	// Beat notes that the server is alive; LastBeat returns the last note.
	Beat(ctx context.Context, now time.Time) error
	LastBeat(ctx context.Context) (time.Time, error)
	// Ping reports whether the store can be written.
	Ping(ctx context.Context) error
}

// PeopleStore keeps users with their sessions and tokens.
type PeopleStore interface {
	CreateUser(ctx context.Context, u User) error
	// UpdateUser changes a user and returns the new one; *ErrTaken for a name or
	// e-mail of another's. change gets the user as it is, inside the transaction,
	// so that nobody else's change is lost; its error comes back, and then nothing
	// has changed. It may be called more than once.
	UpdateUser(ctx context.Context, id string, change func(*User) error) (User, error)
	FindUser(ctx context.Context, id string) (User, error)
	// FindUserByLogin finds an account, never a guest, by e-mail or name in any
	// letter case.
	FindUserByLogin(ctx context.Context, login string) (User, error)
	// FindUserByName finds an account, never a guest, by its name in any letter
	// case.
	FindUserByName(ctx context.Context, name string) (User, error)
	// FindUsers lists accounts, never guests, by name.
	FindUsers(ctx context.Context, f UserFilter) ([]User, error)
	// FindNames returns the names of users; ids that are not there are left out.
	FindNames(ctx context.Context, ids []string) (map[string]string, error)
	// DeleteUser removes a user and all that is about the person: sessions, which
	// count as ended, tokens, seeks, scores, ratings and the list of matches. Seats
	// keep the id, which is nobody's then.
	DeleteUser(ctx context.Context, id string, now time.Time) error
	// Wipe sees to it that nothing of what was deleted can be found in the files of
	// the database. It waits for those who read what was before; when it fails,
	// what was deleted stays so, and it can be tried again.
	Wipe(ctx context.Context) error
	// DeleteGuests removes guests who have no match, no seek and no session that
	// is good at that time.
	DeleteGuests(ctx context.Context, now time.Time) error

	CreateSession(ctx context.Context, s Session) error
	// FindSession returns a session with its user, unless it expired before now.
	FindSession(ctx context.Context, hash string, now time.Time) (Session, User, error)
	// FindSessions returns the sessions of a user that are good, latest seen first.
	FindSessions(ctx context.Context, user string, now time.Time) ([]Session, error)
	// TouchSession notes when a session was last seen.
	TouchSession(ctx context.Context, hash string, now time.Time) error
	// DeleteSession ends a session.
	DeleteSession(ctx context.Context, hash string, now time.Time) error
	// DeleteSessions ends all sessions of a user except one, which may be empty.
	DeleteSessions(ctx context.Context, user, except string, now time.Time) error
	// FindEnded returns the sessions ended after a seq, in order, and the seq of
	// the last of all, 0 without any. Those ended an hour ago may be forgotten.
	FindEnded(ctx context.Context, after int64) ([]Ended, int64, error)

	// CreateToken stores a token in place of those of the same purpose and user.
	CreateToken(ctx context.Context, t Token) error
	// FindToken returns a token, unless it expired before now.
	FindToken(ctx context.Context, purpose Purpose, hash string, now time.Time) (Token, error)
	// FindTokenOf returns the token of a user for a purpose.
	FindTokenOf(ctx context.Context, purpose Purpose, user string, now time.Time) (Token, error)
	// TakeToken is FindToken that removes it: of many who try, one succeeds.
	TakeToken(ctx context.Context, purpose Purpose, hash string, now time.Time) (Token, error)
	// DeleteTokens removes those of a purpose and user, if there are any.
	DeleteTokens(ctx context.Context, purpose Purpose, user string) error
}

// UserFilter selects accounts.
type UserFilter struct {
	Role   Role   // empty for all
	Banned bool   // only those who are
	After  string // only names after this one, for the next page
	Limit  int    // 0 for no limit
}

// MatchStore keeps matches and those who wait for one.
type MatchStore interface {
	// Pair makes the match of two seeks, or keeps the new one waiting: the oldest
	// seek for the same game, control and rating or not, by another user, that
	// fits, is matched, and both carry the match's id from then on. fits and pair
	// are called inside the transaction with a waiting seek. A user has one
	// waiting seek at a time: a new one replaces it.
	Pair(ctx context.Context, s Seek, fits func(waiting Seek) bool, pair func(waiting Seek) (NewMatch, error)) (Seek, error)
	// PairWaiting makes the match of two seeks that both wait; ErrNotFound when
	// one of them does no longer.
	PairWaiting(ctx context.Context, a, b string, pair func(a, b Seek) (NewMatch, error)) error
	// FindWaiting returns all seeks that wait, the oldest first.
	FindWaiting(ctx context.Context) ([]Seek, error)
	FindSeek(ctx context.Context, id string) (Seek, error)
	// TouchSeek notes that somebody still waits for it.
	TouchSeek(ctx context.Context, id string, now time.Time) error
	// DeleteSeek gives up waiting; ErrNotFound when it is matched or gone.
	DeleteSeek(ctx context.Context, id, user string) error
	// DeleteSeeks removes seeks that wait and that nobody has asked for since;
	// those that were matched stay for a day more.
	DeleteSeeks(ctx context.Context, seenBefore time.Time) error

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
}

// RatingStore keeps what the results of matches have made of people. It is
// written by Append.
type RatingStore interface {
	FindScores(ctx context.Context, user string) ([]Score, error)
	// FindRatings returns the ratings of a user by rule set.
	FindRatings(ctx context.Context, user string) ([]Rating, error)
	// FindRatingsOf returns the ratings of several users in one rule set.
	FindRatingsOf(ctx context.Context, game string, users []string) (map[string]Rating, error)
	// FindRatingChanges returns how a user's rating in a rule set went, the oldest
	// first, the last ones if there are more than the limit.
	FindRatingChanges(ctx context.Context, user, game string, limit int) ([]RatingChange, error)
	// FindMatchRatings returns what a match changed.
	FindMatchRatings(ctx context.Context, match string) ([]RatingChange, error)
	// FindLeaders returns the best of a rule set whose deviation is at most that,
	// the best first; people who are banned are left out.
	FindLeaders(ctx context.Context, game string, deviation float64, limit int) ([]Leader, error)
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
	Rate    *Rate     // the ratings that it changes
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
	With     string         // who plays as well; empty for anyone
	Game     string         // rule set id; empty for all
	Statuses []match.Status // empty for all
	Kinds    []Kind         // empty for all
	Verdicts []game.Verdict // empty for all
	Rated    bool           // only rated ones
	Due      time.Time      // only those whose deadline is at or before; zero for all
	Since    time.Time      // only those last changed at or after; zero for all
	Before   time.Time      // only those last changed before; zero for all
	MinPly   int
	MaxPly   int    // 0 for any
	After    Cursor // only those that come after in the list
	Limit    int
}

// Cursor is a place in a list of matches.
type Cursor struct {
	Updated time.Time // zero for the beginning
	ID      string
}
