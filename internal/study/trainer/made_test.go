// SPDX-License-Identifier: Apache-2.0

package trainer_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/internal/store/sqlite"
	"cairn/internal/store/sqlitetest"
	"cairn/internal/study"
	"cairn/internal/study/trainer"
	"cairn/record"
)

// A few puzzles a day are made from mistakes, are proven by tables, and are added to the
// shipped ones.
func TestLearn(t *testing.T) {
	store := sqlitetest.Open(t, t.TempDir(), sqlite.Options{})
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	games := catalog.Standard()
	games.UseTables(t.TempDir())
	entry, err := games.Find("six")
	if err != nil {
		t.Fatal(err)
	}
	now := noon
	s := trainer.New(trainer.Options{Store: store, Games: games, Now: func() time.Time { return now }})
	before, err := s.Set(entry.Info().ID)
	if err != nil {
		t.Fatal(err)
	}
	shipped := len(before.Puzzles)
	daily, _, err := s.Daily(now)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	for day := 1; day <= 2; day++ {
		var made []trainer.Made
		for seed := 0; len(made) < 3*day && seed < 1000; seed++ {
			walk := randomGame(t, entry, random)
			review, err := study.ReviewGame(t.Context(), entry, walk)
			if err == nil {
				err = s.Learn(t.Context(), entry, walk, &review)
			}
			if err == nil {
				made, err = store.FindMadePuzzles(t.Context())
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(made) > 3*day {
				t.Fatalf("%d puzzles after %d days, want 3 a day", len(made), day)
			}
		}
		now = now.Add(24 * time.Hour)
		set, err := s.Set(entry.Info().ID)
		if err != nil || len(made) != 3*day || len(set.Puzzles) != shipped+len(made) {
			t.Fatalf("day %d: %d made, %d in all, %v; want %d and %d", day, len(made), len(set.Puzzles), err, 3*day, shipped+3*day)
		}
		for _, m := range made {
			prove(t, s, entry, m.Puzzle)
		}
	}
	if again, _, err := s.Daily(noon); err != nil || again.ID != daily.ID {
		t.Errorf("the puzzle of the day changed: %v", err)
	}
}

// prove checks the first moves of a puzzle by the tables.
func prove(t *testing.T, s *trainer.Service, entry *catalog.Entry, id string) {
	t.Helper()
	p, _, err := s.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	state, err := entry.Parse(p.Position)
	if err != nil {
		t.Fatal(err)
	}
	exact, err := study.Exact(t.Context(), entry, state)
	if err != nil || exact.Name() != p.Value || len(exact.Keeping()) != len(p.Moves) {
		t.Errorf("%s: %s with %d moves, want %s with %d; %v", p.Position, p.Value, len(p.Moves), exact.Name(), len(exact.Keeping()), err)
	}
	for _, m := range exact.Moves {
		if m.Keeps != slices.Contains(p.Moves, m.Text) {
			t.Errorf("%s: %s keeps the result: %v", p.Position, m.Text, m.Keeps)
		}
	}
}

// randomGame plays random moves until the game is over or long.
func randomGame(t *testing.T, entry *catalog.Entry, random *rand.Rand) *record.Walk {
	t.Helper()
	walk := record.Begin(entry, entry.Start())
	for ply := 0; ply < 60 && !walk.Result().Over(); ply++ {
		moves := walk.State().Moves()
		if _, err := walk.Play(moves[random.IntN(len(moves))].Text, 0); err != nil {
			t.Fatal(err)
		}
	}
	return walk
}
