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

// seekAt returns a seek of a user that began some seconds after noon.
func seekAt(id, user string, seconds int) live.Seek {
	at := noon.Add(time.Duration(seconds) * time.Second)
	return live.Seek{ID: id, User: user, Game: toy.Info().ID, Control: "5m+3s", Rating: 1500, Created: at, Seen: at}
}

// pairing makes the match of two seeks, with the waiting one as White. It runs on
// a goroutine of the store, which a test must not end.
func pairing(t testing.TB, id string, coming live.Seek) func(live.Seek) (live.NewMatch, error) {
	return func(waiting live.Seek) (live.NewMatch, error) {
		b, err := newTable(t, id, live.Open, Online(waiting.User, coming.User))
		if err != nil {
			return live.NewMatch{}, err
		}
		return b.Created(), nil
	}
}

// nobody is a pairing that must not be asked for.
func nobody(waiting live.Seek) (live.NewMatch, error) {
	return live.NewMatch{}, fmt.Errorf("paired with seek %s of %s", waiting.ID, waiting.User)
}

// wait stores a seek that must find nobody.
func wait(t testing.TB, s Store, seek live.Seek) {
	t.Helper()
	got, err := s.Pair(t.Context(), seek, anyone, nobody)
	must(t, err)
	wantEqual(t, "waiting seek", got, seek)
}

// wantSeek checks what is stored of a seek.
func wantSeek(t testing.TB, s Store, want live.Seek) {
	t.Helper()
	got, err := s.FindSeek(t.Context(), want.ID)
	must(t, err)
	wantEqual(t, "seek "+want.ID, got, want)
}

func testSeekWaits(t *testing.T, s Store) {
	addGuests(t, s, "u1")
	seek := seekAt("s1", "u1", 0)
	wait(t, s, seek)
	wantSeek(t, s, seek)
	_, err := s.FindSeek(t.Context(), "s9")
	wantError(t, "unknown seek", err, failure.ErrNotFound)
	stranger := seekAt("s2", "stranger", 0)
	_, err = s.Pair(t.Context(), stranger, anyone, pairing(t, "m1", stranger))
	wantError(t, "seek of nobody", err, failure.ErrNotFound)
	wantSeek(t, s, seek)
}

func testSeekPairs(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2", "u3")
	first, second := seekAt("s1", "u1", 0), seekAt("s2", "u2", 1)
	wait(t, s, first)
	var waited live.Seek
	got, err := s.Pair(t.Context(), second, anyone, func(waiting live.Seek) (live.NewMatch, error) {
		waited = waiting
		return pairing(t, "m1", second)(waiting)
	})
	must(t, err)
	wantEqual(t, "the seek that waited", waited, first)
	first.Match, second.Match = "m1", "m1"
	wantEqual(t, "the seek that came", got, second)
	wantSeek(t, s, first)
	wantSeek(t, s, second)

	info, err := s.FindMatch(t.Context(), "m1")
	must(t, err)
	wantEqual(t, "seats", info.Seats, [2]string{"u1", "u2"})
	events, err := s.FindEvents(t.Context(), "m1", 0)
	must(t, err)
	wantEqual(t, "number of events", len(events), 1)
	list, err := s.FindMatches(t.Context(), live.Filter{User: "u2"})
	must(t, err)
	wantEqual(t, "matches of the second", list, []live.Info{info})

	wait(t, s, seekAt("s3", "u3", 2)) // those who are matched do not wait any more
	seek := seekAt("s4", "u1", 3)     // and may look for another match
	got, err = s.Pair(t.Context(), seek, anyone, pairing(t, "m2", seek))
	must(t, err)
	wantEqual(t, "second match", got.Match, "m2")
	wantSeek(t, s, first)
}

func testSeekApart(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	wait(t, s, seekAt("s1", "u1", 0))
	for i, change := range []func(*live.Seek){
		func(seek *live.Seek) { seek.Game = "another" },
		func(seek *live.Seek) { seek.Control = "none" },
		func(seek *live.Seek) { seek.User = "u1" }, // never with oneself
	} {
		seek := seekAt(fmt.Sprint("t", i), "u2", 1)
		change(&seek)
		wait(t, s, seek)
	}
}

func testSeekReplaced(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	wait(t, s, seekAt("s1", "u1", 0))
	other := seekAt("s2", "u1", 1)
	other.Control = "none"
	wait(t, s, other)
	_, err := s.FindSeek(t.Context(), "s1")
	wantError(t, "replaced seek", err, failure.ErrNotFound)
	wait(t, s, seekAt("s3", "u2", 2)) // nobody waits for 5m+3s any more

	came := seekAt("s4", "u1", 3) // finds an opponent: the one that waited is gone all the same
	_, err = s.Pair(t.Context(), came, anyone, pairing(t, "m1", came))
	must(t, err)
	_, err = s.FindSeek(t.Context(), "s2")
	wantError(t, "seek of somebody who is matched", err, failure.ErrNotFound)
}

func testSeekRefused(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	must(t, s.CreateMatch(t.Context(), NewTable(t, "m1", live.Open, Online("u1", "u2")).Created()))
	mine := seekAt("s1", "u1", 0)
	mine.Control = "none"
	waiting := seekAt("s2", "u2", 1)
	wait(t, s, mine)
	wait(t, s, waiting)

	coming, refusal := seekAt("s3", "u1", 2), errors.New("no board is free")
	_, err := s.Pair(t.Context(), coming, anyone, func(live.Seek) (live.NewMatch, error) { return live.NewMatch{}, refusal })
	wantError(t, "error of the pairing", err, refusal)
	_, err = s.Pair(t.Context(), coming, anyone, pairing(t, "m1", coming))
	wantTaken(t, "match id that is taken", err, "id")
	_, err = s.Pair(t.Context(), coming, anyone, func(waiting live.Seek) (live.NewMatch, error) {
		n, err := pairing(t, "m2", coming)(waiting)
		n.Events = nil
		return n, err
	})
	if err == nil {
		t.Error("match without events: got no error, want one")
	}
	same := coming
	same.ID = waiting.ID
	_, err = s.Pair(t.Context(), same, anyone, pairing(t, "m3", same))
	wantTaken(t, "seek id that is taken", err, "id")

	wantSeek(t, s, mine) // nothing has changed, not even what a new seek replaces
	wantSeek(t, s, waiting)
	for _, id := range []string{"m2", "m3"} {
		_, err = s.FindMatch(t.Context(), id)
		wantError(t, "match of a pairing that failed", err, failure.ErrNotFound)
	}
}

func testSeekDelete(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	wait(t, s, seekAt("s1", "u1", 0))
	wantError(t, "another's seek", s.DeleteSeek(t.Context(), "s1", "u2"), failure.ErrNotFound)
	must(t, s.DeleteSeek(t.Context(), "s1", "u1"))
	wantError(t, "seek that is gone", s.DeleteSeek(t.Context(), "s1", "u1"), failure.ErrNotFound)
	_, err := s.FindSeek(t.Context(), "s1")
	wantError(t, "seek that is gone", err, failure.ErrNotFound)

	wait(t, s, seekAt("s2", "u2", 1))
	coming := seekAt("s3", "u1", 2)
	_, err = s.Pair(t.Context(), coming, anyone, pairing(t, "m1", coming))
	must(t, err)
	wantError(t, "matched seek", s.DeleteSeek(t.Context(), "s2", "u2"), failure.ErrNotFound)
	wantError(t, "matched seek", s.DeleteSeek(t.Context(), "s3", "u1"), failure.ErrNotFound)
}

// anyone fits.
func anyone(live.Seek) bool { return true }
