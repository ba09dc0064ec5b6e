// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"fmt"

	"cairn/internal/live"
)

const (
	addScore = `INSERT INTO scores (user_id, game, wins, losses, draws) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (user_id, game) DO UPDATE SET
wins = scores.wins + excluded.wins, losses = scores.losses + excluded.losses, draws = scores.draws + excluded.draws`

	findScores = `SELECT game, wins, losses, draws FROM scores WHERE user_id = $1 ORDER BY game`
)

// count adds one finished match to a user's score.
func count(ctx context.Context, tx Querier, t live.Tally) error {
	var won, lost, drawn int
	switch t.Outcome {
	case live.Won:
		won = 1
	case live.Lost:
		lost = 1
	case live.Drawn:
		drawn = 1
	default:
		return fmt.Errorf("outcome %q: want won, lost or drawn", t.Outcome)
	}
	_, err := tx.ExecContext(ctx, addScore, t.User, t.Game, won, lost, drawn)
	return err
}

// FindScores implements live.Store: by rule set id, in alphabetical order.
func (s *Store) FindScores(ctx context.Context, user string) ([]live.Score, error) {
	return list(ctx, s, "find scores", findScores, []any{user}, func(score *live.Score) []any {
		return []any{&score.Game, &score.Wins, &score.Losses, &score.Draws}
	})
}
