// SPDX-License-Identifier: Apache-2.0

package trainer_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/internal/account"
	"cairn/internal/store/sqlite"
	"cairn/internal/store/sqlitetest"
	"cairn/internal/study/puzzle"
	"cairn/internal/study/trainer"
)

// lines are puzzles of the tests, of which only ids, themes and ratings matter.
const lines = `p1;win 3;mill;1000;a,b x c
p2;win 1;trap;1400;a
p3;draw;save;1500;a
p4;win 3;mill;1900;a x c,d`

// noon is a time on a day whose daily puzzle is of the first rule set.
var noon = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

func newTrainer(t *testing.T) *trainer.Service {
	t.Helper()
	return newTrainerAt(t, func() time.Time { return noon }, testPuzzles)
}

// testPuzzles are lines as puzzles of two games.
func testPuzzles(e *catalog.Entry) (list []puzzle.Puzzle, err error) {
	if id := e.Info().ID; id == "six-mens-morris" || id == "yote" {
		for line := range strings.Lines(lines) {
			p, err := puzzle.Parse(id, strings.TrimSpace(line))
			if err != nil {
				return nil, err
			}
			list = append(list, p)
		}
	}
	return list, nil
}

// newTrainerAt returns a trainer with a clock, and puzzles of its own; those that games
// ship without.
func newTrainerAt(t *testing.T, now func() time.Time, load func(*catalog.Entry) ([]puzzle.Puzzle, error)) *trainer.Service {
	t.Helper()
	store := sqlitetest.Open(t, t.TempDir(), sqlite.Options{})
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	for _, id := range []string{"ann", "bob"} {
		if err := store.CreateUser(t.Context(), account.User{ID: id, Name: "Guest-" + id, Guest: true, Created: noon}); err != nil {
			t.Fatal(err)
		}
	}
	return trainer.New(trainer.Options{Store: store, Games: catalog.Standard(), Now: now, Load: load})
}

// at returns the puzzle of a position.
func at(t *testing.T, s *trainer.Service, position string) *puzzle.Puzzle {
	t.Helper()
	set, err := s.Set("yote")
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(set.Puzzles, func(p puzzle.Puzzle) bool { return p.Position == position })
	found, of, err := s.Find(set.Puzzles[i].ID)
	if err != nil || of != set {
		t.Fatalf("find %s: %v", position, err)
	}
	return found
}

func TestFollow(t *testing.T) {
	s := newTrainer(t)
	for _, c := range []struct {
		position, moves, line string
		right, solved         bool
	}{
		{"p1", "", "", true, false},
		{"p1", "a", "a x", true, false},
		{"p1", "a c", "a x c", true, true},
		{"p1", "a c q", "a x c", true, true},
		{"p1", "b", "b", true, true}, // no reply to it is known
		{"p1", "q", "", false, false},
		{"p1", "a q", "a x", false, false},
		{"p4", "a d", "a x d", true, true},
		{"p2", "a", "a", true, true},
	} {
		got := trainer.Follow(at(t, s, c.position), strings.Fields(c.moves))
		if line := strings.Join(got.Line, " "); line != c.line || got.Right != c.right || got.Solved != c.solved {
			t.Errorf("%s, %q: got %q right %v solved %v", c.position, c.moves, line, got.Right, got.Solved)
		}
	}
}

// Only the first attempt of a user counts; without a user nothing is stored.
func TestCount(t *testing.T) {
	s, ctx := newTrainer(t), t.Context()
	p := at(t, s, "p3")
	if a, first, err := s.Count(ctx, "", p, true); a != (trainer.Attempt{}) || first || err != nil {
		t.Errorf("without a user: got %+v %v %v", a, first, err)
	}
	won, first, err := s.Count(ctx, "ann", p, true)
	if err != nil || !first || !won.Solved || won.Before != 1000 || won.After <= 1000 {
		t.Fatalf("first attempt: got %+v %v %v", won, first, err)
	}
	if again, first, err := s.Count(ctx, "ann", p, false); err != nil || first || again != won {
		t.Errorf("second attempt: got %+v %v %v", again, first, err)
	}
	if lost, _, err := s.Count(ctx, "bob", p, false); err != nil || lost.After >= 1000 {
		t.Errorf("attempt that failed: got %+v %v", lost, err)
	}
	for i, position := range []string{"p1", "p2", "p4"} {
		if _, _, err := s.Count(ctx, "ann", at(t, s, position), i < 1); err != nil {
			t.Fatal(err)
		}
	}
	ratings, err := s.Ratings(ctx, "ann")
	if r := ratings["yote"]; err != nil || r.Attempts != 4 || r.Streak != 0 || r.Best != 2 {
		t.Errorf("got %+v, %v", r, err)
	}
	if attempts, all, err := s.Attempts(ctx, "ann"); err != nil || len(attempts) != 4 || len(all) != 1 {
		t.Errorf("got %d attempts and %d ratings, %v", len(attempts), len(all), err)
	}
}

// A newcomer gets easy puzzles, and an attempt changes the rating by at most 60 points.
func TestNewcomer(t *testing.T) {
	for _, solved := range []bool{true, false} {
		s, ctx := newTrainer(t), t.Context()
		for _, position := range []string{"p1", "p4", "p2"} {
			a, _, err := s.Count(ctx, "ann", at(t, s, position), solved)
			if change := a.After - a.Before; err != nil || change == 0 || change > 60 || change < -60 {
				t.Errorf("%s, solved %v: from %v to %v, %v; want at most 60 points", position, solved, a.Before, a.After, err)
			}
		}
	}
	shipped := newTrainerAt(t, nil, nil)
	for range 50 {
		p, err := shipped.Next(t.Context(), "", "nine-mens-morris", "", "")
		if err != nil || p.Rating > 1150 {
			t.Fatalf("got a puzzle of %d, %v; want at most 1150", p.Rating, err)
		}
	}
}

// Days counts the days in a row on which a puzzle was solved, up to today or yesterday.
func TestDays(t *testing.T) {
	now := noon
	s, ctx := newTrainerAt(t, func() time.Time { return now }, testPuzzles), t.Context()
	for i, c := range []struct {
		after    time.Duration // the try before
		position string
		solved   bool
		want     int
	}{
		{0, "p1", false, 0},
		{time.Hour, "p2", true, 1},
		{12 * time.Hour, "p3", true, 2},  // the next day, less than a day later
		{25 * time.Hour, "p1", false, 2}, // tried already; yesterday counts
		{time.Hour, "p4", true, 3},
		{48 * time.Hour, "p1", false, 0},
	} {
		now = now.Add(c.after)
		if _, _, err := s.Count(ctx, "ann", at(t, s, c.position), c.solved); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Days(ctx, "ann"); err != nil || got != c.want {
			t.Errorf("try %d: %d days, %v; want %d", i+1, got, err, c.want)
		}
	}
	if got, err := s.Days(ctx, ""); err != nil || got != 0 {
		t.Errorf("without a user: %d days, %v", got, err)
	}
}

// A storm has a little harder puzzle after each, all with White to move, until the time of
// the server is over; a wrong answer costs ten seconds.
func TestStorm(t *testing.T) {
	now := noon
	s, ctx := newTrainerAt(t, func() time.Time { return now }, nil), t.Context()
	m, err := s.StartStorm(ctx, "ann", "nine-mens-morris")
	if err != nil || m.Left(now) != trainer.StormTime {
		t.Fatalf("got %+v, %v", m, err)
	}
	last, seen := 0, map[string]bool{}
	for n := range 50 {
		p, err := s.StormPuzzle(m)
		if err != nil || p == nil || seen[p.ID] || p.Rating < last {
			t.Fatalf("puzzle %d: got %+v after one of %d, %v", n, p, last, err)
		}
		if !strings.Contains(p.Position, " w ") {
			t.Errorf("puzzle %d: %s is not with White to move", n, p.Position)
		}
		seen[p.ID], last = true, p.Rating
		if m, err = s.Answer(ctx, m, true); err != nil || m.Score != n+1 || m.Left(now) != trainer.StormTime {
			t.Fatalf("got %+v, %v", m, err)
		}
	}
	if p, err := s.StormPuzzle(m); p != nil || err != nil {
		t.Errorf("after the last: got %v, %v", p, err)
	}

	old := m
	now = now.Add(time.Minute)
	if m, err = s.StartStorm(ctx, "ann", "nine-mens-morris"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Answer(ctx, old, true); err == nil {
		t.Error("a storm that was started anew goes on")
	}
	if m, err = s.Answer(ctx, m, false); err != nil || m.Left(now) != trainer.StormTime-trainer.StormPenalty {
		t.Errorf("after a wrong answer: got %+v, %v", m, err)
	}
	now = now.Add(trainer.StormTime - trainer.StormPenalty)
	if p, err := s.StormPuzzle(m); p != nil || err != nil {
		t.Errorf("after the time: got %v, %v", p, err)
	}
	if ranking, err := s.StormRanking(ctx, "nine-mens-morris"); err != nil || len(ranking) != 1 || ranking[0].Best != 50 {
		t.Errorf("got %v, %v", ranking, err)
	}
	if days, err := s.Days(ctx, "ann"); err != nil || days != 1 {
		t.Errorf("got %d days, %v; want the one of the storm", days, err)
	}
}

// Next never repeats a puzzle, and ends when none is left.
func TestNext(t *testing.T) {
	s, ctx := newTrainer(t), t.Context()
	seen := map[string]bool{}
	for range 4 {
		p, err := s.Next(ctx, "ann", "yote", "", "")
		if err != nil || p == nil || seen[p.ID] {
			t.Fatalf("got %+v, %v", p, err)
		}
		seen[p.ID] = true
		if _, _, err := s.Count(ctx, "ann", p, true); err != nil {
			t.Fatal(err)
		}
	}
	if p, err := s.Next(ctx, "ann", "yote", "", ""); p != nil || err != nil {
		t.Errorf("after all: got %v, %v", p, err)
	}
	if p, err := s.Next(ctx, "ann", "six-mens-morris", puzzle.Save, ""); err != nil || p == nil || p.Position != "p3" {
		t.Errorf("of a theme: got %v, %v", p, err)
	}
	if p, err := s.Next(ctx, "", "yote", puzzle.Save, at(t, s, "p3").ID); p != nil || err != nil {
		t.Errorf("but the only one: got %v, %v", p, err)
	}
	if _, err := s.Next(ctx, "", "chess", "", ""); err == nil {
		t.Error("a game without puzzles has one")
	}
}

// The daily puzzle depends on the day in UTC alone, and rule sets take turns.
func TestDaily(t *testing.T) {
	s, other := newTrainer(t), newTrainer(t)
	games := map[string]int{}
	puzzles := map[string]bool{}
	for i := range 20 {
		day := noon.Add(time.Duration(i) * 24 * time.Hour)
		p, set, err := s.Daily(day)
		if err != nil {
			t.Fatal(err)
		}
		same, _, _ := other.Daily(day.In(time.FixedZone("", 9*60*60)).Add(11 * time.Hour))
		if same.ID != p.ID {
			t.Errorf("%s: got %s and %s", day, p.ID, same.ID)
		}
		games[set.Entry.Info().ID]++
		puzzles[p.ID] = true
	}
	if games["yote"] != 10 || games["six-mens-morris"] != 10 || len(puzzles) < 3 {
		t.Errorf("got %v and %d puzzles", games, len(puzzles))
	}
}
