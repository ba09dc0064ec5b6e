// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
)

const day = 24 * time.Hour

// token creates a token of a user.
func (h *house) token(user account.User, name string, scopes account.Scopes) string {
	h.t.Helper()
	text, _, err := h.Programs.CreateToken(background, h.user(user.ID), account.TokenSpec{Name: name, Scopes: scopes})
	must(h.t, err)
	return text
}

func TestToken(t *testing.T) {
	h := newHouse(t)
	ann, cookie := h.member("Ann")
	bob, _ := h.member("Bob")
	text := h.token(ann, " my\x00 program ", account.ScopeRead|account.ScopePlay)
	if !strings.HasPrefix(text, "cairn_") || len(text) != len("cairn_")+43 {
		t.Errorf("got %q", text)
	}
	for range 2 { // Recognise remembers sessions
		for _, find := range []func() (account.User, error){
			func() (account.User, error) { return h.Authenticate(background, text) },
			func() (account.User, error) { return h.Recognise(background, text) },
		} {
			if u, err := find(); err != nil || u.ID != ann.ID || u.Scopes != account.ScopeRead|account.ScopePlay {
				t.Errorf("got %+v, %v", u, err)
			}
		}
		if u, err := h.Recognise(background, cookie); err != nil || u.ID != ann.ID || u.Scopes != 0 {
			t.Errorf("browser: got %+v, %v", u, err)
		}
	}

	list, err := h.Programs.Tokens(background, ann)
	must(t, err)
	if len(list) != 1 || list[0].Name != "my program" || list[0].Scopes.String() != "read,play" || list[0].Expires != h.clock.Now().Add(365*day) {
		t.Fatalf("tokens: got %+v", list)
	}
	browsers, err := h.Sessions(background, ann, cookie)
	must(t, err)
	if len(browsers) != 1 || !browsers[0].Current {
		t.Errorf("browsers: got %+v", browsers)
	}
	must(t, h.EndOtherSessions(background, ann, cookie))
	_, err = h.Authenticate(background, text)
	must(t, err)
	wantCode(t, h.EndSession(background, bob, list[0].ID()), failure.NotFound)

	var ended []string
	h.close()
	h.open(func(s *account.Service) { s.OnSessionEnd(func(hash string) { ended = append(ended, hash) }) })
	must(t, h.EndSession(background, ann, list[0].ID()))
	h.wantInvalid("ended", text)
	if !slices.Equal(ended, []string{account.HashToken(text)}) {
		t.Errorf("reported: got %v", ended)
	}
}

// A token is valid for its chosen life, used or not.
func TestTokenExpiry(t *testing.T) {
	h := newHouse(t)
	ann, cookie := h.member("Ann")
	text := h.token(ann, "year", account.ScopeRead)
	short, own, err := h.Programs.CreateToken(background, ann, account.TokenSpec{Name: "week", Scopes: account.ScopeRead, Life: 7 * day})
	must(t, err)
	if own.Expires != h.clock.Now().Add(7*day) || own.ID() == "" {
		t.Errorf("got %+v", own)
	}
	h.clock.Advance(200 * day)
	h.close()
	h.open() // deletes what has expired
	h.wantInvalid("after 200 days", short, cookie)
	u, err := h.Authenticate(background, text)
	must(t, err)
	if list, err := h.Programs.Tokens(background, u); err != nil || len(list) != 1 || list[0].Seen != h.clock.Now() {
		t.Errorf("last use: got %+v, %v", list, err)
	}
	h.clock.Advance(165*day + time.Second)
	h.wantInvalid("after a year", text)
}

func TestTokenRefused(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.member("Ann")
	create := func(user account.User, spec account.TokenSpec) error {
		_, _, err := h.Programs.CreateToken(background, user, spec)
		return err
	}
	read := account.TokenSpec{Name: "x", Scopes: account.ScopeRead}
	for _, c := range []struct {
		spec        account.TokenSpec
		field, want string
	}{
		{account.TokenSpec{Name: "x"}, "scopes", "token-scopes-missing"},
		{account.TokenSpec{Name: "x", Scopes: 1 << 7}, "scopes", "token-scopes-unknown"},
		{account.TokenSpec{Name: "x", Scopes: account.ScopeModerate}, "scopes", "token-scopes-role"},
		{account.TokenSpec{Name: " \t", Scopes: account.ScopeRead}, "name", "token-name-missing"},
		{account.TokenSpec{Name: "x", Scopes: account.ScopeRead, Life: -day}, "days", "token-life"},
		{account.TokenSpec{Name: "x", Scopes: account.ScopeRead, Life: 6 * 365 * day}, "days", "token-life"},
	} {
		wantFields(t, c.want, create(ann, c.spec), map[string]string{c.field: c.want})
	}
	must(t, h.Staff.SetRole(background, account.Operator, "Ann", account.Moderator))
	must(t, create(h.user(ann.ID), account.TokenSpec{Name: "x", Scopes: account.ScopeModerate}))

	u, err := h.Authenticate(background, h.token(ann, "program", account.AllScopes))
	must(t, err)
	wantKey(t, "with a token", create(u, read), failure.Forbidden, "token-scope")
	wantCode(t, create(account.User{ID: ann.ID, Version: ann.Version + 1}, read), failure.Stale)
	for range 48 {
		h.token(ann, "one of many", account.ScopeRead)
	}
	wantKey(t, "many", create(ann, read), failure.Forbidden, "token-many")
}

// Changes that end all sessions of a user end personal tokens, too.
func TestTokenEnds(t *testing.T) {
	h := newHouse(t)
	for name, end := range map[string]func(u account.User) error{
		"password": func(u account.User) error {
			_, err := h.ChangePassword(background, u, proof(phrase), "another phrase", "")
			return err
		},
		"ban":      func(u account.User) error { return h.Staff.SetBanned(background, account.Operator, u.Name, true) },
		"deletion": func(u account.User) error { return h.DeleteAccount(background, u, proof(phrase)) },
	} {
		u, _ := h.member(name)
		text := h.token(u, name, account.ScopeRead)
		_, err := h.Recognise(background, text)
		must(t, err)
		must(t, end(u))
		h.wantInvalid(name, text)
		_, err = h.Recognise(background, text)
		wantCode(t, err, failure.NotFound)
	}
}

func TestGuestToken(t *testing.T) {
	h := newHouse(t)
	guest, text, err := h.Programs.GuestToken(background, "curl")
	must(t, err)
	u, err := h.Authenticate(background, text)
	must(t, err)
	if u.ID != guest.ID || !u.Guest || u.Scopes != account.ScopeRead|account.ScopePlay {
		t.Errorf("got %+v", u)
	}
}
