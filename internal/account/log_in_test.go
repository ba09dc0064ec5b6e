// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/fair"
)

func TestLogIn(t *testing.T) {
	h := newHouse(t)
	h.member("Ann")
	for _, login := range []string{"ann@example.org", "ANN@EXAMPLE.ORG", "ann", " Ann "} {
		result, err := h.LogIn(background, login, phrase, "")
		if err != nil {
			t.Fatalf("log in as %q: %v", login, err)
		}
		if err := h.LogOut(background, result.Token); err != nil {
			t.Fatal(err)
		}
		_, err = h.Authenticate(background, result.Token)
		wantCode(t, err, failure.NotFound)
	}
	guest := h.guest()
	var texts []string
	for _, pair := range [][2]string{{"ann", "wrong"}, {"unknown", phrase}, {"", ""}, {guest.Name, ""}} {
		_, err := h.LogIn(background, pair[0], pair[1], "")
		wantCode(t, err, failure.Forbidden)
		texts = append(texts, err.Error())
	}
	for _, text := range texts {
		if text != texts[0] {
			t.Errorf("errors differ: %q and %q", text, texts[0])
		}
	}
	if err := h.LogOut(background, "never there"); err != nil {
		t.Errorf("logging out twice: %v", err)
	}
}

// TestLogInBanned reveals a ban only with the right password.
func TestLogInBanned(t *testing.T) {
	h := newHouse(t)
	_, token := h.member("Ann")
	must(t, h.Staff.SetBanned(background, account.Operator, "Ann", true))
	h.wantInvalid("banned", token)
	_, err := h.LogIn(background, "ann", "wrong", "")
	wantKey(t, "wrong password", err, failure.Forbidden, "login-wrong")
	_, err = h.LogIn(background, "ann", phrase, "")
	wantKey(t, "right password", err, failure.Forbidden, "banned")
	must(t, h.Staff.SetBanned(background, account.Operator, "Ann", false))
	_, err = h.LogIn(background, "ann", phrase, "")
	must(t, err)
}

// TestRehash logs in with a hash that was made with less memory.
func TestRehash(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.member("Ann")
	encode := base64.RawStdEncoding.EncodeToString
	salt := []byte("sixteen bytes ..")
	weak := fmt.Sprintf("$argon2id$v=19$m=8192,t=1,p=1$%s$%s", encode(salt), encode(argon2.IDKey([]byte(phrase), salt, 1, 8192, 1, 32)))
	_, err := h.store.UpdateUser(background, ann.ID, func(u *account.User) error { u.Password = weak; return nil })
	must(t, err)
	_, err = h.LogIn(background, "ann", "wrong", "")
	wantCode(t, err, failure.Forbidden)
	if got := h.user(ann.ID).Password; got != weak {
		t.Errorf("hash after a wrong password: got %s, want %s", got, weak)
	}
	for range 2 {
		_, err = h.LogIn(background, "ann", phrase, "")
		must(t, err)
	}
	var memory, passes int
	if _, err := fmt.Sscanf(h.user(ann.ID).Password, "$argon2id$v=19$m=%d,t=%d", &memory, &passes); err != nil || memory < 19*1024 || passes < 2 {
		t.Errorf("hash: got %d KiB and %d passes, %v, want at least 19456 and 2", memory, passes, err)
	}
}

// TestDamagedHash logs in with a malformed hash: that is an internal error.
func TestDamagedHash(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.member("Ann")
	for _, hash := range []string{"plain", "$argon2id$v=19$m=1,t=1,p=1$", "$argon2id$v=19$m=1,t=1,p=1$%%$AA", "$argon2id$v=19$m=1,t=1,p=1$AA$%%"} {
		_, err := h.store.UpdateUser(background, ann.ID, func(u *account.User) error { u.Password = hash; return nil })
		must(t, err)
		_, err = h.LogIn(background, "ann", phrase, "")
		wantCode(t, err, failure.Internal)
	}
}

// TestFlood logs in more users than can wait: the others are refused at once, with a time
// to retry after.
func TestFlood(t *testing.T) {
	h := newHouse(t)
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	var all sync.WaitGroup
	limited := make(chan error, 1000)
	for range cap(limited) {
		all.Go(func() {
			_, err := h.LogIn(ctx, "unknown", phrase, "")
			if failure.CodeOf(err) == failure.Limited {
				limited <- err
				cancel() // ends the waiting log-ins
			}
		})
	}
	all.Wait()
	close(limited)
	err := <-limited
	wantKey(t, "flood", err, failure.Limited, "passwords-busy")
	var refused *failure.Error
	if !errors.As(err, &refused) || refused.Retry < time.Second {
		t.Errorf("got %v, want a time to try again", err)
	}
	_, err = h.LogIn(background, "unknown", phrase, "")
	wantKey(t, "after the flood", err, failure.Forbidden, "login-wrong")
}

// TestFloodFair floods the hasher from one address: another address does not wait for it,
// and the number of its waiting log-ins is bounded.
func TestFloodFair(t *testing.T) {
	h := newHouse(t)
	s := account.New(account.Options{Store: h.store, Hashing: 1})
	ctx, cancel := context.WithCancel(fair.With(background, fair.Client{Address: "many", Network: "n"}))
	var all sync.WaitGroup
	var done atomic.Int64
	for range 64 {
		all.Go(func() {
			_, _ = s.LogIn(ctx, "unknown", phrase, "")
			done.Add(1)
		})
	}
	for s.Hashing() < 50 {
		runtime.Gosched()
	}
	before := done.Load()
	_, err := s.LogIn(fair.With(background, fair.Client{Address: "one", Network: "m"}), "unknown", phrase, "")
	wantKey(t, "another address", err, failure.Forbidden, "login-wrong")
	if got := done.Load() - before; got > 10 {
		t.Errorf("got %d log-ins before that of another address, want it to be next", got)
	}
	for s.OfAddress("many") < 64 {
		all.Go(func() { _, _ = s.LogIn(ctx, "unknown", phrase, "") })
		runtime.Gosched()
	}
	_, err = s.LogIn(ctx, "unknown", phrase, "")
	wantKey(t, "the address itself", err, failure.Limited, "passwords-busy")
	cancel()
	all.Wait()
}

func TestLogInTwoFactor(t *testing.T) {
	h := newHouse(t)
	f := h.twoFactor("Ann")
	result := f.LogIn()
	if result.Token != "" {
		t.Fatalf("got %+v, want no token before the code", result)
	}
	code := f.Code()
	u, token, err := h.LogInTwoFactor(background, result.TwoFactor, code, "")
	must(t, err)
	if got, err := h.Authenticate(background, token); err != nil || got.ID != u.ID || u.Name != "Ann" {
		t.Errorf("got %+v, %v", got, err)
	}
	_, _, err = h.LogInTwoFactor(background, result.TwoFactor, f.Code(), "")
	wantKey(t, "the same log-in again", err, failure.NotFound, "two-factor-gone")
	_, _, err = h.LogInTwoFactor(background, f.LogIn().TwoFactor, code, "")
	wantKey(t, "the same code again", err, failure.Forbidden, "code-wrong")

	late := f.LogIn()
	h.clock.Advance(10*time.Minute + time.Second)
	_, _, err = h.LogInTwoFactor(background, late.TwoFactor, f.Code(), "")
	wantKey(t, "after ten minutes", err, failure.NotFound, "two-factor-gone")

	banned := f.LogIn()
	_, err = h.store.UpdateUser(background, u.ID, func(u *account.User) error { u.Banned = true; return nil })
	must(t, err)
	_, _, err = h.LogInTwoFactor(background, banned.TwoFactor, f.Code(), "")
	wantKey(t, "banned meanwhile", err, failure.Forbidden, "banned")
}

// TestWrongCodes tries wrong codes until the log-in must begin again.
func TestWrongCodes(t *testing.T) {
	h := newHouse(t)
	f := h.twoFactor("Ann")
	result := f.LogIn()
	for range 4 {
		_, _, err := h.LogInTwoFactor(background, result.TwoFactor, "000000", "")
		wantKey(t, "wrong code", err, failure.Forbidden, "code-wrong")
	}
	_, _, err := h.LogInTwoFactor(background, result.TwoFactor, "", "")
	wantKey(t, "fifth wrong code", err, failure.NotFound, "two-factor-gone")
	_, _, err = h.LogInTwoFactor(background, result.TwoFactor, f.Code(), "")
	wantKey(t, "right code too late", err, failure.NotFound, "two-factor-gone")
}

// TestCodesAtOnce uses one right code in concurrent requests: one succeeds.
func TestCodesAtOnce(t *testing.T) {
	h := newHouse(t)
	f := h.twoFactor("Ann")
	for name, code := range map[string]string{"code": f.Code(), "recovery code": f.Recovery[0]} {
		result := f.LogIn()
		entered := make(chan bool, 20)
		var all sync.WaitGroup
		for range cap(entered) {
			all.Go(func() {
				if _, _, err := h.LogInTwoFactor(background, result.TwoFactor, code, ""); err == nil {
					entered <- true
				}
			})
		}
		all.Wait()
		if got := len(entered); got != 1 {
			t.Errorf("%s: got %d who entered, want 1", name, got)
		}
	}
}
