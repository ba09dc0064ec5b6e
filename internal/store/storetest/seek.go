// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"cairn/internal/failure"
	"cairn/internal/live/lobby"
	"cairn/internal/live/room"
)

// seekAt returns a seek of a user that began a number of seconds after noon.
func seekAt(id, user string, seconds int) lobby.Seek {
	at := noon.Add(time.Duration(seconds) * time.Second)
	return lobby.Seek{ID: id, User: user, Game: toy.Info().ID, Control: "5m+3s", Rating: 1500, Created: at, Seen: at}
}

// pairing makes the match of two seeks, with the waiting user as White. It runs on
// a goroutine of the store, which a test must not end.
func pairing(t testing.TB, id string, coming lobby.Seek) func(lobby.Seek) (room.NewMatch, error) {
	return func(waiting lobby.Seek) (room.NewMatch, error) {
		b, err := newTable(t, id, room.Open, Online(waiting.User, coming.User))
		if err != nil {
			return room.NewMatch{}, err
		}
		return b.Created(), nil
	}
}

// noPairing is a pairing that must not be called.
func noPairing(waiting lobby.Seek) (room.NewMatch, error) {
	return room.NewMatch{}, fmt.Errorf("paired with seek %s of %s", waiting.ID, waiting.User)
}

// wait stores a seek that must find no opponent.
func wait(t testing.TB, s Store, seek lobby.Seek) {
	t.Helper()
	got, err := s.Pair(t.Context(), seek, anyone, noPairing)
	must(t, err)
	wantEqual(t, "waiting seek", got, seek)
}

// wantSeek checks a stored seek.
func wantSeek(t testing.TB, s Store, want lobby.Seek) {
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
	own, err := s.FindOwnSeek(t.Context(), "u1")
	must(t, err)
	wantEqual(t, "own seek", own, seek)
	_, err = s.FindOwnSeek(t.Context(), "u2")
	wantError(t, "no seek", err, failure.ErrNotFound)
	_, err = s.FindSeek(t.Context(), "s9")
	wantError(t, "unknown seek", err, failure.ErrNotFound)
	stranger := seekAt("s2", "stranger", 0)
	_, err = s.Pair(t.Context(), stranger, anyone, pairing(t, "m1", stranger))
	wantError(t, "seek of an unknown user", err, failure.ErrNotFound)
	wantSeek(t, s, seek)
}

func testSeekPairs(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2", "u3")
	first, second := seekAt("s1", "u1", 0), seekAt("s2", "u2", 1)
	wait(t, s, first)
	var waited lobby.Seek
	got, err := s.Pair(t.Context(), second, anyone, func(waiting lobby.Seek) (room.NewMatch, error) {
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
	list, err := s.FindMatches(t.Context(), room.Filter{User: "u2"})
	must(t, err)
	wantEqual(t, "matches of the second", list, []room.Info{info})

	wait(t, s, seekAt("s3", "u3", 2)) // paired seeks no longer wait
	seek := seekAt("s4", "u1", 3)     // and their users may seek again
	got, err = s.Pair(t.Context(), seek, anyone, pairing(t, "m2", seek))
	must(t, err)
	wantEqual(t, "second match", got.Match, "m2")
	wantSeek(t, s, first)
}

func testSeekApart(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	wait(t, s, seekAt("s1", "u1", 0))
	for i, change := range []func(*lobby.Seek){
		func(seek *lobby.Seek) { seek.Game = "another" },
		func(seek *lobby.Seek) { seek.Control = "none" },
		func(seek *lobby.Seek) { seek.User = "u1" }, // never with the same user
	} {
		seek := seekAt(fmt.Sprint("t", i), "u2", 1)
		change(&seek)
		wait(t, s, seek)
	}
}

// testSeekSets stores seeks for several games and clocks. They meet seeks that share a
// game and a clock.
func testSeekSets(t *testing.T, s Store) {
	for i := range 5 {
		addGuests(t, s, fmt.Sprint("u", i))
	}
	many := seekAt("s0", "u0", 0)
	many.AlsoGames, many.AlsoControls, many.AlsoRatings = []string{"second", "third"}, []string{"none", "3d"}, []float64{1612.25, 1400}
	wait(t, s, many)
	wantSeek(t, s, many)
	list, err := s.FindWaiting(t.Context())
	must(t, err)
	wantEqual(t, "waiting", list, []lobby.Seek{many})

	rated := seekAt("s1", "u1", 1)
	rated.Rated = true
	wait(t, s, rated)
	game := seekAt("s2", "u2", 2) // a game in common, but no clock
	game.Game, game.Control = "third", "1d"
	wait(t, s, game)
	clock := seekAt("s3", "u3", 3) // a clock in common, but no game
	clock.Game, clock.AlsoControls = "fourth", []string{"3d"}
	wait(t, s, clock)
	both := seekAt("s4", "u4", 4)
	both.Game, both.AlsoGames, both.Control, both.AlsoControls = "fifth", []string{"second"}, "7d", []string{"3d"}
	both.AlsoRatings = []float64{1500}
	got, err := s.Pair(t.Context(), both, anyone, pairing(t, "m1", both))
	must(t, err)
	both.Match, many.Match = "m1", "m1"
	wantEqual(t, "the seek that came", got, both)
	wantSeek(t, s, both)
	wantSeek(t, s, many)
}

// testSeekAccept makes the match of a chosen seek.
func testSeekAccept(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2", "u3")
	chosen, own := seekAt("s1", "u1", 0), seekAt("s2", "u2", 1)
	own.Control = "none"
	wait(t, s, chosen)
	wait(t, s, own)
	coming := lobby.Seek{User: "u2"}
	refusal := errors.New("no board is free")
	_, err := s.AcceptSeek(t.Context(), "s1", "u2", func(lobby.Seek) (room.NewMatch, error) { return room.NewMatch{}, refusal })
	wantError(t, "error of the pairing", err, refusal)
	_, err = s.AcceptSeek(t.Context(), "s9", "u2", noPairing)
	wantError(t, "a seek that is not there", err, failure.ErrNotFound)
	wantSeek(t, s, chosen)
	var waited lobby.Seek
	got, err := s.AcceptSeek(t.Context(), "s1", "u2", func(waiting lobby.Seek) (room.NewMatch, error) {
		waited = waiting
		return pairing(t, "m1", coming)(waiting)
	})
	must(t, err)
	wantEqual(t, "the seek that was chosen", waited, chosen)
	wantEqual(t, "own seek", got, "s2")
	chosen.Match, own.Match = "m1", "m1"
	wantSeek(t, s, chosen)
	wantSeek(t, s, own)
	_, err = s.AcceptSeek(t.Context(), "s1", "u3", noPairing)
	wantError(t, "a seek that is taken", err, failure.ErrNotFound)
}

// testSeekAcceptRace accepts a seek concurrently: one user gets it.
func testSeekAcceptRace(t *testing.T, s Store) {
	addGuests(t, s, "u")
	for i := range crowd {
		addGuests(t, s, fmt.Sprint("u", i))
	}
	wait(t, s, seekAt("s", "u", 0))
	won := make([]bool, crowd)
	atOnce(crowd, func(i int) {
		user := fmt.Sprint("u", i)
		_, err := s.AcceptSeek(t.Context(), "s", user, pairing(t, fmt.Sprint("m", i), lobby.Seek{User: user}))
		if won[i] = err == nil; !won[i] && !errors.Is(err, failure.ErrNotFound) {
			t.Error(err)
		}
	})
	count := 0
	for _, w := range won {
		if w {
			count++
		}
	}
	all, err := s.CountMatches(t.Context(), room.Filter{})
	must(t, err)
	wantEqual(t, "winners and matches", [2]int{count, all}, [2]int{1, 1})
}

func testSeekReplaced(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	wait(t, s, seekAt("s1", "u1", 0))
	other := seekAt("s2", "u1", 1)
	other.Control = "none"
	wait(t, s, other)
	_, err := s.FindSeek(t.Context(), "s1")
	wantError(t, "replaced seek", err, failure.ErrNotFound)
	wait(t, s, seekAt("s3", "u2", 2)) // no seek waits for 5m+3s any more

	came := seekAt("s4", "u1", 3) // finds an opponent; the replaced seek is still gone
	_, err = s.Pair(t.Context(), came, anyone, pairing(t, "m1", came))
	must(t, err)
	_, err = s.FindSeek(t.Context(), "s2")
	wantError(t, "seek of a paired user", err, failure.ErrNotFound)
}

func testSeekRefused(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	must(t, s.CreateMatch(t.Context(), NewTable(t, "m1", room.Open, Online("u1", "u2")).Created()))
	mine := seekAt("s1", "u1", 0)
	mine.Control = "none"
	waiting := seekAt("s2", "u2", 1)
	wait(t, s, mine)
	wait(t, s, waiting)

	coming, refusal := seekAt("s3", "u1", 2), errors.New("no board is free")
	_, err := s.Pair(t.Context(), coming, anyone, func(lobby.Seek) (room.NewMatch, error) { return room.NewMatch{}, refusal })
	wantError(t, "error of the pairing", err, refusal)
	_, err = s.Pair(t.Context(), coming, anyone, pairing(t, "m1", coming))
	wantTaken(t, "match id that is taken", err, "id")
	_, err = s.Pair(t.Context(), coming, anyone, func(waiting lobby.Seek) (room.NewMatch, error) {
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

	wantSeek(t, s, mine) // nothing has changed, and the old seek is not replaced
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

// anyone is a filter that fits every seek.
func anyone(lobby.Seek) bool { return true }

// ratedSeek returns a seek for a rated match.
func ratedSeek(id, user string, seconds int, rating float64) lobby.Seek {
	seek := seekAt(id, user, seconds)
	seek.Rated, seek.Rating = true, rating
	return seek
}

// couple makes the match of two waiting seeks.
func couple(t testing.TB, id string) func(a, b lobby.Seek) (room.NewMatch, error) {
	return func(a, b lobby.Seek) (room.NewMatch, error) { return pairing(t, id, b)(a) }
}

// testSeekFits pairs with the oldest seek that fits, and calls fits for no seek of
// another pool.
func testSeekFits(t *testing.T, s Store) {
	for i := range 6 {
		addGuests(t, s, fmt.Sprint("u", i))
	}
	wait(t, s, seekAt("casual", "u0", 0))
	for i, rating := range []float64{1500, 1990, 2010, 2000} {
		seek := ratedSeek(fmt.Sprint("s", i), fmt.Sprint("u", i+1), i+1, rating)
		got, err := s.Pair(t.Context(), seek, func(lobby.Seek) bool { return false }, noPairing)
		must(t, err)
		wantEqual(t, "seek that fits no other", got, seek)
	}
	coming, asked := ratedSeek("s9", "u5", 9, 2000), ""
	got, err := s.Pair(t.Context(), coming, func(waiting lobby.Seek) bool {
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
	b.Control = "none" // the caller checks whether they fit
	wait(t, s, a)
	wait(t, s, b)
	refusal := errors.New("no board is free")
	refuse := func(a, b lobby.Seek) (room.NewMatch, error) { return room.NewMatch{}, refusal }
	wantError(t, "error of the pairing", s.PairWaiting(t.Context(), "s1", "s2", refuse), refusal)
	wantError(t, "a seek that is not there", s.PairWaiting(t.Context(), "s1", "s9", couple(t, "m9")), failure.ErrNotFound)
	wantSeek(t, s, a)
	wantSeek(t, s, b)

	var seen [2]lobby.Seek
	must(t, s.PairWaiting(t.Context(), "s1", "s2", func(x, y lobby.Seek) (room.NewMatch, error) {
		seen = [2]lobby.Seek{x, y}
		return couple(t, "m1")(x, y)
	}))
	wantEqual(t, "seeks", seen, [2]lobby.Seek{a, b})
	a.Match, b.Match = "m1", "m1"
	wantSeek(t, s, a)
	wantSeek(t, s, b)
	wait(t, s, seekAt("s3", "u3", 2))
	wantError(t, "a seek that is matched", s.PairWaiting(t.Context(), "s3", "s2", couple(t, "m2")), failure.ErrNotFound)
	wantSeek(t, s, seekAt("s3", "u3", 2))
	_, err := s.FindMatch(t.Context(), "m2")
	wantError(t, "match of a pairing that failed", err, failure.ErrNotFound)
}

// testSeekPairWaitingRace pairs the same seeks concurrently: each is paired once.
func testSeekPairWaitingRace(t *testing.T, s Store) {
	const waiting = 6
	for i := range waiting {
		addGuests(t, s, fmt.Sprint("u", i))
		seek := ratedSeek(fmt.Sprint("s", i), fmt.Sprint("u", i), i, 1500)
		_, err := s.Pair(t.Context(), seek, func(lobby.Seek) bool { return false }, noPairing)
		must(t, err)
	}
	atOnce(crowd, func(i int) {
		a, b := i%waiting, (i+1+i/waiting%(waiting-1))%waiting
		err := s.PairWaiting(t.Context(), fmt.Sprint("s", a), fmt.Sprint("s", b), couple(t, fmt.Sprint("m", i)))
		if err != nil && !errors.Is(err, failure.ErrNotFound) {
			t.Errorf("pair %d with %d: %v", a, b, err)
		}
	})
	var stored []lobby.Seek
	for i := range waiting {
		seek, err := s.FindSeek(t.Context(), fmt.Sprint("s", i))
		must(t, err)
		stored = append(stored, seek)
	}
	wantEqual(t, "waiting", wantCouples(t, s, stored), map[string]int{})
}

// testSeekSeen deletes seeks that were not touched.
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
