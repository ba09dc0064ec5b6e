// SPDX-License-Identifier: Apache-2.0

package lobby_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"cairn/internal/live/lobby"
)

// The readers of the lobby are woken when it has changed, and not otherwise.
func TestWakeOnChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := beside(t)
		_, end, err := h.Lobby.Watch(background)
		must(t, err)
		defer end()
		must(t, h.Lobby.Refresh(background))
		check := func(what string, want bool) {
			t.Helper()
			wake := h.Lobby.Wake()
			must(t, h.Lobby.Refresh(background))
			select {
			case <-wake:
				if !want {
					t.Errorf("%s: the readers were woken", what)
				}
			default:
				if want {
					t.Errorf("%s: the readers were not woken", what)
				}
			}
		}
		check("no change", false)
		user := h.Guest()
		seek := h.seek(user, false)
		check("a seek", true)
		check("no change", false)
		_, err = h.Lobby.FindSeek(background, user, seek.ID)
		must(t, err)
		check("the seek was read", false)
		must(t, h.Lobby.CancelSeek(background, user, seek.ID))
		check("without the seek", true)
	})
}

// A reader who was busy during a change, or who has read the lobby between two changes that cancel
// out, gets the lobby as it is.
func TestAwaitLate(t *testing.T) {
	inBubble(t, func(t *testing.T, h *house) {
		time.Sleep(time.Second / 2) // between two refreshes of the lobby
		empty, end, err := h.Lobby.Watch(background)
		must(t, err)
		defer end()
		time.Sleep(2 * time.Second)
		await := func(what string, known lobby.Snapshot, want int) {
			t.Helper()
			ctx, cancel := context.WithTimeout(background, 3*time.Second)
			defer cancel()
			if v, err := h.Lobby.Await(ctx, known); err != nil || len(v.Seeks) != want {
				t.Errorf("%s: got %d seeks, %v, want %d", what, len(v.Seeks), err, want)
			}
		}
		user := h.Guest()
		seek := h.seek(user, false)
		time.Sleep(2 * time.Second) // the change was shown
		await("busy", empty, 1)
		must(t, h.Lobby.CancelSeek(background, user, seek.ID))
		between, err := h.Lobby.Look(background)
		must(t, err)
		h.seek(user, false)
		await("between", between, 1)
	})
}

// Games that were left, and those whose moves take days, are not live, neither in the
// count nor in the list.
func TestLeftGames(t *testing.T) {
	h := newHouse(t)
	for _, control := range []string{"", "3d", "3h+0s"} {
		h.Opening("toy", control)
	}
	count := func(what string, want int) {
		t.Helper()
		v, err := h.Lobby.Look(background)
		if err != nil || v.Playing != want || len(v.Games) != want {
			t.Errorf("%s: got %d games, %d listed, %v, want %d", what, v.Playing, len(v.Games), err, want)
		}
	}
	count("at first", 3)
	h.Clock.Advance(11 * time.Minute)
	count("later", 1)
}
