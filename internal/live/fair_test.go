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

// A rated rematch that no player opens after the start is aborted and changes
// nothing.
func TestRematchNobodyLooksAt(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.Account("ann"), h.Account("bob")
	info, err := h.Rooms.Create(background, ann, room.Spec{Game: "toy", Kind: room.Private, Control: "5m+0s", Rated: true})
	must(t, err)
	_, err = h.Rooms.Join(background, bob, info.ID)
	must(t, err)
	h.Do(ann, info.ID, match.Action{Kind: match.Start})
	h.First(info.ID, ann, bob)
	h.Do(ann, info.ID, match.Action{Kind: match.Resign})
	before := h.RatingsOf(ann, bob)
	h.Do(ann, info.ID, match.Action{Kind: match.Rematch})
	h.Do(bob, info.ID, match.Action{Kind: match.Rematch})
	next := h.Room(ann, info.ID).Info.Rematch
	h.Pass(time.Minute)
	if got := h.Room(ann, next).Info.Status; got != match.Ready {
		t.Errorf("with one player there: got %s, want ready", got)
	}
	h.Room(bob, next)
	r := h.Room(ann, next)
	if r.Info.Status != match.Playing || r.Info.Deadline.Sub(h.Clock.Now()) != 30*time.Second {
		t.Fatalf("with both there: got %s, first move until %s, want 30 s", r.Info.Status, r.Info.Deadline)
	}
	h.Pass(31 * time.Second)
	if got := h.Room(ann, next).Info.End; got != (match.End{Reason: match.ByAbort}) {
		t.Errorf("got the end %+v, want aborted", got)
	}
	if n := h.Events(next, match.Expired); n != 1 {
		t.Errorf("got %d events of the limit, want 1", n)
	}
	for i, after := range h.RatingsOf(ann, bob) {
		if after.Games != before[i].Games || after.Rating.Rating != before[i].Rating.Rating {
			t.Errorf("got the rating %+v, want %+v as before", after, before[i])
		}
	}
}

// A move after the limit of the first move is answered as over.
func TestFirstMoveTooLate(t *testing.T) {
	h, o := newOutage(t)
	id, white, _ := h.Private("toy", "1m+0s")
	h.Pass(29 * time.Second)
	o.beat.Lock()
	h.Clock.Advance(time.Second)
	_, err := h.Rooms.Do(background, white, id, room.Request{ID: "late", Action: match.Action{Kind: match.Move, Move: "a1"}})
	o.beat.Unlock()
	wantCode(t, err, failure.Over)
	if got := h.Room(white, id).Info.End.Reason; got != match.ByAbort {
		t.Errorf("got %q, want aborted", got)
	}
}

func TestNoRematchAgainstAPlayerWhoLeft(t *testing.T) {
	h := newHouse(t)
	id, white, black := h.Opening("toy", "")
	h.Do(black, id, match.Action{Kind: match.Resign})
	h.Do(black, id, match.Action{Kind: match.Rematch})
	h.Pass(time.Minute)
	for name, a := range map[string]match.Action{
		"accepted by offering": {Kind: match.Rematch},
		"accepted":             {Kind: match.Answer, Offer: h.offer(white, id), Yes: true},
	} {
		_, err := h.Rooms.Do(background, white, id, room.Request{Action: a})
		wantKey(t, name, err, failure.Forbidden, "opponent-gone")
	}
	h.Room(black, id)
	h.Do(white, id, match.Action{Kind: match.Answer, Offer: h.offer(white, id), Yes: true})
}

// offer returns the id of the open offer.
func (h *house) offer(u account.User, id string) int {
	h.T.Helper()
	offer, open := h.Room(u, id).Match.Offer()
	if !open {
		h.T.Fatal("no offer is open")
	}
	return offer.ID
}

func TestWithdrawAnOffer(t *testing.T) {
	h := newHouse(t)
	id, white, black := h.Opening("toy", "")
	h.Do(white, id, match.Action{Kind: match.Draw})
	_, err := h.Rooms.Do(background, black, id, room.Request{Action: match.Action{Kind: match.Withdraw}})
	wantCode(t, err, failure.Stale)
	h.Do(white, id, match.Action{Kind: match.Withdraw})
	if n := h.Events(id, match.OfferWithdrawn); n != 1 {
		t.Errorf("got %d events, want 1", n)
	}
}

// A player whose stream has ended is away soon, one who loads pages a little later.
func TestAwaySoonAfterTheStream(t *testing.T) {
	h := newHouse(t)
	id, white, black := h.Private("toy", "5m+0s")
	present := func() bool { return h.Rooms.Present(&h.Room(black, id).Info)[0] }
	w, err := h.Streams.Watch(background, white, id, 0)
	must(t, err)
	h.Pass(30 * time.Second)
	if !present() {
		t.Error("away with an open stream")
	}
	w.Close()
	h.Clock.Advance(2 * time.Second)
	if !present() {
		t.Error("away while the page may reload")
	}
	h.Clock.Advance(2 * time.Second)
	if present() {
		t.Error("present without a stream")
	}
	h.Room(white, id)
	h.Clock.Advance(10 * time.Second)
	if !present() {
		t.Error("away ten seconds after a page without script")
	}
}
