// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"testing"

	"cairn/internal/account"
)

// TestAttempts checks that attempts at an account have one key, by name or address, until
// its password changes, and that a mark is valid for one account and password.
func TestAttempts(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.member("Ann")
	bob, _ := h.member("Bob")
	mark := ann.NewMark()
	if mark == ann.NewMark() {
		t.Error("two browsers have the same mark")
	}
	marks := []string{"", "nonsense", bob.NewMark(), mark}
	by := func(login string) account.Attempt {
		t.Helper()
		a, err := h.Attempts.ByLogin(background, login, marks)
		must(t, err)
		return a
	}
	for _, login := range []string{"ann", " ANN ", "Ann@example.org"} {
		if got := by(login); got != by("Ann") || got.Device != mark {
			t.Errorf("%q: got %+v, want %+v", login, got, by("Ann"))
		}
	}
	if got := by("bob").Device; got != marks[2] {
		t.Errorf("Bob: got the mark %q, want %q", got, marks[2])
	}
	if a, b := by("unknown"), by(" Unknown"); a != b || a == by("other") || a.Device != "" {
		t.Errorf("without an account: got %+v and %+v, want one key and no mark", a, b)
	}
	before := by("ann")
	_, err := h.ChangePassword(background, ann, account.Proof{Password: phrase}, "moss on stone", "")
	must(t, err)
	if got := by("ann"); got.Key == before.Key || got.Device != "" {
		t.Errorf("after the password changed: got %+v, want another key and no mark", got)
	}
	guest := h.guest()
	if got := h.Attempts.Of(guest, []string{guest.NewMark()}).Device; got != "" {
		t.Errorf("a guest: got the mark %q, want none", got)
	}
}
