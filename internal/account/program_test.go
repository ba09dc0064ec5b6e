// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"context"
	"testing"

	"cairn/internal/account"
	"cairn/internal/failure"
)

func TestBecomeBot(t *testing.T) {
	h := newHouse(t)
	h.close()
	var left []string
	h.open(func(s *account.Service) {
		s.OnWithdraw(func(_ context.Context, user string) error { left = append(left, user); return nil })
	})
	ann, cookie := h.member("Ann")
	_, err := h.Recognise(background, cookie)
	must(t, err)
	token, err := h.Authenticate(background, h.token(ann, "play", account.ScopePlay))
	must(t, err)
	_, err = h.Programs.BecomeBot(background, token)
	wantKey(t, "token without the scope", err, failure.Forbidden, "scope")
	_, err = h.Programs.BecomeBot(background, h.guest())
	wantKey(t, "guest", err, failure.Forbidden, "account-needed")
	for range 2 {
		u, err := h.Programs.BecomeBot(background, ann)
		must(t, err)
		if !u.Bot {
			t.Errorf("got %+v", u)
		}
	}
	if u, err := h.Recognise(background, cookie); err != nil || !u.Bot {
		t.Errorf("got %+v, %v", u, err)
	}
	if len(left) == 0 || left[0] != ann.ID {
		t.Errorf("withdrawn: got %v", left)
	}
	bob, _ := h.member("Bob")
	names, bots, err := h.Named(background, ann.ID, bob.ID)
	must(t, err)
	if names[ann.ID] != "Ann" || !bots[ann.ID] || bots[bob.ID] {
		t.Errorf("got %v, %v", names, bots)
	}
}
