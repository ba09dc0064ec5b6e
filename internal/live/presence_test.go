// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/match"
)

var claim = room.Request{Action: match.Action{Kind: match.Claim}}

// claimable starts a match that Black may claim when White is away.
func (h *house) claimable() (id string, white, black account.User) {
	h.T.Helper()
	id, white, black = h.Private("toy", "5m+0s")
	h.Move(white, id, "a1")
	h.Move(black, id, "b1")
	return id, white, black
}

// wantAway checks that Black may claim a match only after White was away for a
// minute from now on.
func (h *house) wantAway(black account.User, id string) {
	h.T.Helper()
	for range 2 {
		_, err := h.Rooms.Do(background, black, id, claim)
		wantCode(h.T, err, failure.Forbidden)
		if h.Rooms.CanClaim(&h.Room(black, id).Info) {
			h.T.Error("the match can be claimed at once")
		}
		h.Pass(29500 * time.Millisecond)
	}
	_, err := h.Rooms.Do(background, black, id, claim)
	wantCode(h.T, err, failure.Forbidden)
	h.Pass(time.Second)
	if _, err := h.Rooms.Do(background, black, id, claim); err != nil {
		h.T.Errorf("claim after a minute: %v", err)
	}
}

func TestNoClaimAfterRestart(t *testing.T) {
	for name, graceful := range map[string]bool{"stop": true, "crash": false} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			id, _, black := h.claimable()
			h.Close(graceful)
			h.Clock.Advance(time.Hour)
			h.Open()
			h.wantAway(black, id)
		})
	}
}

// TestNoClaimAfterOutage suspends the server for an hour.
func TestNoClaimAfterOutage(t *testing.T) {
	h, o := newOutage(t)
	id, _, black := h.claimable()
	o.beat.Lock()
	h.Clock.Advance(time.Hour)
	_, err := h.Rooms.Do(background, black, id, claim) // before the first beat
	o.beat.Unlock()
	wantCode(t, err, failure.Forbidden)
	must(t, h.Clocks.Check(background))
	h.wantAway(black, id)
}

// TestSignsOfLife shows White once, in several ways, after a long absence.
func TestSignsOfLife(t *testing.T) {
	for name, sign := range map[string]func(h *house, white account.User, id string){
		"a command":         func(h *house, u account.User, id string) { h.Do(u, id, match.Action{Kind: match.Draw}) },
		"a refused command": func(h *house, u account.User, id string) { _, _ = h.Rooms.Do(background, u, id, claim) },
		"a page":            func(h *house, u account.User, id string) { h.Room(u, id) },
		"a stream": func(h *house, u account.User, id string) {
			w, err := h.Streams.Watch(background, u, id, 0)
			must(h.T, err)
			w.Close()
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			id, white, black := h.claimable()
			h.Pass(2 * time.Minute)
			if !h.Rooms.CanClaim(&h.Room(black, id).Info) {
				t.Fatal("the match cannot be claimed though White is away")
			}
			sign(h, white, id)
			h.wantAway(black, id)
		})
	}
}
