// SPDX-License-Identifier: Apache-2.0

package trainer

import (
	"context"

	"cairn/game"
	"cairn/internal/study/puzzle"
)

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
