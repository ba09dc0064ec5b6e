// SPDX-License-Identifier: Apache-2.0

package library

import (
	"context"
	"strings"
	"time"

	"cairn/game"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/internal/study"
	"cairn/match"
)

// Store keeps what was counted. Each method is one transaction.
type Store interface {
	// FindUncounted returns finished matches that were not counted, the oldest
	// first, without those on one screen.
	FindUncounted(ctx context.Context, limit int) ([]room.Info, error)
	FindMatch(ctx context.Context, id string) (room.Info, error)
	FindEvents(ctx context.Context, match string, after int) ([]match.Event, error)
	FindMatchRatings(ctx context.Context, match string) ([]rating.Change, error)
	FindRatingsOf(ctx context.Context, game string, users []string) (map[string]rating.Rating, error)
	// Count adds a match and marks it as counted; failure.ErrNotFound if it is
	// marked already, and then nothing changes. Deleted users are left out.
	Count(ctx context.Context, t MatchCount) error
	// FindUnjudged returns matches of a game that were judged with fewer tables, the
	// fewest first.
	FindUnjudged(ctx context.Context, game string, tables, limit int) ([]Judging, error)
	// JudgeAgain adds the moves of a match that are judged now; failure.ErrNotFound if
	// it was judged again meanwhile, and then nothing changes.
	JudgeAgain(ctx context.Context, was, now Judging, judged []Judged) error
	// FindCounts returns how often each move of a position was played, in order of
	// the moves.
	FindCounts(ctx context.Context, position int64, f Filter) ([]Count, error)
	// FindJudged returns the judged moves of a user, in order; public leaves out
	// those of private matches.
	FindJudged(ctx context.Context, user string, public bool) ([]Judged, error)
	// TakeTask reports whether a task that one of all nodes has to do is due.
	TakeTask(ctx context.Context, task string, now time.Time, every time.Duration) (bool, error)
}

// MatchCount is what one match adds.
type MatchCount struct {
	Match   string
	Band    [2]int // of the players' ratings, by side
	Month   int    // in which it ended
	Moves   []Played
	Judged  []Judged
	Judging Judging
}

// Judging is which moves of a match were judged.
type Judging struct {
	Match, Game string
	Tables      int    // how many the game had
	Plies       string // a letter for each turn, see judgedPly; missing ones are not judged
}

// The letters of a Judging.
const (
	judgedPly = '.'
	openPly   = '?'
)

// Open reports whether moves were not judged.
func (j Judging) Open() bool { return strings.ContainsRune(j.Plies, openPly) }

// openAt reports whether a turn was not judged, counted from 0.
func (j Judging) openAt(turn int) bool { return turn >= len(j.Plies) || j.Plies[turn] == openPly }

// Played is a move of a match.
type Played struct {
	Position int64
	Move     string
	Side     game.Side
	Won      int // 1, 0 or -1 for the mover
}

// Count is how often a move was played, with results for the mover.
type Count struct {
	Move             string
	Won, Drawn, Lost int
}

// Games returns how many games there are.
func (c Count) Games() int { return c.Won + c.Drawn + c.Lost }

// Judged is how many moves of a user in one phase of a game had a verdict. Slower wins
// are kept results.
type Judged struct {
	User    string
	Game    string
	Phase   game.Phase
	Verdict study.Verdict
	Public  bool // others may see the matches
	Moves   int
}

// Filter selects what is counted; the zero Filter is everything.
type Filter struct {
	Rating int       // the mover had at least that; 0 for all, also without a rating
	Since  time.Time // of that month and later
}

// Band returns the lowest band of a filter.
func (f Filter) Band() int { return bandOf(float64(f.Rating)) }

// Month returns the first month of a filter.
func (f Filter) Month() int { return monthOf(f.Since) }

// Ratings of a band differ by less than bandWidth. Players without a rating are in
// band 0, all others in bands from lowestBand to highestBand.
const (
	bandWidth   = 200
	lowestBand  = 800
	highestBand = 2400
)

// bandOf returns the lowest rating of the band; 0 for no rating.
func bandOf(rating float64) int {
	if rating <= 0 {
		return 0
	}
	return min(max(int(rating)/bandWidth*bandWidth, lowestBand), highestBand)
}

// Bands returns the bands from which one can choose.
func Bands() []int {
	var bands []int
	for band := lowestBand + bandWidth; band <= highestBand; band += bandWidth {
		bands = append(bands, band)
	}
	return bands
}

// monthOf numbers months; the zero time is before all of them.
func monthOf(t time.Time) int {
	if t.IsZero() {
		return 0
	}
	t = t.UTC()
	return t.Year()*12 + int(t.Month()) - 1
}
