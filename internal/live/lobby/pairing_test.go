// SPDX-License-Identifier: Apache-2.0

package lobby_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"cairn/internal/account"
	"cairn/internal/account/accounttest"
	"cairn/internal/bus/mem"
	"cairn/internal/failure"
	"cairn/internal/live/livetest"
	"cairn/internal/live/lobby"
	"cairn/internal/live/room"
	"cairn/internal/store/sqlite"
)

// inBubble runs a test with the clock of synctest, which advances when all
// goroutines wait.
func inBubble(t *testing.T, f func(t *testing.T, h *house)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		store, err := sqlite.Open(t.TempDir(), sqlite.Options{})
		must(t, err)
		h := &house{&livetest.House{T: t, Clock: accounttest.NewClock(time.Now()), Store: store, Services: livetest.NewServices(store, mem.New(), time.Now)}}
		t.Cleanup(func() { h.Close(true) })
		h.Run(t)
		f(t, h)
	})
}

// seek looks for a rated or casual match; it must wait.
func (h *house) seek(u account.User, rated bool) lobby.Seek {
	h.T.Helper()
	s, err := h.Seek(background, u, "toy", "", rated)
	if err != nil || s.Match != "" {
		h.T.Fatalf("got %+v, %v, want to wait", s, err)
	}
	return s
}

func TestRatedSeeksFindTheirLike(t *testing.T) {
	h := newHouse(t)
	ann, bob, carl := h.Account("ann"), h.Account("bob"), h.Account("carl")
	h.Rate(ann, 1651, 60, h.Clock.Now())
	h.Rate(bob, 1500, 60, h.Clock.Now())
	casual := h.seek(h.Guest(), false)
	strong := h.seek(ann, true)
	equal := h.seek(bob, true)
	if strong.Rating != 1651 || !strong.Rated {
		t.Errorf("got %+v, want ann's rating", strong)
	}
	found, err := h.Seek(background, carl, "toy", "", true) // a new player: 1500
	if err != nil || found.Match == "" {
		t.Fatalf("got %+v, %v, want a match", found, err)
	}
	for id, want := range map[string]string{casual.ID: "", strong.ID: "", equal.ID: found.Match} {
		if s, err := h.Store.FindSeek(background, id); err != nil || s.Match != want {
			t.Errorf("got %+v, %v, want the match %q", s, err, want)
		}
	}
	info := h.Room(carl, found.Match).Info
	if !info.Rated || info.Kind != room.Open {
		t.Errorf("got %+v, want a rated match of strangers", info)
	}
}

// TestPairingWidens pairs two players of different ratings after some time.
func TestPairingWidens(t *testing.T) {
	for _, test := range []struct {
		name   string
		points float64 // of one; the other is a new player
		want   time.Duration
	}{
		{"somewhat apart", 1651, 5 * time.Second},
		{"apart", 1901, 30 * time.Second},
		{"worlds apart", 3000, 60 * time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, h *house) {
				ann, bob := h.Account("ann"), h.Account("bob")
				h.Rate(ann, test.points, 60, h.Clock.Now())
				begin := time.Now()
				first, second := h.seek(ann, true), h.seek(bob, true)
				other := make(chan lobby.Seek, 1)
				go func() {
					s, _ := h.Lobby.AwaitSeek(background, bob, second)
					other <- s
				}()
				met, err := h.Lobby.AwaitSeek(background, ann, first)
				if err != nil {
					t.Fatal(err)
				}
				if waited := time.Since(begin); waited < test.want || waited > test.want+2*time.Second {
					t.Errorf("met after %s, want %s", waited, test.want)
				}
				if again := <-other; again.Match != met.Match {
					t.Errorf("bob has the match %q, ann %q", again.Match, met.Match)
				}
			})
		})
	}
}

// TestWhoWaitedDecides pairs a new seek at once with one that has waited, although
// the new one alone would not accept the difference.
func TestWhoWaitedDecides(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		ann, bob := h.Account("ann"), h.Account("bob")
		h.Rate(ann, 1800, 60, h.Clock.Now())
		h.seek(ann, true)
		time.Sleep(30 * time.Second)
		if found, err := h.Seek(background, bob, "toy", "", true); err != nil || found.Match == "" {
			t.Errorf("got %+v, %v, want a match", found, err)
		}
	})
}

// TestNearestFirst has three waiting seeks. After five seconds the last fits both
// others.
func TestNearestFirst(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		users := map[string]float64{"ann": 1305, "bob": 1660, "carl": 1500}
		seeks := map[string]lobby.Seek{}
		time.Sleep(time.Second / 2) // all three are equally old when they are compared
		for _, name := range []string{"ann", "bob", "carl"} {
			time.Sleep(time.Millisecond) // but came one after another
			u := h.Account(name)
			h.Rate(u, users[name], 60, h.Clock.Now())
			seeks[name] = h.seek(u, true)
		}
		met, err := h.Lobby.AwaitSeek(background, account.User{ID: seeks["carl"].User}, seeks["carl"])
		if err != nil {
			t.Fatal(err)
		}
		if bob, err := h.Store.FindSeek(background, seeks["bob"].ID); err != nil || bob.Match != met.Match {
			t.Errorf("got %+v, %v, want bob to have carl's match", bob, err)
		}
		if ann, err := h.Store.FindSeek(background, seeks["ann"].ID); err != nil || ann.Match != "" {
			t.Errorf("got %+v, %v, want ann to wait", ann, err)
		}
	})
}

// TestWaitingIsNoticed has a seek whose page is open, one whose page reloads now
// and then, and one whose page is closed.
func TestWaitingIsNoticed(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		gone := h.Guest()
		left := h.seek(gone, false)
		time.Sleep(61 * time.Second)
		ann := h.Guest()
		mine := h.seek(ann, false) // not with the closed one
		ctx, cancel := context.WithTimeout(background, 295*time.Second)
		defer cancel()
		if s, err := h.Lobby.AwaitSeek(ctx, ann, mine); !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("got %+v, %v, want to wait all the time", s, err)
		}
		_, err := h.Lobby.FindSeek(background, gone, left.ID)
		wantCode(t, err, failure.NotFound)
		_, err = h.Lobby.FindSeek(background, ann, mine.ID) // the page is read again
		must(t, err)
		for range 5 {
			time.Sleep(30 * time.Second) // a page without JavaScript
			if _, err := h.Lobby.FindSeek(background, ann, mine.ID); err != nil {
				t.Fatal(err)
			}
		}
		found, err := h.Seek(background, h.Guest(), "toy", "", false)
		if err != nil || found.Match == "" {
			t.Fatalf("got %+v, %v, want ann", found, err)
		}
		if s, err := h.Lobby.FindSeek(background, ann, mine.ID); err != nil || s.Match != found.Match {
			t.Errorf("got %+v, %v, want the match %s", s, err, found.Match)
		}
	})
}

// await waits for a change of a seek.
func (h *house) await(u account.User, known lobby.Seek) lobby.Seek {
	h.T.Helper()
	seek, err := h.Lobby.AwaitSeek(background, u, known)
	if err != nil {
		h.T.Fatal(err)
	}
	return seek
}

// TestCasualInstead checks that a rated seek is offered a casual one while it
// waits, and that a casual seek is offered no rated one.
func TestCasualInstead(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.Account("ann"), h.Account("bob")
	rated := h.seek(ann, true)
	if rated.Casual {
		t.Fatalf("got %+v, want no waiting player", rated)
	}
	if _, err := h.Seek(background, h.Guest(), "toy", "5m+3s", false); err != nil {
		t.Fatal(err)
	}
	if s, err := h.Lobby.FindSeek(background, ann, rated.ID); err != nil || s.Casual {
		t.Errorf("another clock: got %+v, %v, want no offer", s, err)
	}
	casual := h.seek(bob, false)
	if casual.Casual {
		t.Errorf("got %+v, want no offer of a rated match", casual)
	}
	offered := h.await(ann, rated)
	if !offered.Casual {
		t.Fatalf("got %+v, want bob to be offered", offered)
	}
	if _, err := h.Seek(background, h.Guest(), "toy", "", false); err != nil { // is paired with bob
		t.Fatal(err)
	}
	if offered = h.await(ann, offered); offered.Casual || offered.Match != "" {
		t.Errorf("got %+v, want no waiting player", offered)
	}
}

// A user who seeks again in another tab still has one seek: the first page is
// notified of the change.
func TestSeekAgain(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.Account("ann"), h.Account("bob")
	first := h.seek(ann, true)
	second := h.seek(ann, false)
	if second.ID != first.ID {
		t.Errorf("got the id %s, want %s to be kept", second.ID, first.ID)
	}
	if got := h.await(ann, first); got.Rated || got.Match != "" {
		t.Errorf("got %+v, want the second seek", got)
	}
	h.seek(bob, true)
	third, err := h.Seek(background, ann, "toy", "", true)
	if err != nil || third.Match == "" {
		t.Fatalf("got %+v, %v, want a match with bob", third, err)
	}
	if got := h.await(ann, second); got.Match != third.Match {
		t.Errorf("got %+v, want the match %s", got, third.Match)
	}
	if next := h.seek(ann, false); next.ID == first.ID {
		t.Error("a seek took the id of one that has its match")
	}
}
