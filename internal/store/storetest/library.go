// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/internal/study"
	"cairn/internal/study/library"
)

// finished stores a match that is over and returns its id.
func finished(t *testing.T, s Store, id string, kind room.Kind) string {
	t.Helper()
	b := NewTable(t, id, kind, Online("u1", "u2"))
	must(t, s.CreateMatch(t.Context(), b.Created()))
	store(t, s, b.Start())
	store(t, s, ended(b))
	return id
}

func testUncounted(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	finished(t, s, "m1", room.Open)
	finished(t, s, "m2", room.Private)
	begin(t, s, "m3", Online("u1", "u2"))
	want := func(what string, limit int, ids ...string) {
		t.Helper()
		found, err := s.FindUncounted(t.Context(), limit)
		must(t, err)
		got := []string{}
		for _, info := range found {
			got = append(got, info.ID)
		}
		wantEqual(t, what, got, append([]string{}, ids...))
	}
	want("all", 9, "m1", "m2")
	want("one", 1, "m1")
	must(t, s.Count(t.Context(), library.MatchCount{Match: "m1"}))
	want("the rest", 9, "m2")
	wantError(t, "counted twice", s.Count(t.Context(), library.MatchCount{Match: "m1"}), failure.ErrNotFound)
	wantError(t, "unknown match", s.Count(t.Context(), library.MatchCount{Match: "m9"}), failure.ErrNotFound)
}

func testCounts(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	may := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	month := library.Filter{Since: may}.Month()
	for i, tally := range []library.MatchCount{
		{Band: [2]int{1400, 0}, Month: month, Moves: []library.Played{{Position: 7, Move: "a", Won: 1}, {Position: -7, Move: "b", Side: game.Black, Won: -1}}},
		{Band: [2]int{1600, 0}, Month: month + 1, Moves: []library.Played{{Position: 7, Move: "a"}, {Position: 8, Move: "a"}}},
		{Band: [2]int{1400, 0}, Month: month, Moves: []library.Played{{Position: 7, Move: "a", Won: 1}}},
		{Band: [2]int{0, 0}, Month: month, Moves: []library.Played{{Position: 7, Move: "c", Won: -1}}},
	} {
		tally.Match = finished(t, s, string(rune('a'+i)), room.Open)
		must(t, s.Count(t.Context(), tally))
	}
	for _, c := range []struct {
		position int64
		filter   library.Filter
		want     []library.Count
	}{
		{7, library.Filter{}, []library.Count{{Move: "a", Won: 2, Drawn: 1}, {Move: "c", Lost: 1}}},
		{7, library.Filter{Rating: 1500}, []library.Count{{Move: "a", Won: 2, Drawn: 1}}},
		{7, library.Filter{Rating: 1600}, []library.Count{{Move: "a", Drawn: 1}}},
		{7, library.Filter{Since: may.AddDate(0, 1, 9)}, []library.Count{{Move: "a", Drawn: 1}}},
		{-7, library.Filter{}, []library.Count{{Move: "b", Lost: 1}}},
		{9, library.Filter{}, []library.Count{}},
	} {
		got, err := s.FindCounts(t.Context(), c.position, c.filter)
		must(t, err)
		wantEqual(t, "counts", got, c.want)
	}
}

func testJudged(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	kept := library.Judged{User: "u1", Game: "g", Phase: game.Placing, Verdict: study.Kept, Public: true, Moves: 5}
	lost := library.Judged{User: "u1", Game: "g", Phase: game.Flying, Verdict: study.WinLoss, Moves: 1}
	other := library.Judged{User: "u2", Game: "g", Phase: game.Mixed, Verdict: study.DrawLoss, Public: true, Moves: 2}
	gone := library.Judged{User: "u9", Game: "g", Phase: game.Mixed, Verdict: study.DrawLoss, Moves: 2}
	must(t, s.Count(t.Context(), library.MatchCount{Match: finished(t, s, "m1", room.Open), Judged: []library.Judged{kept, lost, other, gone}}))
	must(t, s.Count(t.Context(), library.MatchCount{Match: finished(t, s, "m2", room.Open), Judged: []library.Judged{kept}}))
	kept.Moves = 10
	want := func(what, user string, public bool, want ...library.Judged) {
		t.Helper()
		got, err := s.FindJudged(t.Context(), user, public)
		must(t, err)
		wantEqual(t, what, got, append([]library.Judged{}, want...))
	}
	want("all", "u1", false, lost, kept)
	want("public ones", "u1", true, kept)
	want("of the other", "u2", false, other)
	want("of a user who never was", "u9", false)
	must(t, s.DeleteUser(t.Context(), "u1", noon))
	want("of a deleted user", "u1", false)
	want("of the other, still", "u2", false, other)
}

func testUnjudged(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	kept := library.Judged{User: "u1", Game: "g", Phase: game.Placing, Verdict: study.Kept, Public: true, Moves: 5}
	first := library.Judging{Match: finished(t, s, "m1", room.Open), Game: "g", Tables: 3, Plies: "??.."}
	second := library.Judging{Match: finished(t, s, "m2", room.Open), Game: "g", Tables: 2, Plies: "?"}
	must(t, s.Count(t.Context(), library.MatchCount{Match: "m1", Judged: []library.Judged{kept}, Judging: first}))
	must(t, s.Count(t.Context(), library.MatchCount{Match: "m2", Judging: second}))
	must(t, s.Count(t.Context(), library.MatchCount{Match: finished(t, s, "m3", room.Open), Judging: library.Judging{Match: "m3", Game: "g", Plies: "..."}}))
	want := func(what, game string, tables, limit int, want ...library.Judging) {
		t.Helper()
		got, err := s.FindUnjudged(t.Context(), game, tables, limit)
		must(t, err)
		wantEqual(t, what, got, append([]library.Judging{}, want...))
	}
	want("with more tables", "g", 4, 9, second, first)
	want("one", "g", 4, 1, second)
	want("with one more table", "g", 3, 9, second)
	want("of another game", "h", 9, 9)
	now := first
	now.Tables, now.Plies = 5, "?..."
	must(t, s.JudgeAgain(t.Context(), first, now, []library.Judged{kept}))
	wantError(t, "judged by another meanwhile", s.JudgeAgain(t.Context(), first, now, []library.Judged{kept}), failure.ErrNotFound)
	want("some moves are left", "g", 9, 9, second, now)
	done := now
	done.Plies = "...."
	must(t, s.JudgeAgain(t.Context(), now, done, nil))
	want("none is left", "g", 9, 9, second)
	got, err := s.FindJudged(t.Context(), "u1", false)
	must(t, err)
	kept.Moves = 10
	wantEqual(t, "judged", got, []library.Judged{kept})
}

// testCountRace counts a match on several servers concurrently: it is counted once.
func testCountRace(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	tally := library.MatchCount{Match: finished(t, s, "m1", room.Open), Moves: []library.Played{{Position: 1, Move: "a", Won: 1}, {Position: 2, Move: "a", Won: 1}}}
	var counted atomic.Int32
	atOnce(8, func(int) {
		switch err := s.Count(t.Context(), tally); {
		case err == nil:
			counted.Add(1)
		case !errors.Is(err, failure.ErrNotFound):
			t.Error(err)
		}
	})
	wantEqual(t, "how often it was counted", counted.Load(), int32(1))
	got, err := s.FindCounts(t.Context(), 2, library.Filter{})
	must(t, err)
	wantEqual(t, "counts", got, []library.Count{{Move: "a", Won: 1}})
}
