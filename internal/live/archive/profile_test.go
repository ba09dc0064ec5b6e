// SPDX-License-Identifier: Apache-2.0

package archive_test

import (
	"testing"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/match"
)

func TestExport(t *testing.T) {
	h := newHouse(t)
	f := h.TwoFactor("Ann")
	bob, _ := h.Member("Bob")
	id := h.Joined(f.User, bob)
	h.Do(f.User, id, match.Action{Kind: match.Start})
	h.First(id, f.User, bob)
	h.Do(bob, id, match.Action{Kind: match.Resign})
	must(t, h.SaveSettings(background, f.User, "board=slate"))
	got, err := h.Export(background, f.User)
	must(t, err)
	if u := got.User; u.Email != "Ann@example.org" || u.Settings != "board=slate" || u.Password != "" || u.TwoFactor.On() {
		t.Errorf("user: got %+v, want the address and settings, and no secrets", u)
	}
	if len(got.Sessions) != 1 || got.Sessions[0].Browser != "sign-up" {
		t.Errorf("sessions: got %+v, want one", got.Sessions)
	}
	if len(got.Scores) != 1 || got.Scores[0].Wins != 1 {
		t.Errorf("scores: got %+v, want a win", got.Scores)
	}
	if len(got.Matches) != 1 || got.Matches[0].ID != id {
		t.Errorf("matches: got %+v, want %s", got.Matches, id)
	}
	_, err = h.Export(background, account.User{ID: "unknown"})
	wantCode(t, err, failure.NotFound)
}
