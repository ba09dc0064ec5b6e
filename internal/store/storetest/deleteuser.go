// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live"
)

// testDeleteUser deletes one of two who have everything: the other keeps it.
func testDeleteUser(t *testing.T, s Store) {
	for _, u := range []account.User{member("u1", "Anna", "anna@example.org"), member("u2", "Bert", "bert@example.org")} {
		must(t, s.CreateUser(t.Context(), u))
		must(t, s.CreateSession(t.Context(), session("session "+u.ID, u.ID, time.Hour)))
		must(t, s.CreateToken(t.Context(), token("token "+u.ID, account.ResetPassword, u.ID)))
		seek := live.Seek{ID: "seek " + u.ID, User: u.ID, Game: u.ID, Control: "none", Created: noon, Seen: noon}
		_, err := s.Pair(t.Context(), seek, func(live.Seek) bool { return true }, nil)
		must(t, err)
	}
	b := begin(t, s, "m1", Online("u1", "u2"))
	store(t, s, b.Start(), ended(b))

	must(t, s.DeleteUser(t.Context(), "u1", noon))
	wantError(t, "delete again", s.DeleteUser(t.Context(), "u1", noon), failure.ErrNotFound)
	for id, want := range map[string]error{"u1": failure.ErrNotFound, "u2": nil} {
		_, err := s.FindUser(t.Context(), id)
		wantError(t, "user "+id, err, want)
		_, _, err = s.FindSession(t.Context(), "session "+id, noon)
		wantError(t, "session of "+id, err, want)
		_, err = s.FindToken(t.Context(), account.ResetPassword, "token "+id, noon)
		wantError(t, "token of "+id, err, want)
		_, err = s.FindSeek(t.Context(), "seek "+id)
		wantError(t, "seek of "+id, err, want)
	}
	hashes, _ := endedAfter(t, s, 0)
	wantEqual(t, "ended sessions", hashes, []string{"session u1"})
	wantScores(t, s, "u1")
	wantScores(t, s, "u2", live.Score{Game: toy.Info().ID, Losses: 1})
	for id, want := range map[string]int{"u1": 0, "u2": 1} {
		list, err := s.FindMatches(t.Context(), live.Filter{User: id})
		must(t, err)
		wantEqual(t, "matches of "+id, len(list), want)
	}
	info, err := s.FindMatch(t.Context(), "m1")
	must(t, err)
	wantEqual(t, "seats", info.Seats, [2]string{"u1", "u2"})
	must(t, s.CreateUser(t.Context(), member("u3", "Anna", "anna@example.org"))) // both are free again
	must(t, s.Wipe(t.Context()))
}

// testDeleteGuests deletes guests who have left nothing behind.
func testDeleteGuests(t *testing.T, s Store) {
	addGuests(t, s, "idle", "expired", "logged in", "plays", "waits")
	must(t, s.CreateUser(t.Context(), member("account", "Anna", "anna@example.org")))
	must(t, s.CreateSession(t.Context(), session("h1", "expired", time.Minute)))
	must(t, s.CreateSession(t.Context(), session("h2", "logged in", time.Hour)))
	begin(t, s, "m1", Online("plays", "computer:novice"))
	seek := live.Seek{ID: "s1", User: "waits", Game: "toy", Control: "none", Created: noon, Seen: noon}
	_, err := s.Pair(t.Context(), seek, func(live.Seek) bool { return true }, nil)
	must(t, err)

	must(t, s.DeleteGuests(t.Context(), noon.Add(2*time.Minute)))
	for id, want := range map[string]error{
		"idle": failure.ErrNotFound, "expired": failure.ErrNotFound,
		"logged in": nil, "plays": nil, "waits": nil, "account": nil,
	} {
		_, err := s.FindUser(t.Context(), id)
		wantError(t, id, err, want)
	}
}
