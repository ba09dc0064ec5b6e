// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"cairn/internal/failure"
	"cairn/internal/live"
)

// ratedSeek returns a seek for a rated match.
func ratedSeek(id, user string, seconds int, rating float64) live.Seek {
	seek := seekAt(id, user, seconds)
	seek.Rated, seek.Rating = true, rating
	return seek
}

// couple makes the match of two seeks that wait.
func couple(t testing.TB, id string) func(a, b live.Seek) (live.NewMatch, error) {
	return func(a, b live.Seek) (live.NewMatch, error) { return pairing(t, id, b)(a) }
}

// testSeekFits pairs with the oldest of those who fit, and asks nobody of another
// pool.
func testSeekFits(t *testing.T, s Store) {
	for i := range 6 {
		addGuests(t, s, fmt.Sprint("u", i))
	}
	wait(t, s, seekAt("casual", "u0", 0))
	for i, rating := range []float64{1500, 1990, 2010, 2000} {
		seek := ratedSeek(fmt.Sprint("s", i), fmt.Sprint("u", i+1), i+1, rating)
		got, err := s.Pair(t.Context(), seek, func(live.Seek) bool { return false }, nobody)
		must(t, err)
		wantEqual(t, "seek that fits nobody", got, seek)
	}
	coming, asked := ratedSeek("s9", "u5", 9, 2000), ""
	got, err := s.Pair(t.Context(), coming, func(waiting live.Seek) bool {
		asked += waiting.ID + " "
		return waiting.Rating >= 2000
	}, pairing(t, "m1", coming))
	must(t, err)
	wantEqual(t, "asked", asked, "s0 s1 s2 ")
	wantEqual(t, "match", got.Match, "m1")
	matched, err := s.FindSeek(t.Context(), "s2")
	must(t, err)
	wantEqual(t, "match of the one who fits", matched.Match, "m1")
	list, err := s.FindWaiting(t.Context())
	must(t, err)
	ids := ""
	for _, seek := range list {
		ids += seek.ID + " "
	}
	wantEqual(t, "who still waits, the oldest first", ids, "casual s0 s1 s3 ")
}

func testSeekPairWaiting(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2", "u3")
	a, b := ratedSeek("s1", "u1", 0, 1400), ratedSeek("s2", "u2", 1, 1800)
	b.Control = "none" // the store does not judge who fits
	wait(t, s, a)
	wait(t, s, b)
	refusal := errors.New("no board is free")
	refuse := func(a, b live.Seek) (live.NewMatch, error) { return live.NewMatch{}, refusal }
	wantError(t, "error of the pairing", s.PairWaiting(t.Context(), "s1", "s2", refuse), refusal)
	wantError(t, "a seek that is not there", s.PairWaiting(t.Context(), "s1", "s9", couple(t, "m9")), failure.ErrNotFound)
	wantSeek(t, s, a)
	wantSeek(t, s, b)

	var seen [2]live.Seek
	must(t, s.PairWaiting(t.Context(), "s1", "s2", func(x, y live.Seek) (live.NewMatch, error) {
		seen = [2]live.Seek{x, y}
		return couple(t, "m1")(x, y)
	}))
	wantEqual(t, "seeks", seen, [2]live.Seek{a, b})
	a.Match, b.Match = "m1", "m1"
	wantSeek(t, s, a)
	wantSeek(t, s, b)
	wait(t, s, seekAt("s3", "u3", 2))
	wantError(t, "a seek that is matched", s.PairWaiting(t.Context(), "s3", "s2", couple(t, "m2")), failure.ErrNotFound)
	wantSeek(t, s, seekAt("s3", "u3", 2))
	_, err := s.FindMatch(t.Context(), "m2")
	wantError(t, "match of a pairing that failed", err, failure.ErrNotFound)
}

// testSeekPairWaitingRace has many who pair the same seeks: each is matched once.
func testSeekPairWaitingRace(t *testing.T, s Store) {
	const waiting = 6
	for i := range waiting {
		addGuests(t, s, fmt.Sprint("u", i))
		seek := ratedSeek(fmt.Sprint("s", i), fmt.Sprint("u", i), i, 1500)
		_, err := s.Pair(t.Context(), seek, func(live.Seek) bool { return false }, nobody)
		must(t, err)
	}
	atOnce(crowd, func(i int) {
		a, b := i%waiting, (i+1+i/waiting%(waiting-1))%waiting
		err := s.PairWaiting(t.Context(), fmt.Sprint("s", a), fmt.Sprint("s", b), couple(t, fmt.Sprint("m", i)))
		if err != nil && !errors.Is(err, failure.ErrNotFound) {
			t.Errorf("pair %d with %d: %v", a, b, err)
		}
	})
	var stored []live.Seek
	for i := range waiting {
		seek, err := s.FindSeek(t.Context(), fmt.Sprint("s", i))
		must(t, err)
		stored = append(stored, seek)
	}
	wantEqual(t, "waiting", wantCouples(t, s, stored), map[string]int{})
}

// testSeekSeen forgets those whom nobody has asked for.
func testSeekSeen(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2", "u3", "u4")
	wait(t, s, seekAt("s1", "u1", 0))
	coming := seekAt("s2", "u2", 0)
	_, err := s.Pair(t.Context(), coming, anyone, pairing(t, "m1", coming))
	must(t, err)
	wait(t, s, seekAt("s3", "u3", 0))
	kept := ratedSeek("s4", "u4", 0, 1500)
	wait(t, s, kept)
	kept.Seen = noon.Add(time.Minute)
	must(t, s.TouchSeek(t.Context(), "s4", kept.Seen))
	wantSeek(t, s, kept)
	wantError(t, "sign for a matched seek", s.TouchSeek(t.Context(), "s1", noon), failure.ErrNotFound)
	wantError(t, "sign for no seek", s.TouchSeek(t.Context(), "s9", noon), failure.ErrNotFound)

	for _, step := range []struct {
		before time.Time
		want   string
	}{
		{noon, "s1 s2 s3 s4 "},
		{noon.Add(time.Millisecond), "s1 s2 s4 "},
		{noon.Add(time.Minute), "s1 s2 s4 "},
		{noon.Add(24 * time.Hour), "s1 s2 "},
		{noon.Add(24*time.Hour + time.Millisecond), ""},
	} {
		must(t, s.DeleteSeeks(t.Context(), step.before))
		left := ""
		for _, id := range []string{"s1", "s2", "s3", "s4"} {
			if _, err := s.FindSeek(t.Context(), id); err == nil {
				left += id + " "
			}
		}
		wantEqual(t, "left after "+step.before.Sub(noon).String(), left, step.want)
	}
}
