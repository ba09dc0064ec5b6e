// SPDX-License-Identifier: Apache-2.0

package play_test

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"cairn/internal/play"
)

func TestSignUp(t *testing.T) {
	h := newHouse(t)
	good := play.SignUpForm{Email: "ann@example.org", Name: "Ann", Password: "stone-by-stone", Again: "stone-by-stone"}
	ann, token, err := h.SignUp(background, play.User{}, good)
	if err != nil {
		t.Fatal(err)
	}
	if u, err := h.Authenticate(background, token); err != nil || u.ID != ann.ID {
		t.Errorf("token: got %+v, %v", u, err)
	}
	for name, c := range map[string]struct {
		change func(*play.SignUpForm)
		want   map[string]string
	}{
		"all missing":     {func(f *play.SignUpForm) { *f = play.SignUpForm{} }, map[string]string{"email": "email-missing", "name": "name-missing", "password": "password-missing"}},
		"e-mail in use":   {func(f *play.SignUpForm) { f.Email = "ANN@example.org"; f.Name = "Other" }, map[string]string{"email": "email-taken"}},
		"name in use":     {func(f *play.SignUpForm) { f.Email = "b@example.org"; f.Name = "aNN" }, map[string]string{"name": "name-taken"}},
		"malformed":       {func(f *play.SignUpForm) { f.Email = "ann" }, map[string]string{"email": "email-malformed"}},
		"no host":         {func(f *play.SignUpForm) { f.Email = "ann@local" }, map[string]string{"email": "email-malformed"}},
		"two addresses":   {func(f *play.SignUpForm) { f.Email = "Ann <ann@example.org>" }, map[string]string{"email": "email-malformed"}},
		"differ":          {func(f *play.SignUpForm) { f.Again = "x" }, map[string]string{"again": "again-differs"}},
		"short":           {func(f *play.SignUpForm) { f.Password, f.Again = "short", "short" }, map[string]string{"password": "password-weak"}},
		"own name":        {func(f *play.SignUpForm) { f.Name = "stone.by.stone"; f.Password, f.Again = f.Name, f.Name }, map[string]string{"password": "password-weak"}},
		"one letter":      {func(f *play.SignUpForm) { f.Password, f.Again = "aaaaaaaaaa", "aaaaaaaaaa" }, map[string]string{"password": "password-weak"}},
		"endless":         {func(f *play.SignUpForm) { f.Password = strings.Repeat("ab", 600); f.Again = f.Password }, map[string]string{"password": "password-long"}},
		"name of a guest": {func(f *play.SignUpForm) { f.Name = "Guest-ABCDE" }, map[string]string{"name": "name-malformed"}},
		"name with tags":  {func(f *play.SignUpForm) { f.Name = "<b>ann</b>" }, map[string]string{"name": "name-malformed"}},
		"name too long":   {func(f *play.SignUpForm) { f.Name = strings.Repeat("a", 21) }, map[string]string{"name": "name-malformed"}},
		"dot at the end":  {func(f *play.SignUpForm) { f.Name = "ann." }, map[string]string{"name": "name-malformed"}},
	} {
		t.Run(name, func(t *testing.T) {
			form := good
			c.change(&form)
			_, _, err := h.SignUp(background, play.User{}, form)
			var e *play.Error
			if !errors.As(err, &e) || !maps.Equal(e.Fields, c.want) {
				t.Errorf("got %v, want fields %v", err, c.want)
			}
		})
	}
}

func TestGuestKeepsGames(t *testing.T) {
	h := newHouse(t)
	id, white, _ := h.private("toy", "")
	u, _, err := h.SignUp(background, white, play.SignUpForm{Email: "w@example.org", Name: "Wanda", Password: "stone-by-stone", Again: "stone-by-stone"})
	if err != nil || u.ID != white.ID || u.Guest {
		t.Fatalf("got %+v, %v", u, err)
	}
	h.move(u, id, "a1")
	names, err := h.Names(background, u.ID)
	if err != nil || names[u.ID] != "Wanda" {
		t.Errorf("names: got %v, %v", names, err)
	}
}

func TestLogIn(t *testing.T) {
	h := newHouse(t)
	_, _, err := h.SignUp(background, play.User{}, play.SignUpForm{Email: "ann@example.org", Name: "Ann", Password: "stone-by-stone", Again: "stone-by-stone"})
	if err != nil {
		t.Fatal(err)
	}
	for _, login := range []string{"ann@example.org", "ANN@EXAMPLE.ORG", "ann", " Ann "} {
		_, token, err := h.LogIn(background, login, "stone-by-stone")
		if err != nil {
			t.Fatalf("log in as %q: %v", login, err)
		}
		if err := h.LogOut(background, token); err != nil {
			t.Fatal(err)
		}
		_, err = h.Authenticate(background, token)
		wantCode(t, err, play.NotFound)
	}
	guest := h.guest()
	var texts []string
	for _, pair := range [][2]string{{"ann", "wrong"}, {"nobody", "stone-by-stone"}, {"", ""}, {guest.Name, ""}} {
		_, _, err := h.LogIn(background, pair[0], pair[1])
		wantCode(t, err, play.Forbidden)
		texts = append(texts, err.Error())
	}
	for _, text := range texts {
		if text != texts[0] {
			t.Errorf("wrong pairs are told apart: %q and %q", text, texts[0])
		}
	}
	if err := h.LogOut(background, "never there"); err != nil {
		t.Errorf("logging out twice: %v", err)
	}
}
