// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"cairn/internal/account"
	"cairn/internal/failure"
)

func TestSignUp(t *testing.T) {
	h := newHouse(t)
	good := account.SignUpForm{Email: "ann@example.org", Name: "Ann", Password: "stone-by-stone"}
	ann, token, err := h.SignUp(background, account.User{}, good, "")
	if err != nil {
		t.Fatal(err)
	}
	if u, err := h.Authenticate(background, token); err != nil || u.ID != ann.ID {
		t.Errorf("token: got %+v, %v", u, err)
	}
	for name, c := range map[string]struct {
		change func(*account.SignUpForm)
		want   map[string]string
	}{
		"all missing":     {func(f *account.SignUpForm) { *f = account.SignUpForm{} }, map[string]string{"email": "email-missing", "name": "name-missing", "password": "password-missing"}},
		"optional":        {func(f *account.SignUpForm) { f.Email, f.EmailOptional = "ann", true }, map[string]string{"email": "email-malformed"}},
		"both in use":     {func(f *account.SignUpForm) { f.Email, f.Name = "Ann@example.org", "ANN" }, map[string]string{"name": "name-taken"}},
		"name in use":     {func(f *account.SignUpForm) { f.Email = "b@example.org"; f.Name = "aNN" }, map[string]string{"name": "name-taken"}},
		"malformed":       {func(f *account.SignUpForm) { f.Email = "ann" }, map[string]string{"email": "email-malformed"}},
		"no host":         {func(f *account.SignUpForm) { f.Email = "ann@local" }, map[string]string{"email": "email-malformed"}},
		"two addresses":   {func(f *account.SignUpForm) { f.Email = "Ann <ann@example.org>" }, map[string]string{"email": "email-malformed"}},
		"short":           {func(f *account.SignUpForm) { f.Password = "short" }, map[string]string{"password": "password-short"}},
		"own name":        {func(f *account.SignUpForm) { f.Name = "stone.by.stone"; f.Password = f.Name }, map[string]string{"password": "password-personal"}},
		"one letter":      {func(f *account.SignUpForm) { f.Password = "aaaaaaaaaa" }, map[string]string{"password": "password-repetitive"}},
		"what many take":  {func(f *account.SignUpForm) { f.Password = "Password123" }, map[string]string{"password": "password-common"}},
		"endless":         {func(f *account.SignUpForm) { f.Password = strings.Repeat("ab", 600) }, map[string]string{"password": "password-long"}},
		"name of a guest": {func(f *account.SignUpForm) { f.Name = "Guest-ABCDE" }, map[string]string{"name": "name-malformed"}},
		"name with tags":  {func(f *account.SignUpForm) { f.Name = "<b>ann</b>" }, map[string]string{"name": "name-malformed"}},
		"name too long":   {func(f *account.SignUpForm) { f.Name = strings.Repeat("a", 21) }, map[string]string{"name": "name-malformed"}},
		"dot at the end":  {func(f *account.SignUpForm) { f.Name = "ann." }, map[string]string{"name": "name-malformed"}},
	} {
		t.Run(name, func(t *testing.T) {
			form := good
			c.change(&form)
			_, _, err := h.SignUp(background, account.User{}, form, "")
			var e *failure.Error
			if !errors.As(err, &e) || !maps.Equal(e.Fields, c.want) {
				t.Errorf("got %v, want fields %v", err, c.want)
			}
		})
	}
}

// TestSignUpRotates checks that a guest's token is invalid after sign-up.
func TestSignUpRotates(t *testing.T) {
	h := newHouse(t)
	guest, old, err := h.Guest(background, "")
	must(t, err)
	_, token, err := h.SignUp(background, guest, account.SignUpForm{Email: "a@example.org", Name: "Ann", Password: phrase}, "")
	must(t, err)
	_, err = h.Authenticate(background, old)
	wantCode(t, err, failure.NotFound)
	_, err = h.Authenticate(background, token)
	must(t, err)
}
