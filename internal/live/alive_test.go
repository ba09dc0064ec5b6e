// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/match"
)

// TestNotReady cuts a node off: it says at once that it is not ready.
func TestNotReady(t *testing.T) {
	c := newSite(t, 0)
	n := c.nodes[0]
	must(t, n.Cluster.Ready())
	n.link.cut.Store(true)
	if err := n.Clocks.Check(background); err == nil {
		t.Error("a node that is cut off has beaten")
	}
	if n.Cluster.Ready() == nil {
		t.Error("a node that is cut off is ready")
	}
	n.link.cut.Store(false)
	c.beat()
	must(t, n.Cluster.Ready())
}

// TestAlone asks nodes whether others take moves.
func TestAlone(t *testing.T) {
	c := newSite(t, 0, 0)
	want := func(n *node, alone bool) {
		t.Helper()
		if got := n.Cluster.Alone(background); got != alone {
			t.Errorf("alone: got %v, want %v", got, alone)
		}
	}
	want(c.nodes[0], false)
	must(t, c.nodes[1].Service.Stop(background))
	want(c.nodes[0], true)
	c.nodes[0].link.cut.Store(true)
	want(c.nodes[0], false) // it does not know
	c.nodes[0].link.cut.Store(false)
	crashed := c.add(0)
	c.beat(crashed)
	want(c.nodes[0], false)
	c.pass(7*time.Second, c.nodes[0])
	want(c.nodes[0], true)
}

// TestBeatsGoOn holds up the end of a match, as a lock of another node does: the node
// beats meanwhile.
func TestBeatsGoOn(t *testing.T) {
	c := newSite(t, 0)
	n := c.nodes[0]
	id, _, _ := c.opening("1m+0s")
	c.pass(59 * time.Second)
	arrived, free := make(chan bool), make(chan bool)
	hold := sync.OnceFunc(func() {
		close(arrived)
		<-free
	})
	n.link.held = func(c room.Change) {
		if slices.ContainsFunc(c.Events, func(e match.Event) bool { return e.Kind == match.Flagged }) {
			hold()
		}
	}
	must(t, n.Service.Start(background))
	last := n.link.beats.Load()
	for waits := true; waits; {
		if beats := n.link.beats.Load(); beats > last { // the node is up while time passes
			c.clock.Advance(400 * time.Millisecond)
			last = beats
		}
		select {
		case <-arrived:
			waits = false
		case <-time.After(10 * time.Millisecond):
		}
	}
	for before := n.link.beats.Load(); n.link.beats.Load() < before+3; {
		time.Sleep(10 * time.Millisecond)
	}
	close(free)
	for len(c.events(id, match.Flagged)) == 0 {
		time.Sleep(10 * time.Millisecond)
	}
}

// TestLostAnswer loses the answer to a commit that was made: the player gets an answer
// once a later commit is safe too, and the opponent sees the move.
func TestLostAnswer(t *testing.T) {
	c := newSite(t, 0)
	n := c.nodes[0]
	id, white, black := c.opening("")
	w, err := n.Streams.Watch(background, black, id, 0)
	must(t, err)
	defer w.Close()
	_, err = w.Next(background)
	must(t, err)
	n.link.lost.Store(true)
	n.link.alone.Store(true)
	q := room.Request{ID: "once", Action: match.Action{Kind: match.Move, Move: "a1"}}
	for range 2 { // sent again, too
		_, err = n.Rooms.Do(background, white, id, q)
		wantCode(t, err, failure.Unknown)
	}
	n.link.alone.Store(false)
	seq, err := n.Rooms.Do(background, white, id, q)
	must(t, err)
	c.wantEvents(id, match.Moved, 3)

	n.link.lost.Store(true)
	q = room.Request{ID: "another", Action: match.Action{Kind: match.Move, Move: "a2"}}
	next, err := n.Rooms.Do(background, black, id, q)
	if err != nil || next != seq+1 {
		t.Errorf("got seq %d, %v, want %d", next, err, seq+1)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for got := 0; got < next; {
		u, err := w.Next(ctx)
		must(t, err)
		got = u.Info.Seq
	}
}
