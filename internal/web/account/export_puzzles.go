// SPDX-License-Identifier: Apache-2.0

package account

import (
	"net/http"
	"time"
)

// exportPuzzles is what is stored of the user's puzzles and drills.
type exportPuzzles struct {
	Ratings  []exportPuzzleRating `json:"ratings"`
	Attempts []exportAttempt      `json:"attempts"`
	Drills   []exportDrill        `json:"drills"`
}

type exportPuzzleRating struct {
	Game       string    `json:"game"`
	Rating     float64   `json:"rating"`
	Deviation  float64   `json:"deviation"`
	Volatility float64   `json:"volatility"`
	Attempts   int       `json:"attempts"`
	Streak     int       `json:"streak"`
	Best       int       `json:"best_streak"`
	Updated    time.Time `json:"updated"`
}

type exportAttempt struct {
	Game   string    `json:"game"`
	Puzzle string    `json:"puzzle"`
	At     time.Time `json:"at"`
	Solved bool      `json:"solved"`
	Before float64   `json:"before"`
	After  float64   `json:"after"`
}

type exportDrill struct {
	Game    string    `json:"game"`
	Drill   string    `json:"drill"`
	Match   string    `json:"match"`
	Reached bool      `json:"reached"`
	Started time.Time `json:"started"`
}

// exportPuzzles returns what is stored of the user's puzzles and drills, nil for
// nothing.
func (s *exports) exportPuzzles(r *http.Request, user string) (*exportPuzzles, error) {
	if s.core.Puzzles == nil {
		return nil, nil
	}
	attempts, ratings, err := s.core.Puzzles.Attempts(r.Context(), user)
	if err != nil {
		return nil, err
	}
	runs, err := s.core.Puzzles.Runs(r.Context(), user)
	if err != nil || len(attempts)+len(runs) == 0 {
		return nil, err
	}
	all := &exportPuzzles{Ratings: []exportPuzzleRating{}, Attempts: []exportAttempt{}, Drills: []exportDrill{}}
	for _, p := range ratings {
		all.Ratings = append(all.Ratings, exportPuzzleRating{p.Game, p.Rating.Rating, p.Deviation, p.Volatility, p.Attempts, p.Streak, p.Best, p.Updated})
	}
	for _, a := range attempts {
		all.Attempts = append(all.Attempts, exportAttempt{a.Game, a.Puzzle, a.At, a.Solved, a.Before, a.After})
	}
	for _, d := range runs {
		all.Drills = append(all.Drills, exportDrill{d.Game, d.Drill, d.Match, d.Reached, d.Started})
	}
	return all, nil
}
