// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/match"
)

// A rated rematch that no player looks at after the start is aborted and changes
// nothing.
func TestRematchNobodyLooksAt(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.account("ann"), h.account("bob")
	info, err := h.CreateMatch(background, ann, live.Spec{Game: "toy", Kind: live.Private, Control: "5m+0s", Rated: true})
	must(t, err)
	_, err = h.Join(background, bob, info.ID)
	must(t, err)
	h.do(ann, info.ID, match.Action{Kind: match.Start})
	h.first(info.ID, ann, bob)
	h.do(ann, info.ID, match.Action{Kind: match.Resign})
	before := h.ratings(ann, bob)
	h.do(ann, info.ID, match.Action{Kind: match.Rematch})
	h.do(bob, info.ID, match.Action{Kind: match.Rematch})
	next := h.room(ann, info.ID).Info.Rematch
	h.pass(time.Minute)
	if got := h.room(ann, next).Info.Status; got != match.Ready {
		t.Errorf("with one player there: got %s, want ready", got)
	}
	h.room(bob, next)
	r := h.room(ann, next)
	if r.Info.Status != match.Playing || r.Info.Deadline.Sub(h.clock.Now()) != 30*time.Second {
		t.Fatalf("with both there: got %s, first move until %s, want 30 s", r.Info.Status, r.Info.Deadline)
	}
	h.pass(31 * time.Second)
	if got := h.room(ann, next).Info.End; got != (match.End{Reason: match.ByAbort}) {
		t.Errorf("got the end %+v, want aborted", got)
	}
	if n := h.events(next, match.Expired); n != 1 {
		t.Errorf("got %d events of the limit, want 1", n)
	}
	for i, after := range h.ratings(ann, bob) {
		if after.Games != before[i].Games || after.Rating.Rating != before[i].Rating.Rating {
			t.Errorf("got the rating %+v, want %+v as before", after, before[i])
		}
	}
}

// A move after the limit of the first move is answered as over.
func TestFirstMoveTooLate(t *testing.T) {
	h, o := newOutage(t)
	id, white, _ := h.private("toy", "1m+0s")
	h.pass(29 * time.Second)
	o.beat.Lock()
	h.clock.Advance(time.Second)
	_, err := h.Do(background, white, id, live.Request{ID: "late", Action: match.Action{Kind: match.Move, Move: "a1"}})
	o.beat.Unlock()
	wantCode(t, err, failure.Over)
	if got := h.room(white, id).Info.End.Reason; got != match.ByAbort {
		t.Errorf("got %q, want aborted", got)
	}
}

func TestNoRematchAgainstAPlayerWhoLeft(t *testing.T) {
	h := newHouse(t)
	id, white, black := h.opening("toy", "")
	h.do(black, id, match.Action{Kind: match.Resign})
	h.do(black, id, match.Action{Kind: match.Rematch})
	h.pass(time.Minute)
	for name, a := range map[string]match.Action{
		"accepted by offering": {Kind: match.Rematch},
		"accepted":             {Kind: match.Answer, Offer: h.offer(white, id), Yes: true},
	} {
		_, err := h.Do(background, white, id, live.Request{Action: a})
		wantKey(t, name, err, failure.Forbidden, "opponent-gone")
	}
	h.room(black, id)
	h.do(white, id, match.Action{Kind: match.Answer, Offer: h.offer(white, id), Yes: true})
}

// offer returns the id of the open offer.
func (h *house) offer(u account.User, id string) int {
	h.t.Helper()
	offer, open := h.room(u, id).Match.Offer()
	if !open {
		h.t.Fatal("no offer is open")
	}
	return offer.ID
}

func TestWithdrawAnOffer(t *testing.T) {
	h := newHouse(t)
	id, white, black := h.opening("toy", "")
	h.do(white, id, match.Action{Kind: match.Draw})
	_, err := h.Do(background, black, id, live.Request{Action: match.Action{Kind: match.Withdraw}})
	wantCode(t, err, failure.Stale)
	h.do(white, id, match.Action{Kind: match.Withdraw})
	if n := h.events(id, match.OfferWithdrawn); n != 1 {
		t.Errorf("got %d events, want 1", n)
	}
}

// A player whose stream has ended is away soon, one who loads pages a little later.
func TestAwaySoonAfterTheStream(t *testing.T) {
	h := newHouse(t)
	id, white, black := h.private("toy", "5m+0s")
	present := func() bool { return h.Present(&h.room(black, id).Info)[0] }
	w, err := h.Watch(background, white, id, 0)
	must(t, err)
	h.pass(30 * time.Second)
	if !present() {
		t.Error("away with an open stream")
	}
	w.Close()
	h.clock.Advance(2 * time.Second)
	if !present() {
		t.Error("away while the page may reload")
	}
	h.clock.Advance(2 * time.Second)
	if present() {
		t.Error("present without a stream")
	}
	h.room(white, id)
	h.clock.Advance(10 * time.Second)
	if !present() {
		t.Error("away ten seconds after a page without script")
	}
}
