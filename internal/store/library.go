// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"

	"cairn/internal/live/room"
	"cairn/internal/study/library"
)

// explorer implements library.Store.
type explorer struct{ base }

const (
	findUncounted = `SELECT ` + matchColumns + ` FROM matches
WHERE status = 'over' AND counted = 0 AND kind <> 'screen' ORDER BY ended, id LIMIT $1`

	markCounted = `UPDATE matches SET counted = 1 WHERE id = $1 AND counted = 0`

	addPlayed = `INSERT INTO explorer (position, move, band, month, won, drawn, lost) VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (position, move, band, month) DO UPDATE SET
won = explorer.won + excluded.won, drawn = explorer.drawn + excluded.drawn, lost = explorer.lost + excluded.lost`

	findCounts = `SELECT move, CAST(SUM(won) AS BIGINT), CAST(SUM(drawn) AS BIGINT), CAST(SUM(lost) AS BIGINT) FROM explorer
WHERE position = $1 AND band >= $2 AND month >= $3 GROUP BY move ORDER BY move`

	// A deleted user has no counts.
	addJudged = `INSERT INTO judged (user_id, game, phase, verdict, public, moves)
SELECT id, $2, $3, $4, $5, $6 FROM users WHERE id = $1
ON CONFLICT (user_id, game, phase, verdict, public) DO UPDATE SET moves = judged.moves + excluded.moves`

	judgedColumns = `user_id, game, phase, verdict, public = 1, moves`

	addUnjudged = `INSERT INTO unjudged (match_id, game, tables, plies) VALUES ($1, $2, $3, $4)`

	findUnjudged = `SELECT match_id, game, tables, plies FROM unjudged WHERE game = $1 AND tables < $2 ORDER BY tables, match_id LIMIT $3`

	// tables is the version of the row: of several nodes, one updates it.
	updateUnjudged = `UPDATE unjudged SET tables = $3, plies = $4 WHERE match_id = $1 AND tables = $2`

	deleteUnjudged = `DELETE FROM unjudged WHERE match_id = $1 AND tables = $2`

	findJudged = `SELECT ` + judgedColumns + ` FROM judged WHERE user_id = $1 AND public >= $2 ORDER BY game, phase, verdict, public`
)

// FindUncounted implements library.Store.
func (s *explorer) FindUncounted(ctx context.Context, limit int) ([]room.Info, error) {
	return list(ctx, &s.base, "find matches to count", findUncounted, []any{limit}, matchTargets)
}

// Count implements library.Store. The mark and all counts are one transaction: a match
// is counted once or not at all.
func (s *explorer) Count(ctx context.Context, t library.MatchCount) error {
	return s.write(ctx, "count match "+t.Match, func(tx *transaction) {
		tx.execOne(markCounted, t.Match)
		for _, m := range t.Moves {
			var results [3]int // lost, drawn, won
			results[m.Won+1] = 1
			tx.exec(addPlayed, m.Position, m.Move, t.Band[m.Side], t.Month, results[2], results[1], results[0])
		}
		if t.Judging.Open() {
			tx.exec(addUnjudged, t.Match, t.Judging.Game, t.Judging.Tables, t.Judging.Plies)
		}
		addJudgedMoves(tx, t.Judged)
	})
}

func addJudgedMoves(tx *transaction, list []library.Judged) {
	for _, j := range list {
		tx.exec(addJudged, j.User, j.Game, j.Phase.String(), string(j.Verdict), oneIf(j.Public), j.Moves)
	}
}

// FindUnjudged implements library.Store.
func (s *explorer) FindUnjudged(ctx context.Context, game string, tables, limit int) ([]library.Judging, error) {
	return list(ctx, &s.base, "find matches to judge", findUnjudged, []any{game, tables, limit}, func(j *library.Judging) []any {
		return []any{&j.Match, &j.Game, &j.Tables, &j.Plies}
	})
}

// JudgeAgain implements library.Store.
func (s *explorer) JudgeAgain(ctx context.Context, was, now library.Judging, judged []library.Judged) error {
	return s.write(ctx, "judge match "+was.Match, func(tx *transaction) {
		query, args := deleteUnjudged, []any{was.Match, was.Tables}
		if now.Open() {
			query, args = updateUnjudged, append(args, now.Tables, now.Plies)
		}
		tx.execOne(query, args...)
		addJudgedMoves(tx, judged)
	})
}

func oneIf(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// FindCounts implements library.Store.
func (s *explorer) FindCounts(ctx context.Context, position int64, f library.Filter) ([]library.Count, error) {
	args := []any{position, f.Band(), f.Month()}
	return list(ctx, &s.base, "find moves of a position", findCounts, args, func(c *library.Count) []any {
		return []any{&c.Move, &c.Won, &c.Drawn, &c.Lost}
	})
}

// FindJudged implements library.Store.
func (s *explorer) FindJudged(ctx context.Context, user string, public bool) ([]library.Judged, error) {
	return list(ctx, &s.base, "find judged moves", findJudged, []any{user, oneIf(public)}, func(j *library.Judged) []any {
		return []any{&j.User, &j.Game, parsed(&j.Phase), &j.Verdict, &j.Public, &j.Moves}
	})
}
