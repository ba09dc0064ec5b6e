// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"time"

	"cairn/game"
	"cairn/match"
)

// Store keeps matches, seeks and ratings. Each method is one transaction: when it
// returns nil, all of it is on the disk; otherwise nothing has changed. What does
// not exist is failure.ErrNotFound; a value that must be unique and is not is
// *failure.TakenError; a disk that is full or read-only is failure.ErrNoSpace. After
// failure.ErrUnknown all of it may be there or nothing; reading shows it.
type Store interface {
	MatchStore
	SeekStore
	RatingStore
	PeopleStore
	NodeStore

	// Ping reports whether the store can be written.
	Ping(ctx context.Context) error
}

// MatchStore keeps matches as lists of events.
type MatchStore interface {
	// CreateMatch stores a match with its first events; *failure.TakenError for its
	// id.
	CreateMatch(ctx context.Context, n NewMatch) error
	// Append adds events; failure.ErrStale when the match is not at Change.After. It
	// does not look whether the command was stored before.
	Append(ctx context.Context, c Change) error
	// FindCommand returns the seq that a command led to; failure.ErrNotFound for an
	// unknown command.
	FindCommand(ctx context.Context, match, user, id string) (int, error)
	FindMatch(ctx context.Context, id string) (Info, error)
	// FindEvents returns the events after a seq, in order.
	FindEvents(ctx context.Context, match string, after int) ([]match.Event, error)
	FindMatches(ctx context.Context, f Filter) ([]Info, error)
	// CountMatches returns how many matches a filter selects, whatever its limit.
	CountMatches(ctx context.Context, f Filter) (int, error)
	// Listed reports whether a match is in the lists of a user; List adds it.
	Listed(ctx context.Context, match, user string) (bool, error)
	List(ctx context.Context, match, user string) error
}

// SeekStore keeps seeks.
type SeekStore interface {
	// Pair pairs a new seek or stores it to wait: it is paired with the oldest
	// waiting seek of another user that it meets (Seek.Meets) and for which fits
	// returns true, and both then carry the id of the match that pair
	// returns. fits and pair are called inside the transaction with a waiting seek.
	// Users of whom one blocks the other are never paired, here and below.
	// A user has one waiting seek: a new one replaces it.
	Pair(ctx context.Context, s Seek, fits func(waiting Seek) bool, pair func(waiting Seek) (NewMatch, error)) (Seek, error)
	// PairWaiting makes the match of two waiting seeks; failure.ErrNotFound when
	// one of them no longer waits.
	PairWaiting(ctx context.Context, a, b string, pair func(a, b Seek) (NewMatch, error)) error
	// AcceptSeek makes the match of a waiting seek and a user who has chosen it;
	// failure.ErrNotFound when it no longer waits. A waiting seek of that user gets
	// the same match, and own is its id.
	AcceptSeek(ctx context.Context, id, user string, pair func(waiting Seek) (NewMatch, error)) (own string, err error)
	// FindWaiting returns all waiting seeks, the oldest first.
	FindWaiting(ctx context.Context) ([]Seek, error)
	FindSeek(ctx context.Context, id string) (Seek, error)
	// TouchSeek sets when a seek was last seen.
	TouchSeek(ctx context.Context, id string, now time.Time) error
	// DeleteSeek deletes a waiting seek of a user; failure.ErrNotFound when it is
	// paired or gone.
	DeleteSeek(ctx context.Context, id, user string) error
	// DeleteSeeks deletes waiting seeks that were last seen before a time; paired
	// seeks are kept for another day.
	DeleteSeeks(ctx context.Context, seenBefore time.Time) error
}

// RatingStore keeps scores and ratings, which Append writes.
type RatingStore interface {
	FindScores(ctx context.Context, user string) ([]Score, error)
	// FindRatings returns the ratings of a user by rule set.
	FindRatings(ctx context.Context, user string) ([]Rating, error)
	// FindRatingsOf returns the ratings of several users in one rule set.
	FindRatingsOf(ctx context.Context, game string, users []string) (map[string]Rating, error)
	// FindRatingChanges returns the last changes of a user's rating in a rule set,
	// at most limit, the oldest first.
	FindRatingChanges(ctx context.Context, user, game string, limit int) ([]RatingChange, error)
	// FindMatchRatings returns the rating changes of a match.
	FindMatchRatings(ctx context.Context, match string) ([]RatingChange, error)
	// FindLeaders returns the best people, or bots, of a rule set with at most that
	// deviation, the best first; banned users are left out.
	FindLeaders(ctx context.Context, game string, bots bool, deviation float64, limit int) ([]Leader, error)
}

// NewMatch is a match to be created.
type NewMatch struct {
	Info     Info
	Events   []match.Event
	Unlisted bool // it is in no list until it is added to one, or played on
}

// Change is the effect of one command on a match, stored in one transaction.
type Change struct {
	Info    Info // after the events
	After   int  // the seq the events follow
	Events  []match.Event
	Command Command
	Tallies []Tally   // results, if the match ends
	Rate    *Rate     // change of ratings, if there is one
	Next    *NewMatch // the rematch, if one is agreed
	// Announce puts the end of the match into the outbox of the operator's webhook.
	Announce bool
}

// Command identifies a request, so that a repeated request has no effect. It is stored
// with the last event that it led to. An empty ID is not stored.
type Command struct{ User, ID string }

// Tally counts one finished match for one user.
type Tally struct {
	User    string
	Game    string
	Outcome Outcome
}

// Outcome is a result for one player.
type Outcome string

// The outcomes.
const (
	Won   Outcome = "won"
	Lost  Outcome = "lost"
	Drawn Outcome = "drawn"
)

// Filter selects matches; the last changed come first.
type Filter struct {
	User     string         // who plays or created it; empty for all
	With     string         // the other player; empty for any
	Game     string         // rule set id; empty for all
	Statuses []match.Status // empty for all
	Kinds    []Kind         // empty for all
	Verdicts []game.Verdict // empty for all
	Rated    bool           // only rated ones
	Shown    bool           // no private ones that are not shown
	Paused   bool           // only those whose clock should run and does not
	Thinking bool           // only those in which the computer is to move
	Due      time.Time      // only those whose deadline is at or before; zero for all
	Since    time.Time      // only those last changed at or after; zero for all
	Before   time.Time      // only those last changed before; zero for all
	MinPly   int
	MaxPly   int    // 0 for any
	After    Cursor // only those after this place in the list
	Limit    int
}

// Cursor is a place in a list of matches.
type Cursor struct {
	Updated time.Time // zero for the beginning
	ID      string
}
