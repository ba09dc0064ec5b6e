// SPDX-License-Identifier: Apache-2.0

package lobby_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/lobby"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
)

// seeks looks for any of some games and clocks; it must wait.
func (h *house) seeks(u account.User, w lobby.Wish) lobby.Seek {
	h.T.Helper()
	s, err := h.Lobby.Seek(background, u, w)
	if err != nil || s.Match != "" {
		h.T.Fatalf("got %+v, %v, want to wait", s, err)
	}
	return s
}

// Seeks for several games and clocks get the first game and clock of the older seek that
// the newer seek has too.
func TestSeekSet(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.Guest(), h.Guest()
	first := h.seeks(ann, lobby.Wish{Games: []string{"toy", "nine", "toy"}, Controls: []string{"5m+3s", "3d", ""}})
	if !slices.Equal(first.Controls(), []string{"5m+3s", "3d", "10m+5s"}) || len(first.Games()) != 2 {
		t.Errorf("got %+v, want two games and three clocks", first)
	}
	h.seeks(h.Guest(), lobby.Wish{Games: []string{"toy"}, Controls: []string{"1d"}})
	found, err := h.Lobby.Seek(background, bob, lobby.Wish{Games: []string{"nine", "toy"}, Controls: []string{"none", "3d"}})
	if err != nil || found.Match == "" {
		t.Fatalf("got %+v, %v, want a match", found, err)
	}
	if info := h.Room(ann, found.Match).Info; info.Game != first.Game || info.Control != "3d" {
		t.Errorf("got %s with %s, want %s with 3d", info.Game, info.Control, first.Game)
	}
	for _, wrong := range []lobby.Wish{{}, {Games: []string{"toy", "chess"}}, {Games: []string{"toy"}, Controls: []string{"none", "soon"}}} {
		if _, err := h.Lobby.Seek(background, ann, wrong); failure.CodeOf(err) != failure.Invalid {
			t.Errorf("%+v: got %v, want invalid", wrong, err)
		}
	}
}

// Strangers have a clock: the usual one unless they choose, days if they want none.
func TestSeekClock(t *testing.T) {
	h := newHouse(t)
	for _, c := range []struct{ clocks, want []string }{
		{nil, []string{"10m+5s"}},
		{[]string{""}, []string{"10m+5s"}},
		{[]string{"none"}, []string{"3d"}},
		{[]string{"3d", "none", "5m+3s"}, []string{"3d", "5m+3s"}},
	} {
		seek := h.seeks(h.Guest(), lobby.Wish{Games: []string{"toy"}, Controls: c.clocks})
		if !slices.Equal(seek.Controls(), c.want) {
			t.Errorf("%q: got %q, want %q", c.clocks, seek.Controls(), c.want)
		}
		must(t, h.Lobby.CancelSeek(background, account.User{ID: seek.User}, seek.ID))
	}
	ann := h.Guest()
	seek := h.seeks(ann, lobby.Wish{Games: []string{"toy"}, Controls: []string{"none"}})
	info, err := h.Lobby.Accept(background, h.Guest(), seek.ID, "", "none")
	if err != nil || info.Control != "3d" {
		t.Errorf("accepted: got %+v, %v, want 3d", info, err)
	}
}

// A waiting seek is accepted by one user, who leaves the own search with it.
func TestAccept(t *testing.T) {
	h := newHouse(t)
	ann, bob, carl := h.Guest(), h.Guest(), h.Guest()
	chosen := h.seeks(ann, lobby.Wish{Games: []string{"toy"}, Controls: []string{"5m+3s"}})
	own := h.seeks(bob, lobby.Wish{Games: []string{"toy"}, Controls: []string{"1d"}})
	_, err := h.Lobby.Accept(background, ann, chosen.ID, "", "")
	wantKey(t, "one's own", err, failure.Invalid, "seek-own")
	_, err = h.Lobby.Accept(background, bob, chosen.ID, "", "7d")
	wantKey(t, "another clock", err, failure.NotFound, "seek-taken")
	if _, waits := h.Lobby.Waiting(ann.ID); !waits {
		t.Error("ann does not wait")
	}
	info, err := h.Lobby.Accept(background, bob, chosen.ID, "", "")
	must(t, err)
	if info.Kind != room.Open || info.Control != "5m+3s" || info.Rated {
		t.Errorf("got %+v", info)
	}
	for _, id := range []string{chosen.ID, own.ID} {
		if s, err := h.Store.FindSeek(background, id); err != nil || s.Match != info.ID {
			t.Errorf("got %+v, %v, want the match %s", s, err, info.ID)
		}
	}
	for _, u := range []account.User{ann, bob} {
		if s, waits := h.Lobby.Waiting(u.ID); waits {
			t.Errorf("%+v still waits", s)
		}
	}
	if again, err := h.Lobby.Accept(background, bob, chosen.ID, "", ""); err != nil || again.ID != info.ID {
		t.Errorf("again: got %+v, %v, want the match %s", again, err, info.ID)
	}
	_, err = h.Lobby.Accept(background, carl, chosen.ID, "", "")
	wantKey(t, "too late", err, failure.NotFound, "seek-taken")
	_, err = h.Lobby.Accept(background, carl, "nothing", "", "")
	wantKey(t, "unknown", err, failure.NotFound, "seek-taken")
}

// A rated seek needs an account whose rating is near enough for now, and a reader
// of the lobby sees the same.
func TestAcceptRated(t *testing.T) {
	h := newHouse(t)
	ann, bob, guest := h.Account("ann"), h.Account("bob"), h.Guest()
	h.Rate(ann, 1900, 60, h.Clock.Now())
	seek := h.seek(ann, true)
	for name, c := range map[string]struct {
		user account.User
		code failure.Code
		want string
	}{
		"a guest":  {guest, failure.Forbidden, "rated-guest"},
		"far away": {bob, failure.Forbidden, "seek-far"},
		"oneself":  {ann, failure.Invalid, "seek-own"},
	} {
		_, err := h.Lobby.Accept(background, c.user, seek.ID, "", "")
		wantKey(t, name, err, c.code, c.want)
		reader, err := h.Lobby.Reader(background, c.user)
		must(t, err)
		wantKey(t, name+" as a reader", reader.Refusal(seek), c.code, c.want)
	}
	reader, err := h.Lobby.Reader(background, account.User{})
	must(t, err)
	wantKey(t, "a visitor", reader.Refusal(seek), failure.Forbidden, "rated-guest")
	h.Clock.Advance(45 * time.Second)
	reader, err = h.Lobby.Reader(background, bob)
	must(t, err)
	if err := reader.Refusal(seek); err != nil {
		t.Errorf("later: got %v", err)
	}
	info, err := h.Lobby.Accept(background, bob, seek.ID, "", "")
	if err != nil || !info.Rated {
		t.Errorf("later: got %+v, %v, want a rated match", info, err)
	}
}

// A seek is deleted soon after its page is closed. One whose page is read again
// without a stream lives for a minute.
func TestSeekLeft(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		for name, c := range map[string]struct {
			again bool
			want  time.Duration
		}{"closed": {false, 10 * time.Second}, "read again": {true, time.Minute}} {
			user := h.Guest()
			seek := h.seek(user, false)
			ctx, leave := context.WithCancel(background)
			done := make(chan struct{})
			go func() {
				defer close(done)
				_, _ = h.Lobby.AwaitSeek(ctx, user, seek)
			}()
			time.Sleep(3 * time.Minute) // the stream keeps it
			if _, err := h.Store.FindSeek(background, seek.ID); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			leave()
			<-done
			if c.again {
				_, err := h.Lobby.FindSeek(background, user, seek.ID)
				must(t, err)
			}
			time.Sleep(c.want - 5*time.Second)
			if _, err := h.Store.FindSeek(background, seek.ID); err != nil {
				t.Errorf("%s, before: %v", name, err)
			}
			if _, waits := h.Lobby.Waiting(user.ID); !waits {
				t.Errorf("%s, before: it does not wait", name)
			}
			time.Sleep(c.want + time.Minute)
			if s, err := h.Store.FindSeek(background, seek.ID); failure.CodeOf(err) != failure.NotFound {
				t.Errorf("%s, after: got %+v, %v, want none", name, s, err)
			}
		}
	})
}

// The lobby shows seeks, who is online and public games, and wakes its readers.
func TestLobby(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		v, end, err := h.Lobby.Watch(background)
		must(t, err)
		defer end()
		if len(v.Seeks) != 0 || v.Online != 0 || v.Playing != 0 {
			t.Errorf("at first: got %+v", v)
		}
		user := h.Guest()
		seek := h.seek(user, false)
		v, err = h.Lobby.Await(background, v)
		if err != nil || len(v.Seeks) != 1 || v.Seeks[0].ID != seek.ID {
			t.Errorf("with a seek: got %+v, %v", v, err)
		}
		must(t, h.Lobby.CancelSeek(background, user, seek.ID))
		if v, err = h.Lobby.Await(background, v); err != nil || len(v.Seeks) != 0 {
			t.Errorf("without: got %+v, %v", v, err)
		}
		id, white, _ := h.Private("toy", "")
		h.Move(white, id, h.Room(white, id).Match.State().Moves()[0].Text)
		for err == nil && len(v.Games) == 0 {
			v, err = h.Lobby.Await(background, v)
		}
		if err != nil || v.Games[0].ID != id || v.Playing != 1 {
			t.Errorf("with a game: got %+v, %v", v, err)
		}
		ctx, cancel := context.WithCancel(background)
		cancel()
		if _, err := h.Lobby.Await(ctx, v); err == nil {
			t.Error("cancelled: got no error")
		}
		synctest.Wait()
	})
}

// Users of whom one blocks the other do not meet, and do not see each other's seeks.
func TestLobbyBlocked(t *testing.T) {
	h := newHouse(t)
	ann, bob, carl := h.Account("ann"), h.Account("bob"), h.Account("carl")
	if err := h.People.Set(background, ann, "bob", social.Blocks); err != nil {
		t.Fatal(err)
	}
	seek := h.seek(ann, false)
	_, err := h.Lobby.Accept(background, bob, seek.ID, "", "")
	wantKey(t, "blocked", err, failure.NotFound, "seek-taken")
	look, err := h.Lobby.Look(background)
	must(t, err)
	for _, c := range []struct {
		user account.User
		want int
	}{{ann, 1}, {bob, 0}, {carl, 1}} {
		reader, err := h.Lobby.Reader(background, c.user)
		must(t, err)
		if open, err := reader.Open(background, look.Seeks); err != nil || len(open) != c.want {
			t.Errorf("%s: got %+v, %v, want %d", c.user.Name, open, err, c.want)
		}
	}
	h.seek(bob, false) // waits, although ann waits too
	if found, err := h.Seek(background, carl, "toy", "", false); err != nil || found.Match == "" {
		t.Errorf("got %+v, %v, want a match with ann", found, err)
	}
}
