// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"errors"
	"fmt"
	"testing"

	"cairn/internal/failure"
	"cairn/internal/live/lobby"
	"cairn/internal/live/room"
)

// crowd is the number of concurrent seeks.
const crowd = 50

// pairAll adds seeks concurrently and returns the stored seeks.
func pairAll(t *testing.T, s Store, seeks []lobby.Seek) []lobby.Seek {
	t.Helper()
	atOnce(len(seeks), func(i int) {
		if _, err := s.Pair(t.Context(), seeks[i], anyone, pairing(t, fmt.Sprint("m", i), seeks[i])); err != nil {
			t.Errorf("seek %s: %v", seeks[i].ID, err)
		}
	})
	var stored []lobby.Seek
	for _, seek := range seeks {
		found, err := s.FindSeek(t.Context(), seek.ID)
		if err == nil {
			stored = append(stored, found)
		} else {
			wantError(t, "seek "+seek.ID, err, failure.ErrNotFound)
		}
	}
	return stored
}

// wantCouples checks that every match has two seeks, of the two users in its seats. It
// returns how many seeks still wait, by pool.
func wantCouples(t *testing.T, s Store, seeks []lobby.Seek) map[string]int {
	t.Helper()
	waiting, couples := map[string]int{}, map[string][]lobby.Seek{}
	for _, seek := range seeks {
		if seek.Match == "" {
			waiting[seek.Game+" "+seek.Control]++
		} else {
			couples[seek.Match] = append(couples[seek.Match], seek)
		}
	}
	for id, couple := range couples {
		if len(couple) != 2 || couple[0].User == couple[1].User || couple[0].Control != couple[1].Control {
			t.Errorf("match %s: got the seeks %v, want two of different users for the same game", id, couple)
			continue
		}
		info, err := s.FindMatch(t.Context(), id)
		must(t, err)
		wantEqual(t, "seats", seated(info), map[string]bool{couple[0].User: true, couple[1].User: true})
	}
	all, err := s.FindMatches(t.Context(), room.Filter{})
	must(t, err)
	wantEqual(t, "number of matches", len(all), len(couples))
	return waiting
}

func seated(info room.Info) map[string]bool {
	return map[string]bool{info.Seats[0]: true, info.Seats[1]: true}
}

func testSeekRace(t *testing.T, s Store) {
	var seeks []lobby.Seek
	for i := range crowd {
		addGuests(t, s, fmt.Sprint("u", i))
		seek := seekAt(fmt.Sprint("s", i), fmt.Sprint("u", i), i)
		seek.Control = []string{"none", "5m+3s"}[i%2]
		seeks = append(seeks, seek)
	}
	stored := pairAll(t, s, seeks)
	wantEqual(t, "number of seeks", len(stored), crowd)
	waiting := wantCouples(t, s, stored)
	game := toy.Info().ID
	if want := crowd / 2 % 2; waiting[game+" none"] != want || waiting[game+" 5m+3s"] != want {
		t.Errorf("waiting: got %v, want %d in each pool", waiting, want)
	}
}

// testSeekTabs has users who seek in several tabs at once.
func testSeekTabs(t *testing.T, s Store) {
	const users = 5
	var seeks []lobby.Seek
	for i := range users {
		addGuests(t, s, fmt.Sprint("u", i))
	}
	for i := range crowd {
		seeks = append(seeks, seekAt(fmt.Sprint("s", i), fmt.Sprint("u", i%users), i))
	}
	for pool, n := range wantCouples(t, s, pairAll(t, s, seeks)) {
		if n > 1 {
			t.Errorf("pool %s: got %d waiting, want 1 at most", pool, n)
		}
	}
}

// testSeekCancelRace cancels seeks while opponents come.
func testSeekCancelRace(t *testing.T, s Store) {
	gaveUp := make([]bool, crowd)
	var seeks []lobby.Seek
	for i := range crowd {
		addGuests(t, s, fmt.Sprint("u", i))
		seeks = append(seeks, seekAt(fmt.Sprint("s", i), fmt.Sprint("u", i), i))
	}
	atOnce(crowd, func(i int) {
		if _, err := s.Pair(t.Context(), seeks[i], anyone, pairing(t, fmt.Sprint("m", i), seeks[i])); err != nil {
			t.Error(err)
		}
		err := s.DeleteSeek(t.Context(), seeks[i].ID, seeks[i].User)
		if gaveUp[i] = err == nil; !gaveUp[i] && !errors.Is(err, failure.ErrNotFound) {
			t.Error(err)
		}
	})
	var stored []lobby.Seek
	for i, seek := range seeks {
		found, err := s.FindSeek(t.Context(), seek.ID)
		if gone := errors.Is(err, failure.ErrNotFound); gone != gaveUp[i] {
			t.Errorf("seek %s: given up %v, gone %v", seek.ID, gaveUp[i], gone)
		}
		if err == nil {
			stored = append(stored, found)
		}
	}
	wantEqual(t, "waiting", wantCouples(t, s, stored), map[string]int{})
}
