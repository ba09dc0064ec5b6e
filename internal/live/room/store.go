// SPDX-License-Identifier: Apache-2.0

package room

import (
	"context"
	"time"

	"cairn/game"
	"cairn/internal/live/rating"
	"cairn/match"
)

// Store keeps matches as lists of events. Each method is one transaction: when it
// returns nil, all of it is on the disk; otherwise nothing has changed. What does
// not exist is failure.ErrNotFound; a value that must be unique and is not is
// *failure.TakenError; a disk that is full or read-only is failure.ErrNoSpace. After
// failure.ErrUnknown all of it may be there or nothing; reading shows it.
type Store interface {
	// CreateMatch stores a match with its first events; *failure.TakenError for its
	// id.
	CreateMatch(ctx context.Context, n NewMatch) error
	// Append adds events; failure.ErrStale when the match is not at Change.After. It
	// does not check whether the command was stored before.
	Append(ctx context.Context, c Change) error
	// FindCommand returns the seq that a command led to; failure.ErrNotFound for an
	// unknown command.
	FindCommand(ctx context.Context, match, user, id string) (int, error)
	FindMatch(ctx context.Context, id string) (Info, error)
	// FindEvents returns the events after a seq, in order.
	FindEvents(ctx context.Context, match string, after int) ([]match.Event, error)
	FindMatches(ctx context.Context, f Filter) ([]Info, error)
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
	Tallies []rating.Tally // results, if the match ends
	Rate    *rating.Update // change of ratings, if there is one
	Next    *NewMatch      // the rematch, if one is agreed
	// Announce puts the end of the match into the outbox of the operator's webhook.
	Announce bool
}

// Command identifies a request, so that a repeated request has no effect. It is stored
// with the last event that it led to. An empty ID is not stored.
type Command struct{ User, ID string }

// Filter selects matches; the last changed come first.
type Filter struct {
	User     string         // who plays or created it; empty for all
	With     string         // the other player; empty for any
	Game     string         // rule set id; empty for all
	Statuses []match.Status // empty for all
	Kinds    []Kind         // empty for all
	Verdicts []game.Verdict // empty for all
	Rated    bool           // only rated matches
	Shown    bool           // no private matches that are not shown
	Paused   bool           // only matches whose clock should run and does not
	Thinking bool           // only matches in which the computer is to move
	Live     time.Time      // only matches with minutes on the clock, or last changed at or after; zero for all
	Due      time.Time      // only matches whose deadline is at or before; zero for all
	Since    time.Time      // only matches last changed at or after; zero for all
	Before   time.Time      // only matches last changed before; zero for all
	MinPly   int
	MaxPly   int    // 0 for any
	After    Cursor // only matches after this place in the list
	Limit    int
}

// liveFor is how long after its last change a match is live that has no minutes on the
// clock, which would end it soon.
const liveFor = 10 * time.Minute

// LiveFilter selects the matches between people that are being played at now. It leaves
// out those that were left and those whose moves take days.
func LiveFilter(now time.Time) Filter {
	return Filter{Statuses: []match.Status{match.Playing}, Kinds: []Kind{Open, Private}, Live: now.Add(-liveFor)}
}

// Cursor is a place in a list of matches.
type Cursor struct {
	Updated time.Time // zero for the beginning
	ID      string
}
