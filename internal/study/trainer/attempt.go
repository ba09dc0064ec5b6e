// SPDX-License-Identifier: Apache-2.0

package trainer

import (
	"context"
	"errors"
	"slices"
	"time"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/glicko"
	"cairn/internal/study/puzzle"
)

const (
	// NewRating is the rating of a user who has not attempted any puzzle. It is low, so
	// that the first puzzles are easy.
	NewRating = 1000
	// mostChange is the most points by which an attempt changes the rating of a user.
	mostChange = 60
)

// newcomer is the rating of a user before the first attempt.
func newcomer() glicko.Rating {
	r := glicko.New()
	r.Rating = NewRating
	return r
}

// levelDeviation is the deviation of the initial rating of a puzzle.
const levelDeviation = 200

// of returns the rating of a puzzle, at first the one it ships with.
func (l Level) of(p *puzzle.Puzzle) glicko.Rating {
	if l.Attempts == 0 {
		return glicko.Rating{Rating: float64(p.Rating), Deviation: levelDeviation, Volatility: glicko.New().Volatility}
	}
	return l.Rating
}

// at returns a rating at a time: its deviation grows with the time since the last
// attempt.
func (r Rating) at(now time.Time) glicko.Rating {
	if r.Attempts == 0 {
		return newcomer()
	}
	return r.Rest(float64(now.Sub(r.Updated)) / float64(glicko.Period))
}

// Count stores the result of an attempt and rates player and puzzle. Only the first
// attempt counts: later calls return it, and false. Without a user it stores nothing.
func (s *Service) Count(ctx context.Context, user string, p *puzzle.Puzzle, solved bool) (Attempt, bool, error) {
	if user == "" {
		return Attempt{}, false, nil
	}
	if a, found, err := s.Attempt(ctx, user, p); found || err != nil {
		return a, false, err
	}
	now := s.now()
	a := Attempt{User: user, Game: p.Game, Puzzle: p.ID, At: now, Solved: solved}
	a, err := s.store.SavePuzzleAttempt(ctx, a, func(r Rating, l Level) (Rating, Level) { return rate(p, r, l, solved, now) })
	if taken := (*failure.TakenError)(nil); errors.As(err, &taken) {
		a, _, err = s.Attempt(ctx, user, p) // another request was first
		return a, false, err
	}
	return a, err == nil, err
}

// rate returns the ratings after an attempt.
func rate(p *puzzle.Puzzle, r Rating, l Level, solved bool, now time.Time) (Rating, Level) {
	player, level, score := r.at(now), l.of(p), 0.0
	streak := 0
	if solved {
		score, streak = 1, r.Streak+1
	}
	next := player.Rate([]glicko.Game{{Opponent: level, Score: score}})
	next.Rating = min(max(next.Rating, player.Rating-mostChange), player.Rating+mostChange)
	rated := Rating{
		Rating: next, Game: p.Game, Attempts: r.Attempts + 1,
		Streak: streak, Best: max(r.Best, streak), Updated: now,
	}
	return rated, Level{Rating: level.Rate([]glicko.Game{{Opponent: player, Score: 1 - score}}), Attempts: l.Attempts + 1, Updated: now}
}

// Days returns on how many days in a row, up to today or yesterday, a user has solved a
// puzzle at the first try or in a storm. Days are in UTC.
func (s *Service) Days(ctx context.Context, user string) (int, error) {
	if user == "" {
		return 0, nil
	}
	attempts, err := s.store.FindPuzzleAttempts(ctx, user, "")
	if err != nil {
		return 0, err
	}
	storms, err := s.store.FindStorms(ctx, user)
	if err != nil {
		return 0, err
	}
	solved := map[int64]bool{}
	for _, m := range storms {
		if m.Best > 0 {
			solved[m.Day] = true
		}
	}
	for _, a := range attempts {
		if a.Solved {
			solved[dayOf(a.At)] = true
		}
	}
	today := dayOf(s.now())
	days, day := 0, today
	if !solved[today] {
		day--
	}
	for ; solved[day]; day-- {
		days++
	}
	return days, nil
}

// dayOf returns the number of a day in UTC.
func dayOf(t time.Time) int64 { return t.Unix() / (24 * 60 * 60) }

// Progress is the state of a puzzle after some moves.
type Progress struct {
	Line   []string // the right moves so far, each with its reply
	Right  bool     // the last move was right; true without moves
	Solved bool
}

// Follow plays the moves of a player and the replies. It stops at a wrong move, which
// Line leaves out. A right move that is not the main one solves the puzzle, as no reply
// to it is known.
func Follow(p *puzzle.Puzzle, moves []string) Progress {
	at := Progress{Right: true}
	for i, move := range moves {
		switch {
		case at.Solved || i >= len(p.Right):
			return at
		case !slices.Contains(p.Right[i], move):
			at.Right = false
			return at
		}
		at.Line = append(at.Line, move)
		if at.Solved = move != p.Line[2*i] || 2*i+1 >= len(p.Line); !at.Solved {
			at.Line = append(at.Line, p.Line[2*i+1])
		}
	}
	return at
}

// Begin stores that a user plays a match in a drill.
func (s *Service) Begin(ctx context.Context, r Run) error { return s.store.SaveDrill(ctx, r) }

// Reach stores that a user has reached the goal of a drill.
func (s *Service) Reach(ctx context.Context, r Run) error {
	return s.store.ReachDrill(ctx, r.User, r.Game, r.Drill)
}

// Runs returns the drills that a user has begun.
func (s *Service) Runs(ctx context.Context, user string) ([]Run, error) {
	if user == "" {
		return nil, nil
	}
	return s.store.FindDrills(ctx, user)
}

// Reached reports whether the end of a match reaches the goal of a drill.
func Reached(d *puzzle.Drill, verdict game.Verdict) bool {
	if winner, won := verdict.Winner(); won {
		return winner == d.Side
	}
	return verdict == game.Draw && d.Goal == "draw"
}

// DrillOf returns the drill of a game that begins at a position, nil for none.
func DrillOf(g game.Game, position string) *puzzle.Drill {
	drills, err := puzzle.Drills(g)
	if err != nil {
		return nil // their own pages report it
	}
	for i := range drills {
		if drills[i].Position == position {
			return &drills[i]
		}
	}
	return nil
}
