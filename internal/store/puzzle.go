// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"

	"cairn/internal/study/trainer"
)

// puzzles implements trainer.Store.
type puzzles struct{ base }

const (
	puzzleRatingColumns = `game, rating, deviation, volatility, attempts, streak, best, updated`

	findPuzzleRatings = `SELECT ` + puzzleRatingColumns + ` FROM puzzle_ratings WHERE user_id = $1 ORDER BY game`

	findPuzzleRating = `SELECT ` + puzzleRatingColumns + ` FROM puzzle_ratings WHERE user_id = $1 AND game = $2`

	setPuzzleRating = `INSERT INTO puzzle_ratings (user_id, ` + puzzleRatingColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (user_id, game) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility,
attempts = excluded.attempts, streak = excluded.streak, best = excluded.best, updated = excluded.updated`

	levelColumns = `rating, deviation, volatility, attempts, updated`

	findPuzzleLevels = `SELECT puzzle, ` + levelColumns + ` FROM puzzle_levels WHERE game = $1`

	findPuzzleLevel = `SELECT ` + levelColumns + ` FROM puzzle_levels WHERE game = $1 AND puzzle = $2`

	setPuzzleLevel = `INSERT INTO puzzle_levels (game, puzzle, ` + levelColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (game, puzzle) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility,
attempts = excluded.attempts, updated = excluded.updated`

	attemptColumns = `user_id, game, puzzle, at, solved, before, after`

	insertPuzzleAttempt = `INSERT INTO puzzle_attempts (` + attemptColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7)`

	findPuzzleAttempt = `SELECT ` + attemptColumns + ` FROM puzzle_attempts WHERE user_id = $1 AND game = $2 AND puzzle = $3`

	findGameAttempts = `SELECT ` + attemptColumns + ` FROM puzzle_attempts WHERE user_id = $1 AND game = $2 ORDER BY puzzle`

	findAllAttempts = `SELECT ` + attemptColumns + ` FROM puzzle_attempts WHERE user_id = $1 ORDER BY game, puzzle`

	findMadePuzzles = `SELECT game, puzzle, line, made FROM made_puzzles ORDER BY game, puzzle`

	insertMadePuzzle = `INSERT INTO made_puzzles (game, puzzle, line, made) VALUES ($1, $2, $3, $4) ON CONFLICT (game, puzzle) DO NOTHING`

	stormColumns = `user_id, game, day, started, tried, score, best`

	upsertStorm = `INSERT INTO storms (` + stormColumns + `) VALUES ($1, $2, $3, $4, 0, 0, 0)
ON CONFLICT (user_id, game, day) DO UPDATE SET started = excluded.started, tried = 0, score = 0`

	countStorm = `UPDATE storms SET tried = tried + 1, score = score + $1, best = CASE WHEN best < score + $1 THEN score + $1 ELSE best END
WHERE user_id = $2 AND game = $3 AND day = $4 AND started = $5 AND tried = $6`

	findStorms = `SELECT ` + stormColumns + ` FROM storms WHERE user_id = $1 ORDER BY game, day`

	rankStorms = `SELECT users.id, users.name, guest, best FROM storms JOIN users ON users.id = storms.user_id
WHERE day = $1 AND game = $2 AND best > 0 AND NOT banned AND NOT bot ORDER BY best DESC, started, user_id LIMIT $3`

	upsertDrill = `INSERT INTO drills (user_id, game, drill, match_id, reached, started) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (user_id, game, drill) DO UPDATE SET match_id = excluded.match_id, started = excluded.started`

	reachDrill = `UPDATE drills SET reached = TRUE WHERE user_id = $1 AND game = $2 AND drill = $3`

	findDrills = `SELECT user_id, game, drill, match_id, reached, started FROM drills WHERE user_id = $1 ORDER BY game, drill`
)

func puzzleRatingTargets(r *trainer.Rating) []any {
	return []any{&r.Game, &r.Rating.Rating, &r.Deviation, &r.Volatility, &r.Attempts, &r.Streak, &r.Best, moment(&r.Updated)}
}

func levelTargets(l *trainer.Level) []any {
	return []any{&l.Rating.Rating, &l.Deviation, &l.Volatility, &l.Attempts, moment(&l.Updated)}
}

func attemptTargets(a *trainer.Attempt) []any {
	return []any{&a.User, &a.Game, &a.Puzzle, moment(&a.At), &a.Solved, &a.Before, &a.After}
}

// FindPuzzleRatings implements trainer.Store.
func (s *puzzles) FindPuzzleRatings(ctx context.Context, user string) ([]trainer.Rating, error) {
	return list(ctx, &s.base, "find puzzle ratings", findPuzzleRatings, []any{user}, puzzleRatingTargets)
}

// FindPuzzleLevels implements trainer.Store.
func (s *puzzles) FindPuzzleLevels(ctx context.Context, game string) (map[string]trainer.Level, error) {
	found, err := list(ctx, &s.base, "find puzzle levels", findPuzzleLevels, []any{game}, keyedTargets(levelTargets))
	return mapOf(found), err
}

// FindPuzzleAttempt implements trainer.Store.
func (s *puzzles) FindPuzzleAttempt(ctx context.Context, user, game, puzzle string) (trainer.Attempt, error) {
	return find(ctx, &s.base, "find puzzle attempt", findPuzzleAttempt, []any{user, game, puzzle}, attemptTargets)
}

// FindPuzzleAttempts implements trainer.Store.
func (s *puzzles) FindPuzzleAttempts(ctx context.Context, user, game string) ([]trainer.Attempt, error) {
	if game == "" {
		return list(ctx, &s.base, "find puzzle attempts", findAllAttempts, []any{user}, attemptTargets)
	}
	return list(ctx, &s.base, "find puzzle attempts", findGameAttempts, []any{user, game}, attemptTargets)
}

// SavePuzzleAttempt implements trainer.Store; ErrNotFound for an unknown user.
func (s *puzzles) SavePuzzleAttempt(ctx context.Context, a trainer.Attempt, rate func(trainer.Rating, trainer.Level) (trainer.Rating, trainer.Level)) (trainer.Attempt, error) {
	return writeValue(ctx, &s.base, "save puzzle attempt", func(tx *transaction) trainer.Attempt {
		var r trainer.Rating
		var l trainer.Level
		tx.find(findPuzzleRating, []any{a.User, a.Game}, puzzleRatingTargets(&r)...)
		tx.find(findPuzzleLevel, []any{a.Game, a.Puzzle}, levelTargets(&l)...)
		if tx.err != nil {
			return a
		}
		next, level := rate(r, l)
		saved, at := a, a.At.UnixMilli()
		saved.Before, saved.After = r.Rating.Rating, next.Rating.Rating
		if r.Attempts == 0 {
			saved.Before = trainer.NewRating
		}
		tx.exec(insertPuzzleAttempt, a.User, a.Game, a.Puzzle, at, a.Solved, saved.Before, saved.After)
		tx.exec(setPuzzleRating, a.User, a.Game, next.Rating.Rating, next.Deviation, next.Volatility, next.Attempts, next.Streak, next.Best, at)
		tx.exec(setPuzzleLevel, a.Game, a.Puzzle, level.Rating.Rating, level.Deviation, level.Volatility, level.Attempts, at)
		return saved
	})
}

// FindMadePuzzles implements trainer.Store.
func (s *puzzles) FindMadePuzzles(ctx context.Context) ([]trainer.Made, error) {
	return list(ctx, &s.base, "find made puzzles", findMadePuzzles, nil, func(m *trainer.Made) []any {
		return []any{&m.Game, &m.Puzzle, &m.Line, moment(&m.At)}
	})
}

// SaveMadePuzzle implements trainer.Store.
func (s *puzzles) SaveMadePuzzle(ctx context.Context, m trainer.Made) error {
	return s.exec(ctx, "save made puzzle", insertMadePuzzle, m.Game, m.Puzzle, m.Line, m.At.UnixMilli())
}

// StartStorm implements trainer.Store; ErrNotFound for an unknown user.
func (s *puzzles) StartStorm(ctx context.Context, m trainer.Storm) error {
	return s.exec(ctx, "start storm", upsertStorm, m.User, m.Game, m.Day, m.Started.UnixMilli())
}

// CountStorm implements trainer.Store.
func (s *puzzles) CountStorm(ctx context.Context, m trainer.Storm, solved bool) error {
	points := 0
	if solved {
		points = 1
	}
	return s.execOne(ctx, "count storm", countStorm, points, m.User, m.Game, m.Day, m.Started.UnixMilli(), m.Tried)
}

// FindStorms implements trainer.Store.
func (s *puzzles) FindStorms(ctx context.Context, user string) ([]trainer.Storm, error) {
	return list(ctx, &s.base, "find storms", findStorms, []any{user}, func(m *trainer.Storm) []any {
		return []any{&m.User, &m.Game, &m.Day, moment(&m.Started), &m.Tried, &m.Score, &m.Best}
	})
}

// RankStorms implements trainer.Store.
func (s *puzzles) RankStorms(ctx context.Context, game string, day int64, most int) ([]trainer.StormRank, error) {
	return list(ctx, &s.base, "rank storms", rankStorms, []any{day, game, most}, func(r *trainer.StormRank) []any {
		return []any{&r.User, &r.Name, &r.Guest, &r.Best}
	})
}

// SaveDrill implements trainer.Store; ErrNotFound for an unknown user.
func (s *puzzles) SaveDrill(ctx context.Context, d trainer.Run) error {
	return s.exec(ctx, "save drill", upsertDrill, d.User, d.Game, d.Drill, d.Match, d.Reached, d.Started.UnixMilli())
}

// ReachDrill implements trainer.Store; ErrNotFound for a drill that was not begun.
func (s *puzzles) ReachDrill(ctx context.Context, user, game, drill string) error {
	return s.execOne(ctx, "reach drill", reachDrill, user, game, drill)
}

// FindDrills implements trainer.Store.
func (s *puzzles) FindDrills(ctx context.Context, user string) ([]trainer.Run, error) {
	return list(ctx, &s.base, "find drills", findDrills, []any{user}, func(d *trainer.Run) []any {
		return []any{&d.User, &d.Game, &d.Drill, &d.Match, &d.Reached, moment(&d.Started)}
	})
}
