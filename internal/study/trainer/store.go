// SPDX-License-Identifier: Apache-2.0

package trainer

import (
	"context"
	"time"

	"cairn/internal/glicko"
)

// Store stores attempts at puzzles, their ratings, storms and drills. Each method is one
// transaction; its errors are the errors of live.Store.
type Store interface {
	// FindPuzzleRatings returns the ratings of a user by rule set.
	FindPuzzleRatings(ctx context.Context, user string) ([]Rating, error)
	// FindPuzzleLevels returns the ratings of the attempted puzzles of a rule set, by
	// puzzle.
	FindPuzzleLevels(ctx context.Context, game string) (map[string]Level, error)
	// FindPuzzleAttempt returns the attempt of a user; failure.ErrNotFound without
	// one.
	FindPuzzleAttempt(ctx context.Context, user, game, puzzle string) (Attempt, error)
	// FindPuzzleAttempts returns the attempts of a user at the puzzles of a rule set
	// in the order of puzzles, of all rule sets for an empty one.
	FindPuzzleAttempts(ctx context.Context, user, game string) ([]Attempt, error)
	// SavePuzzleAttempt stores the first attempt of a user at a puzzle, and replaces the
	// ratings by the result of rate, which gets zero ratings where none are stored;
	// *failure.TakenError if it is not the first attempt.
	SavePuzzleAttempt(ctx context.Context, a Attempt, rate func(Rating, Level) (Rating, Level)) (Attempt, error)

	// FindMadePuzzles returns the puzzles that were made from matches, in order of
	// their games and ids.
	FindMadePuzzles(ctx context.Context) ([]Made, error)
	// SaveMadePuzzle stores a puzzle, or does nothing if it is stored.
	SaveMadePuzzle(ctx context.Context, m Made) error

	// StartStorm stores the last storm of a user in a rule set on a day, of which nothing
	// is tried, and keeps Best.
	StartStorm(ctx context.Context, m Storm) error
	// CountStorm adds an answered puzzle to a storm; failure.ErrNotFound if another storm was
	// started, or Tried has changed.
	CountStorm(ctx context.Context, m Storm, solved bool) error
	// FindStorms returns the storms of a user in the order of games and days.
	FindStorms(ctx context.Context, user string) ([]Storm, error)
	// RankStorms returns the best storms of a day in a rule set, without bots and banned
	// users, the best first.
	RankStorms(ctx context.Context, game string, day int64, most int) ([]StormRank, error)

	// SaveDrill replaces the match of a user in a drill, and keeps Reached.
	SaveDrill(ctx context.Context, d Run) error
	// ReachDrill stores that a user has reached the goal of a drill.
	ReachDrill(ctx context.Context, user, game, drill string) error
	// FindDrills returns the drills that a user has begun.
	FindDrills(ctx context.Context, user string) ([]Run, error)
}

// Rating is how well a user solves the puzzles of a rule set.
type Rating struct {
	glicko.Rating
	Game     string
	Attempts int
	Streak   int // puzzles solved in a row, up to now
	Best     int // the longest streak
	Updated  time.Time
}

// Level is how hard a puzzle is.
type Level struct {
	glicko.Rating
	Attempts int
	Updated  time.Time
}

// Attempt is the first attempt of a user at a puzzle, the only one that counts.
type Attempt struct {
	User, Game, Puzzle string
	At                 time.Time
	Solved             bool
	Before, After      float64 // the user's rating
}

// Made is a puzzle that was made from a match.
type Made struct {
	Game, Puzzle string
	Line         string // as in a file of puzzles
	At           time.Time
}

// Run is the last match of a user in a drill.
type Run struct {
	User, Game, Drill string
	Match             string
	Reached           bool // the goal, in this match or in an earlier one
	Started           time.Time
}

// Storm is the last storm of a user in a rule set on a day.
type Storm struct {
	User, Game   string
	Day          int64 // since 1970, in UTC
	Started      time.Time
	Tried, Score int // puzzles answered, and solved ones of them
	Best         int // the best score of the day
}

// StormRank is the best storm of a user on a day.
type StormRank struct {
	User, Name string
	Guest      bool
	Best       int
}
