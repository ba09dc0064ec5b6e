// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"cairn/internal/failure"
	"cairn/internal/glicko"
	"cairn/internal/study/trainer"
)

// step rates an attempt so that ratings are easy to predict.
func step(by float64) func(trainer.Rating, trainer.Level) (trainer.Rating, trainer.Level) {
	return func(r trainer.Rating, l trainer.Level) (trainer.Rating, trainer.Level) {
		if r.Attempts == 0 {
			r.Rating = glicko.Rating{Rating: 1500, Deviation: 350, Volatility: 0.06}
		}
		if l.Attempts == 0 {
			l.Rating = glicko.Rating{Rating: 1200, Deviation: 200, Volatility: 0.06}
		}
		r.Rating.Rating += by
		r.Attempts++
		r.Streak++
		r.Best = max(r.Best, r.Streak)
		l.Rating.Rating -= by
		l.Attempts++
		return r, l
	}
}

func attempt(user, game, puzzle string, solved bool) trainer.Attempt {
	return trainer.Attempt{User: user, Game: game, Puzzle: puzzle, At: noon, Solved: solved}
}

func testPuzzleAttempts(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	ctx := t.Context()
	_, err := s.FindPuzzleAttempt(ctx, "u1", "g1", "p1")
	wantError(t, "attempt that was not made", err, failure.ErrNotFound)
	first, err := s.SavePuzzleAttempt(ctx, attempt("u1", "g1", "p1", true), step(10))
	must(t, err)
	want := attempt("u1", "g1", "p1", true)
	want.Before, want.After = trainer.NewRating, 1510
	wantEqual(t, "saved attempt", first, want)
	got, err := s.FindPuzzleAttempt(ctx, "u1", "g1", "p1")
	must(t, err)
	wantEqual(t, "found attempt", got, want)
	_, err = s.SavePuzzleAttempt(ctx, attempt("u1", "g1", "p1", false), step(10))
	wantTaken(t, "second attempt", err, "id")
	_, err = s.SavePuzzleAttempt(ctx, attempt("stranger", "g1", "p1", true), step(10))
	wantError(t, "attempt of an unknown user", err, failure.ErrNotFound)

	for _, a := range []trainer.Attempt{attempt("u1", "g1", "p0", false), attempt("u1", "g2", "p9", true), attempt("u2", "g1", "p1", true)} {
		_, err := s.SavePuzzleAttempt(ctx, a, step(5))
		must(t, err)
	}
	for game, want := range map[string]string{"g1": "p0 p1 ", "g2": "p9 ", "": "p0 p1 p9 ", "g3": ""} {
		list, err := s.FindPuzzleAttempts(ctx, "u1", game)
		must(t, err)
		got := ""
		for _, a := range list {
			got += a.Puzzle + " "
		}
		wantEqual(t, "attempts in "+game, got, want)
	}
	ratings, err := s.FindPuzzleRatings(ctx, "u1")
	must(t, err)
	wantEqual(t, "ratings", ratings, []trainer.Rating{
		{Rating: glicko.Rating{Rating: 1515, Deviation: 350, Volatility: 0.06}, Game: "g1", Attempts: 2, Streak: 2, Best: 2, Updated: noon},
		{Rating: glicko.Rating{Rating: 1505, Deviation: 350, Volatility: 0.06}, Game: "g2", Attempts: 1, Streak: 1, Best: 1, Updated: noon},
	})
	levels, err := s.FindPuzzleLevels(ctx, "g1")
	must(t, err)
	wantEqual(t, "levels", levels, map[string]trainer.Level{
		"p0": {Rating: glicko.Rating{Rating: 1195, Deviation: 200, Volatility: 0.06}, Attempts: 1, Updated: noon},
		"p1": {Rating: glicko.Rating{Rating: 1185, Deviation: 200, Volatility: 0.06}, Attempts: 2, Updated: noon},
	})

	must(t, s.DeleteUser(ctx, "u1", noon))
	list, err := s.FindPuzzleAttempts(ctx, "u1", "")
	must(t, err)
	wantEqual(t, "attempts of a deleted user", len(list), 0)
	ratings, err = s.FindPuzzleRatings(ctx, "u1")
	must(t, err)
	wantEqual(t, "ratings of a deleted user", len(ratings), 0)
}

// testPuzzleRace stores attempts many times concurrently: each counts once.
func testPuzzleRace(t *testing.T, s Store) {
	const puzzles, rivals = 4, 10
	addGuests(t, s, "u1")
	var done atomic.Int32
	atOnce(puzzles*rivals, func(i int) {
		if _, err := s.SavePuzzleAttempt(t.Context(), attempt("u1", "g1", fmt.Sprint("p", i%puzzles), true), step(1)); err == nil {
			done.Add(1)
		}
	})
	wantEqual(t, "attempts stored", done.Load(), int32(puzzles))
	ratings, err := s.FindPuzzleRatings(t.Context(), "u1")
	must(t, err)
	wantEqual(t, "number of ratings", len(ratings), 1)
	wantEqual(t, "attempts that count", ratings[0].Attempts, puzzles)
	wantEqual(t, "rating", ratings[0].Rating.Rating, 1500.0+puzzles)
}

func testStorms(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2", "u3")
	ctx := t.Context()
	storm := trainer.Storm{User: "u1", Game: "g1", Day: 7, Started: noon}
	wantError(t, "storm that was not started", s.CountStorm(ctx, storm, true), failure.ErrNotFound)
	for _, m := range []trainer.Storm{storm, {User: "u1", Game: "g0", Day: 7, Started: noon}, {User: "u2", Game: "g1", Day: 7, Started: noon}, {User: "u3", Game: "g1", Day: 7, Started: noon}} {
		must(t, s.StartStorm(ctx, m))
	}
	wantError(t, "storm of an unknown user", s.StartStorm(ctx, trainer.Storm{User: "stranger", Game: "g1"}), failure.ErrNotFound)
	must(t, s.CountStorm(ctx, storm, true))
	wantError(t, "puzzle answered twice", s.CountStorm(ctx, storm, true), failure.ErrNotFound)
	storm.Tried = 1
	must(t, s.CountStorm(ctx, storm, true))
	storm.Tried = 2
	must(t, s.CountStorm(ctx, storm, false))
	must(t, s.CountStorm(ctx, trainer.Storm{User: "u2", Game: "g1", Day: 7, Started: noon}, true))

	again := trainer.Storm{User: "u1", Game: "g1", Day: 7, Started: noon.Add(time.Hour)}
	must(t, s.StartStorm(ctx, again))
	storm.Tried = 3
	wantError(t, "storm that was started anew", s.CountStorm(ctx, storm, true), failure.ErrNotFound)
	must(t, s.CountStorm(ctx, again, true))
	again.Tried, again.Score, again.Best = 1, 1, 2
	got, err := s.FindStorms(ctx, "u1")
	must(t, err)
	wantEqual(t, "storms", got, []trainer.Storm{{User: "u1", Game: "g0", Day: 7, Started: noon}, again})

	ranking, err := s.RankStorms(ctx, "g1", 7, 5)
	must(t, err)
	names := ""
	for _, r := range ranking {
		names += fmt.Sprint(r.User, " ", r.Best, " ")
	}
	wantEqual(t, "ranking", names, "u1 2 u2 1 ")
	ranking, err = s.RankStorms(ctx, "g1", 8, 5)
	must(t, err)
	wantEqual(t, "ranking of the next day", len(ranking), 0)
	must(t, s.DeleteUser(ctx, "u1", noon))
	got, err = s.FindStorms(ctx, "u1")
	must(t, err)
	wantEqual(t, "storms of a deleted user", len(got), 0)
}

func testDrills(t *testing.T, s Store) {
	addGuests(t, s, "u1")
	ctx := t.Context()
	run := trainer.Run{User: "u1", Game: "g1", Drill: "d1", Match: "m1", Started: noon}
	must(t, s.SaveDrill(ctx, run))
	wantError(t, "drill that was not begun", s.ReachDrill(ctx, "u1", "g1", "d2"), failure.ErrNotFound)
	must(t, s.ReachDrill(ctx, "u1", "g1", "d1"))
	run.Match, run.Started = "m2", noon.Add(time.Hour)
	must(t, s.SaveDrill(ctx, run))
	other := trainer.Run{User: "u1", Game: "g1", Drill: "d0", Match: "m3", Started: noon}
	must(t, s.SaveDrill(ctx, other))
	wantError(t, "drill of an unknown user", s.SaveDrill(ctx, trainer.Run{User: "stranger", Game: "g1", Drill: "d1"}), failure.ErrNotFound)
	got, err := s.FindDrills(ctx, "u1")
	must(t, err)
	run.Reached = true
	wantEqual(t, "drills", got, []trainer.Run{other, run})
	must(t, s.DeleteUser(ctx, "u1", noon))
	got, err = s.FindDrills(ctx, "u1")
	must(t, err)
	wantEqual(t, "drills of a deleted user", len(got), 0)
}

func testMadePuzzles(t *testing.T, s Store) {
	ctx := t.Context()
	first := trainer.Made{Game: "g1", Puzzle: "p2", Line: "a line", At: noon}
	must(t, s.SaveMadePuzzle(ctx, first))
	again := first
	again.Line, again.At = "another line", noon.Add(time.Hour)
	must(t, s.SaveMadePuzzle(ctx, again))
	other := trainer.Made{Game: "g1", Puzzle: "p1", Line: "a line", At: noon}
	must(t, s.SaveMadePuzzle(ctx, other))
	got, err := s.FindMadePuzzles(ctx)
	must(t, err)
	wantEqual(t, "made puzzles", got, []trainer.Made{other, first})
}
