// SPDX-License-Identifier: Apache-2.0

package faults_test

import (
	"context"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/client"
	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/account/accounttest"
	"cairn/internal/bus/mem"
	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/internal/live/cluster"
	"cairn/internal/live/room"
	"cairn/lab/bench"
	"cairn/lab/faults"
	"cairn/match"
)

var must = accounttest.Must

// wholeStore is what a node needs.
type wholeStore interface {
	account.Store
	live.Store
}

// hall is two players of one match and two nodes in this process, on one store that
// each node may see through a broken wrapper. The clients write a history.
type hall struct {
	t       *testing.T
	store   wholeStore
	bus     cluster.Bus
	clocks  [2]*skew
	nodes   [2]*live.Service
	players [2]account.User // by side
	id      string          // of the match
	history *faults.History
	sent    int
}

// skew is a clock that is wrong.
type skew struct{ atomic.Int64 }

// Now returns the time of the clock.
func (s *skew) Now() time.Time { return time.Now().Add(time.Duration(s.Load())) }

// newHall opens the nodes and begins a match in which both sides have moved.
func newHall(t *testing.T, store wholeStore, control string) *hall {
	t.Helper()
	h := &hall{t: t, store: store, bus: mem.New(), history: faults.NewHistory()}
	for i := range h.nodes {
		h.clocks[i] = &skew{}
		h.open(i, store)
	}
	people := account.New(account.Options{Store: store})
	for side := range h.players {
		h.players[side] = accounttest.Guest(t, people)
	}
	ctx := t.Context()
	info, err := h.nodes[0].Rooms.Create(ctx, h.players[game.White], room.Spec{Game: "nine", Kind: room.Private, Control: control, Shown: true})
	must(t, err)
	h.id = info.ID
	_, err = h.nodes[0].Rooms.Join(ctx, h.players[game.Black], h.id)
	must(t, err)
	h.post(0, game.White, "start", "")
	h.post(0, game.White, "move", h.moves(0)[0])
	h.post(0, game.Black, "move", h.moves(0)[0])
	return h
}

// open opens a node, which reads and writes through a store.
func (h *hall) open(node int, store live.Store) {
	people := account.New(account.Options{Store: h.store})
	h.nodes[node] = live.New(live.Options{
		Store: store, Bus: h.bus, Games: catalog.Standard(), Accounts: people, Now: h.clocks[node].Now,
	})
}

// room returns the match as a node has it.
func (h *hall) room(node int) room.Room {
	h.t.Helper()
	r, err := h.nodes[node].Rooms.Find(h.t.Context(), h.players[game.White], h.id)
	must(h.t, err)
	return r
}

// moves returns the legal moves as a node has them.
func (h *hall) moves(node int) (list []string) {
	h.t.Helper()
	for _, m := range h.room(node).Match.State().Moves() {
		list = append(list, m.Text)
	}
	return list
}

// post sends a command to a node, which must execute it.
func (h *hall) post(node int, side game.Side, action, move string) {
	h.t.Helper()
	if err := h.try(h.t.Context(), node, side, action, move, h.room(node).Info.Seq); err != nil {
		h.t.Fatalf("%s %s: %v", action, move, err)
	}
}

// try sends a command to a node and notes the answer.
func (h *hall) try(ctx context.Context, node int, side game.Side, action, move string, expect int) error {
	h.t.Helper()
	return h.later(ctx, node, side, action, move, expect)()
}

// later returns a function that sends a command to a node and notes the answer. It
// may be called on another goroutine.
func (h *hall) later(ctx context.Context, node int, side game.Side, action, move string, expect int) func() error {
	h.sent++
	id := "c" + strconv.Itoa(h.sent)
	return func() error {
		post := h.history.Send(bench.Sent{
			Command: client.Command{ID: id, Expect: expect, Move: move}, Match: h.id, Action: action, Side: side.String(),
		})
		seq, err := h.nodes[node].Rooms.Do(ctx, h.players[side], h.id, room.Request{
			ID: id, Expect: expect, Action: match.Action{Kind: match.ActionKind(action), Move: move},
		})
		switch code := failure.CodeOf(err); {
		case err == nil:
			h.history.Answer(post, faults.Done, seq)
		case code == failure.Stale || code == failure.Over:
			h.history.Answer(post, faults.Refused, 0)
		}
		return err
	}
}

// see notes what a reader sees of the match, which it asked for at a time.
func (h *hall) see(r room.Room, asked time.Time) {
	h.history.See(h.id, &bench.PlayerState{Opened: asked, Seq: r.Info.Seq, Status: r.Info.Status.String()})
}

// audit compares the history with the store.
func (h *hall) audit(store faults.Store) *faults.Report {
	h.t.Helper()
	r, err := faults.Audit(h.t.Context(), store, catalog.Standard(), h.history)
	must(h.t, err)
	for _, finding := range r.Findings {
		h.t.Log("found: ", finding)
	}
	return r
}
