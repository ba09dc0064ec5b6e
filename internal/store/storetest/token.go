// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"sync/atomic"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
)

func token(hash string, purpose account.Purpose, user string) account.Token {
	return account.Token{Hash: hash, Purpose: purpose, User: user, Data: "data of " + hash, Created: noon, Expires: noon.Add(time.Hour)}
}

// wantToken checks whether a token exists.
func wantToken(t testing.TB, s Store, want account.Token, there error) {
	t.Helper()
	got, err := s.FindToken(t.Context(), want.Purpose, want.Hash, noon)
	wantError(t, "token "+want.Hash, err, there)
	if there == nil {
		wantEqual(t, "token", got, want)
	}
}

func testToken(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	reset, second := token("h1", account.ResetPassword, "u1"), token("h2", account.TwoFactorLogIn, "u1")
	other, admin := token("h3", account.ResetPassword, "u2"), token("h4", account.FirstAdmin, "")
	for _, made := range []account.Token{reset, second, other, admin} {
		must(t, s.CreateToken(t.Context(), made))
	}
	for _, want := range []account.Token{reset, second, other, admin} { // none has replaced another
		wantToken(t, s, want, nil)
	}
	_, err := s.FindToken(t.Context(), account.TwoFactorLogIn, "h1", noon)
	wantError(t, "token for another purpose", err, failure.ErrNotFound)
	got, err := s.FindTokenOf(t.Context(), account.ResetPassword, "u1", noon)
	must(t, err)
	wantEqual(t, "token of u1", got, reset)
	_, err = s.FindTokenOf(t.Context(), account.FirstAdmin, "u1", noon)
	wantError(t, "token of another", err, failure.ErrNotFound)

	newer, newAdmin := token("h5", account.ResetPassword, "u1"), token("h6", account.FirstAdmin, "")
	must(t, s.CreateToken(t.Context(), newer))
	must(t, s.CreateToken(t.Context(), newAdmin))
	wantToken(t, s, reset, failure.ErrNotFound)
	for _, want := range []account.Token{newer, newAdmin, admin, second, other} {
		wantToken(t, s, want, nil)
	}
	wantTaken(t, "same hash", s.CreateToken(t.Context(), token("h3", account.TwoFactorLogIn, "u2")), "id")
	wantError(t, "token of an unknown user", s.CreateToken(t.Context(), token("h7", account.TwoFactorLogIn, "unknown")), failure.ErrNotFound)
}

func testTokenExpiry(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	must(t, s.CreateToken(t.Context(), token("h1", account.ResetPassword, "u1")))
	end := noon.Add(time.Hour)
	_, err := s.FindToken(t.Context(), account.ResetPassword, "h1", end)
	must(t, err)
	late := end.Add(time.Millisecond)
	_, err = s.FindToken(t.Context(), account.ResetPassword, "h1", late)
	wantError(t, "expired token", err, failure.ErrNotFound)
	_, err = s.FindTokenOf(t.Context(), account.ResetPassword, "u1", late)
	wantError(t, "expired token", err, failure.ErrNotFound)
	_, err = s.TakeToken(t.Context(), account.ResetPassword, "h1", late)
	wantError(t, "expired token", err, failure.ErrNotFound)
	fresh := token("h2", account.ResetPassword, "u2") // may delete expired ones
	fresh.Created, fresh.Expires = late, late.Add(time.Hour)
	must(t, s.CreateToken(t.Context(), fresh))
	_, err = s.FindToken(t.Context(), account.ResetPassword, "h2", late)
	must(t, err)
}

// testTokenOnce takes a token many times concurrently.
func testTokenOnce(t *testing.T, s Store) {
	addGuests(t, s, "u1")
	want := token("h1", account.TwoFactorLogIn, "u1")
	must(t, s.CreateToken(t.Context(), want))
	_, err := s.TakeToken(t.Context(), account.ResetPassword, "h1", noon)
	wantError(t, "take for another purpose", err, failure.ErrNotFound)
	var taken atomic.Int32
	atOnce(20, func(int) {
		got, err := s.TakeToken(t.Context(), account.TwoFactorLogIn, "h1", noon)
		if err != nil {
			wantError(t, "take again", err, failure.ErrNotFound)
			return
		}
		taken.Add(1)
		wantEqual(t, "token", got, want)
	})
	wantEqual(t, "times taken", taken.Load(), int32(1))
}
