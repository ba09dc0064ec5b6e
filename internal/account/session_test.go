// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/store/sqlite"
)

func TestSessions(t *testing.T) {
	h := newHouse(t)
	ann, first := h.member("Ann")
	bob, _ := h.member("Bob")
	h.clock.Advance(2 * time.Hour)
	result, err := h.LogIn(background, "ann", phrase, "Firefox")
	must(t, err)
	list, err := h.Sessions(background, ann, first)
	must(t, err)
	if len(list) != 2 || list[0].Browser != "Firefox" || list[0].Current || !list[1].Current || list[1].Browser != "sign-up" {
		t.Fatalf("got %+v, want the new one, then the current one", list)
	}
	wantKey(t, "another's session", h.EndSession(background, bob, list[0].ID()), failure.NotFound, "not-found")
	must(t, h.EndSession(background, ann, list[0].ID()))
	h.wantInvalid("ended", result.Token)
	wantKey(t, "ended session", h.EndSession(background, ann, list[0].ID()), failure.NotFound, "not-found")

	second, err := h.LogIn(background, "ann", phrase, "")
	must(t, err)
	must(t, h.EndOtherSessions(background, ann, first))
	h.wantInvalid("other session", second.Token)
	_, err = h.Authenticate(background, first)
	must(t, err)
}

func TestSessionSeen(t *testing.T) {
	h := newHouse(t)
	ann, token := h.member("Ann")
	seen := func() time.Time {
		list, err := h.Sessions(background, ann, token)
		must(t, err)
		return list[0].Seen
	}
	begin := h.clock.Now()
	for _, c := range []struct {
		pass time.Duration
		want time.Duration
	}{{59 * time.Minute, 0}, {time.Minute, time.Hour}, {59 * time.Minute, time.Hour}} {
		h.clock.Advance(c.pass)
		_, err := h.Authenticate(background, token)
		must(t, err)
		if got, want := seen(), begin.Add(c.want); !got.Equal(want) {
			t.Errorf("seen: got %v, want %v", got, want)
		}
	}
	for range 3 {
		h.clock.Advance(50 * 24 * time.Hour)
		_, err := h.Authenticate(background, token)
		must(t, err)
	}
	h.clock.Advance(180*24*time.Hour - h.clock.Now().Sub(begin) + time.Second)
	h.wantInvalid("after 180 days", token)
}

// An unused session ends early.
func TestSessionIdle(t *testing.T) {
	h := newHouse(t)
	_, token := h.member("Ann")
	h.clock.Advance(60*24*time.Hour + time.Second)
	h.wantInvalid("after 60 idle days", token)
}

func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// TestOnSessionEnd checks that each ended session is reported once: immediately if this
// service ends it, within a second if another process does.
func TestOnSessionEnd(t *testing.T) {
	h := newHouse(t)
	_, before := h.member("Early")
	must(t, h.LogOut(background, before))
	h.close()
	ended := make(chan string, 100)
	h.open(func(s *account.Service) { s.OnSessionEnd(func(hash string) { ended <- hash }) })
	ann, token := h.member("Ann")
	other, err := h.LogIn(background, "ann", phrase, "")
	must(t, err)
	must(t, h.LogOut(background, token))
	select {
	case got := <-ended:
		if want := hashOf(token); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	default:
		t.Error("the session was not reported before LogOut returned")
	}
	beside, err := sqlite.Open(h.dir, sqlite.Options{Shared: true})
	must(t, err)
	must(t, beside.DeleteSessions(background, ann.ID, "", h.clock.Now()))
	must(t, beside.Close())
	if got, want := <-ended, hashOf(other.Token); got != want {
		t.Errorf("session ended by another process: got %s, want %s", got, want)
	}
	h.close() // the watch has stopped
	if len(ended) > 0 {
		t.Errorf("reported twice: %s", <-ended)
	}
}

// A cached user may be seconds old, but an ended session is unknown at once.
func TestRecognise(t *testing.T) {
	h := newHouse(t)
	ann, token := h.member("Ann")
	name := func() string {
		u, err := h.Recognise(background, token)
		must(t, err)
		return u.Name
	}
	rename := func(name string) {
		_, err := h.store.UpdateUser(background, ann.ID, func(u *account.User) error {
			u.Name = name
			return nil
		})
		must(t, err)
	}
	wantName := func(when, want string) {
		t.Helper()
		if got := name(); got != want {
			t.Errorf("%s: got %q, want %q", when, got, want)
		}
	}
	wantName("first", "Ann")
	rename("Anna")
	wantName("a moment later", "Ann")
	h.clock.Advance(10 * time.Second)
	wantName("seconds later", "Anna")
	rename("Anne")
	h.Forget(ann.ID)
	wantName("forgotten", "Anne")
	must(t, h.LogOut(background, token))
	_, err := h.Recognise(background, token)
	wantKey(t, "ended session", err, failure.NotFound, "not-found")
	_, err = h.Recognise(background, "unknown")
	wantKey(t, "unknown session", err, failure.NotFound, "not-found")
}

// A session that ends while it is read from the store is not cached.
func TestRecogniseWhileEnding(t *testing.T) {
	h := newHouse(t)
	_, token := h.member("Ann")
	ending := &endingStore{Store: h.store}
	s := account.New(account.Options{Store: ending, Now: h.clock.Now})
	ending.found = func() { must(t, s.LogOut(background, token)) }
	_, err := s.Recognise(background, token) // it was valid when it was read
	must(t, err)
	_, err = s.Recognise(background, token)
	wantKey(t, "ended session", err, failure.NotFound, "not-found")
}

// A full cache evicts only the least recently used session.
func TestRecogniseMany(t *testing.T) {
	h := newHouse(t)
	store := &anySession{Store: h.store}
	s := account.New(account.Options{Store: store, Now: h.clock.Now})
	recognise := func(token string) {
		_, err := s.Recognise(background, token)
		must(t, err)
	}
	recognise("busy")
	for i := range 10_000 {
		recognise(fmt.Sprint("other ", i))
		if i%1000 == 999 {
			recognise("busy")
		}
	}
	if store.asked != 10_001 {
		t.Errorf("asked for %d sessions, want each of 10,001 once", store.asked)
	}
	recognise("other 0")
	if store.asked != 10_002 {
		t.Errorf("asked for %d sessions, want the least recently used one again", store.asked)
	}
}

// anySession is a store with a session for every token.
type anySession struct {
	account.Store
	asked int
}

func (s *anySession) FindSession(_ context.Context, hash string, now time.Time) (account.Session, account.User, error) {
	s.asked++
	return account.Session{Hash: hash, User: "u1", Created: now, Seen: now}, account.User{ID: "u1"}, nil
}

// endingStore calls found once, after it has read a session.
type endingStore struct {
	account.Store
	found func()
}

func (s *endingStore) FindSession(ctx context.Context, hash string, now time.Time) (account.Session, account.User, error) {
	session, u, err := s.Store.FindSession(ctx, hash, now)
	if f := s.found; f != nil {
		s.found = nil
		f()
	}
	return session, u, err
}
