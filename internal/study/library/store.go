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

// Store stores counts. Each method is one transaction.
type Store interface {
	// FindUncounted returns finished matches that were not counted, the oldest first,
	// without matches on one screen.
	FindUncounted(ctx context.Context, limit int) ([]room.Info, error)
	FindMatch(ctx context.Context, id string) (room.Info, error)
	FindEvents(ctx context.Context, match string, after int) ([]match.Event, error)
	FindMatchRatings(ctx context.Context, match string) ([]rating.Change, error)
	FindRatingsOf(ctx context.Context, game string, users []string) (map[string]rating.Rating, error)
	// Count adds a match and marks it as counted; failure.ErrNotFound if it is already
	// marked, and then nothing changes. Deleted users are left out.
	Count(ctx context.Context, t MatchCount) error
	// FindUnjudged returns matches of a game that were judged with fewer tables, the
	// fewest first.
	FindUnjudged(ctx context.Context, game string, tables, limit int) ([]Judging, error)
	// JudgeAgain adds newly judged moves of a match; failure.ErrNotFound on a version
	// conflict, if another node has judged it meanwhile, and then nothing changes.
	JudgeAgain(ctx context.Context, was, now Judging, judged []Judged) error
	// FindCounts returns how often each move of a position was played, in order of
	// the moves.
	FindCounts(ctx context.Context, position int64, f Filter) ([]Count, error)
	// FindJudged returns the judged moves of a user, in order; public excludes private
	// matches.
	FindJudged(ctx context.Context, user string, public bool) ([]Judged, error)
	// TakeTask reports whether a task is due that one of the nodes must do, and takes it.
	TakeTask(ctx context.Context, task string, now time.Time, every time.Duration) (bool, error)
}

// MatchCount is the contribution of one match to the counts.
type MatchCount struct {
	Match   string
	Band    [2]int // of the players' ratings, by side
	Month   int    // in which it ended
	Moves   []Played
	Judged  []Judged
	Judging Judging
}

// Judging says which moves of a match were judged. The others are open.
type Judging struct {
	Match, Game string
	Tables      int    // number of tables of the game at that time
	Plies       string // judgedPly or openPly for each turn; missing ones are open
}

// The letters of a Judging.
const (
	judgedPly = '.'
	openPly   = '?'
)

// Open reports whether moves are open.
func (j Judging) Open() bool { return strings.ContainsRune(j.Plies, openPly) }

// openAt reports whether a turn is open, counted from 0.
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

// Games returns the number of games.
func (c Count) Games() int { return c.Won + c.Drawn + c.Lost }

// Judged is the number of moves of a user in one phase of a game with one verdict.
// Slower wins count as kept results.
type Judged struct {
	User    string
	Game    string
	Phase   game.Phase
	Verdict study.Verdict
	Public  bool // others may see the matches
	Moves   int
}

// Filter selects games; the zero Filter selects all.
type Filter struct {
	Rating int       // least rating of the mover; 0 for all, also unrated ones
	Since  time.Time // first month
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

// Bands returns the bands to choose from.
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
