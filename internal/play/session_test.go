// SPDX-License-Identifier: Apache-2.0

package play_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"testing"
	"time"

	"cairn/internal/play"
	"cairn/internal/store/sqlite"
)

func TestSessions(t *testing.T) {
	h := newHouse(t)
	ann, first := h.member("Ann")
	bob, _ := h.member("Bob")
	h.clock.advance(2 * time.Hour)
	entry, err := h.LogIn(background, "ann", phrase, "Firefox")
	must(t, err)
	list, err := h.Sessions(background, ann, first)
	must(t, err)
	if len(list) != 2 || list[0].Agent != "Firefox" || list[0].Current || !list[1].Current || list[1].Agent != "sign-up" {
		t.Fatalf("got %+v, want the new one, then the current one", list)
	}
	wantKey(t, "another's session", h.EndSession(background, bob, list[0].ID), play.NotFound, "not-found")
	must(t, h.EndSession(background, ann, list[0].ID))
	h.wantNobody("ended", entry.Token)
	wantKey(t, "ended session", h.EndSession(background, ann, list[0].ID), play.NotFound, "not-found")

	second, err := h.LogIn(background, "ann", phrase, "")
	must(t, err)
	must(t, h.EndOtherSessions(background, ann, first))
	h.wantNobody("other session", second.Token)
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
		h.clock.advance(c.pass)
		_, err := h.Authenticate(background, token)
		must(t, err)
		if got, want := seen(), begin.Add(c.want); !got.Equal(want) {
			t.Errorf("seen: got %v, want %v", got, want)
		}
	}
	for range 3 {
		h.clock.advance(50 * 24 * time.Hour)
		_, err := h.Authenticate(background, token)
		must(t, err)
	}
	h.clock.advance(180*24*time.Hour - h.clock.Now().Sub(begin) + time.Second)
	h.wantNobody("after 180 days", token)
}

// A session that nobody uses ends before its time.
func TestSessionIdle(t *testing.T) {
	h := newHouse(t)
	_, token := h.member("Ann")
	h.clock.advance(60*24*time.Hour + time.Second)
	h.wantNobody("after 60 idle days", token)
}

func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// TestOnSessionEnd hears of sessions that end here at once, and of those that
// another program ends a little later; of each once.
func TestOnSessionEnd(t *testing.T) {
	h := newHouse(t)
	_, before := h.member("Early")
	must(t, h.LogOut(background, before))
	h.close(true)
	told := make(chan string, 100)
	h.openWith(func(s *play.Service) { s.OnSessionEnd(func(hash string) { told <- hash }) })
	ann, token := h.member("Ann")
	other, err := h.LogIn(background, "ann", phrase, "")
	must(t, err)
	must(t, h.LogOut(background, token))
	select {
	case got := <-told:
		if want := hashOf(token); got != want {
			t.Errorf("told: got %s, want %s", got, want)
		}
	default:
		t.Error("nobody was told before logging out was over")
	}
	beside, err := sqlite.Open(h.dir, sqlite.Options{Shared: true})
	must(t, err)
	must(t, beside.DeleteSessions(background, ann.ID, "", h.clock.Now()))
	must(t, beside.Close())
	if got, want := <-told, hashOf(other.Token); got != want {
		t.Errorf("told of what another program did: got %s, want %s", got, want)
	}
	h.close(true) // the watch has ended
	if len(told) > 0 {
		t.Errorf("told once more: %s", <-told)
	}
}

// TestGuestsGo checks that guests who never played do not stay for ever.
func TestGuestsGo(t *testing.T) {
	h := newHouse(t)
	idle := h.guest()
	_, white, black := h.private("toy", "")
	h.clock.advance(181 * 24 * time.Hour)
	h.close(true)
	h.open()
	for err := error(nil); !errors.Is(err, play.ErrNotFound); { // the sweep runs in the background
		must(t, t.Context().Err())
		_, err = h.store.FindUser(background, idle.ID)
	}
	h.user(white.ID)
	h.user(black.ID)
}
