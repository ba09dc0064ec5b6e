// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"sync/atomic"
	"testing"
	"time"

	"cairn/internal/play"
)

func token(hash string, purpose play.Purpose, user string) play.Token {
	return play.Token{Hash: hash, Purpose: purpose, User: user, Data: "data of " + hash, Created: noon, Expires: noon.Add(time.Hour)}
}

// wantToken checks whether a token is there.
func wantToken(t testing.TB, s play.Store, want play.Token, there error) {
	t.Helper()
	got, err := s.FindToken(t.Context(), want.Purpose, want.Hash, noon)
	wantError(t, "token "+want.Hash, err, there)
	if there == nil {
		wantEqual(t, "token", got, want)
	}
}

func testToken(t *testing.T, s play.Store) {
	addGuests(t, s, "u1", "u2")
	reset, second := token("h1", play.ResetPassword, "u1"), token("h2", play.SecondStep, "u1")
	other, admin := token("h3", play.ResetPassword, "u2"), token("h4", play.FirstAdmin, "")
	for _, made := range []play.Token{reset, second, other, admin} {
		must(t, s.CreateToken(t.Context(), made))
	}
	for _, want := range []play.Token{reset, second, other, admin} { // none has replaced another
		wantToken(t, s, want, nil)
	}
	_, err := s.FindToken(t.Context(), play.SecondStep, "h1", noon)
	wantError(t, "token for another purpose", err, play.ErrNotFound)
	got, err := s.FindTokenOf(t.Context(), play.ResetPassword, "u1", noon)
	must(t, err)
	wantEqual(t, "token of u1", got, reset)
	_, err = s.FindTokenOf(t.Context(), play.FirstAdmin, "u1", noon)
	wantError(t, "token of another", err, play.ErrNotFound)

	newer, newAdmin := token("h5", play.ResetPassword, "u1"), token("h6", play.FirstAdmin, "")
	must(t, s.CreateToken(t.Context(), newer))
	must(t, s.CreateToken(t.Context(), newAdmin))
	wantToken(t, s, reset, play.ErrNotFound)
	wantToken(t, s, admin, play.ErrNotFound)
	for _, want := range []play.Token{newer, newAdmin, second, other} {
		wantToken(t, s, want, nil)
	}
	must(t, s.DeleteTokens(t.Context(), play.ResetPassword, "u1"))
	must(t, s.DeleteTokens(t.Context(), play.ResetPassword, "u1")) // there may be none
	wantToken(t, s, newer, play.ErrNotFound)
	wantToken(t, s, other, nil)
	wantTaken(t, "same hash", s.CreateToken(t.Context(), token("h3", play.SecondStep, "u2")), "id")
	wantError(t, "token of nobody", s.CreateToken(t.Context(), token("h7", play.SecondStep, "nobody")), play.ErrNotFound)
}

func testTokenExpiry(t *testing.T, s play.Store) {
	addGuests(t, s, "u1", "u2")
	must(t, s.CreateToken(t.Context(), token("h1", play.ResetPassword, "u1")))
	end := noon.Add(time.Hour)
	_, err := s.FindToken(t.Context(), play.ResetPassword, "h1", end)
	must(t, err)
	late := end.Add(time.Millisecond)
	_, err = s.FindToken(t.Context(), play.ResetPassword, "h1", late)
	wantError(t, "expired token", err, play.ErrNotFound)
	_, err = s.FindTokenOf(t.Context(), play.ResetPassword, "u1", late)
	wantError(t, "expired token", err, play.ErrNotFound)
	_, err = s.TakeToken(t.Context(), play.ResetPassword, "h1", late)
	wantError(t, "expired token", err, play.ErrNotFound)
	fresh := token("h2", play.ResetPassword, "u2") // may sweep out what has expired
	fresh.Created, fresh.Expires = late, late.Add(time.Hour)
	must(t, s.CreateToken(t.Context(), fresh))
	_, err = s.FindToken(t.Context(), play.ResetPassword, "h2", late)
	must(t, err)
}

// testTokenOnce takes a token many times at once.
func testTokenOnce(t *testing.T, s play.Store) {
	addGuests(t, s, "u1")
	want := token("h1", play.SecondStep, "u1")
	must(t, s.CreateToken(t.Context(), want))
	_, err := s.TakeToken(t.Context(), play.ResetPassword, "h1", noon)
	wantError(t, "take for another purpose", err, play.ErrNotFound)
	var taken atomic.Int32
	atOnce(20, func(int) {
		got, err := s.TakeToken(t.Context(), play.SecondStep, "h1", noon)
		if err != nil {
			wantError(t, "take again", err, play.ErrNotFound)
			return
		}
		taken.Add(1)
		wantEqual(t, "token", got, want)
	})
	wantEqual(t, "times taken", taken.Load(), int32(1))
}
