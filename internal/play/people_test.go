// SPDX-License-Identifier: Apache-2.0

package play_test

import (
	"errors"
	"maps"
	"testing"

	"cairn/internal/play"
)

// phrase is everybody's password.
const phrase = "stone-by-stone"

// must stops a test at an error that it is not about.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// member makes an account and returns it with the token of its session.
func (h *house) member(name string) (play.User, string) {
	h.t.Helper()
	form := play.SignUpForm{Email: name + "@example.org", Name: name, Password: phrase, Again: phrase}
	u, token, err := h.SignUp(background, play.User{}, form, "sign-up")
	must(h.t, err)
	return u, token
}

// user returns somebody as stored.
func (h *house) user(id string) play.User {
	h.t.Helper()
	u, err := h.store.FindUser(background, id)
	must(h.t, err)
	return u
}

// wantKey checks an error's code and key.
func wantKey(t testing.TB, what string, err error, code play.Code, key string) {
	t.Helper()
	var e *play.Error
	if !errors.As(err, &e) || e.Code != code || e.Key != key {
		t.Errorf("%s: got %v, want %s %q", what, err, code, key)
	}
}

// wantFields checks what an error says of the fields of a form.
func wantFields(t testing.TB, what string, err error, want map[string]string) {
	t.Helper()
	var e *play.Error
	if !errors.As(err, &e) || !maps.Equal(e.Fields, want) {
		t.Errorf("%s: got %v, want fields %v", what, err, want)
	}
}

// wantNobody checks that tokens are good for nothing.
func (h *house) wantNobody(what string, tokens ...string) {
	h.t.Helper()
	for i, token := range tokens {
		if u, err := h.Authenticate(background, token); play.CodeOf(err) != play.NotFound {
			h.t.Errorf("%s, token %d: got %+v, %v, want not found", what, i, u, err)
		}
	}
}
