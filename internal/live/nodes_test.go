// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/account/accounttest"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/match"
)

// TestSkewedNodes plays on nodes whose clocks are minutes apart: only the clock of
// the store counts.
func TestSkewedNodes(t *testing.T) {
	c := newSite(t, 0, -5*time.Minute, 7*time.Minute)
	id, white, black := c.opening("1m+0s")
	for i, move := range []string{"a1", "b1", "a3"} {
		c.pass(5 * time.Second)
		c.move(c.nodes[(i+1)%3], []account.User{white, black}[i%2], id, move)
		if events := c.events(id, match.Moved); !events[len(events)-1].At.Equal(c.clock.Now()) {
			t.Errorf("the move is stored at %s, want %s", events[len(events)-1].At, c.clock.Now())
		}
	}
	c.wantLeft(id, white, 50*time.Second)
	c.wantLeft(id, black, 55*time.Second)
	c.pass(54 * time.Second)
	c.wantEvents(id, match.Flagged, 0)
	c.pass(time.Second)
	c.wantEvents(id, match.Flagged, 1)
	c.wantEvents(id, match.Paused, 0)
}

// TestFlagOnce lets all nodes find at the same time that the time is up.
func TestFlagOnce(t *testing.T) {
	c := newSite(t, 0, time.Minute, -time.Minute)
	id, white, _ := c.opening("1m+0s")
	for _, n := range c.nodes { // each has it in memory
		_, err := n.Rooms.Visit(background, white, id)
		must(t, err)
	}
	c.pass(59 * time.Second)
	c.clock.Advance(time.Second)
	var all sync.WaitGroup
	for _, n := range c.nodes {
		all.Go(func() {
			if err := n.Clocks.Check(background); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	c.wantEvents(id, match.Flagged, 1)
	scores, err := c.nodes[1].Ratings.Scores(background, white.ID)
	if err != nil || len(scores) != 1 || scores[0].Losses != 1 {
		t.Errorf("got %+v, %v, want one loss", scores, err)
	}
}

// TestSameRequestElsewhere sends one request to all nodes at the same time, and again
// later: it is done once, and all get the first answer.
func TestSameRequestElsewhere(t *testing.T) {
	c := newSite(t, 0, 0, 0)
	id, white, black := c.opening("")
	move := room.Request{ID: "once", Action: match.Action{Kind: match.Move, Move: "a1"}}
	send := func(want int) {
		var all sync.WaitGroup
		for _, n := range c.nodes {
			all.Go(func() {
				if got, err := n.Rooms.Do(background, white, id, move); err != nil || got != want {
					t.Errorf("got %d, %v, want %d", got, err, want)
				}
			})
		}
		all.Wait()
	}
	const first = 6 // after created, joined, started and two moves
	send(first)
	asked := c.do(c.nodes[0], white, id, match.Action{Kind: match.Undo})
	c.do(c.nodes[1], black, id, match.Action{Kind: match.Answer, Offer: asked, Yes: true})
	send(first) // it would be legal again
	c.wantEvents(id, match.Moved, 3)
}

// TestRematchElsewhere agrees on a rematch at one node: others lead to it too, one that
// has the match in memory, and one that reads it meanwhile.
func TestRematchElsewhere(t *testing.T) {
	c := newSite(t, 0, 0, 0)
	here, there, late := c.nodes[0], c.nodes[1], c.nodes[2]
	id, white, black := c.opening("")
	for _, u := range []account.User{white, black} {
		c.enter(here, u, id)
		_, err := there.Rooms.Visit(background, u, id)
		must(t, err)
	}
	c.do(here, black, id, match.Action{Kind: match.Resign})
	c.do(here, white, id, match.Action{Kind: match.Rematch})
	late.link.found = sync.OnceFunc(func() { c.do(here, black, id, match.Action{Kind: match.Rematch}) })
	for _, n := range []*node{late, there} {
		r, err := n.Rooms.Visit(background, white, id)
		must(t, err)
		if _, err := n.Rooms.Visit(background, white, r.Info.Rematch); err != nil {
			t.Errorf("got rematch %q, want another match: %v", r.Info.Rematch, err)
		}
	}
}

// TestNodeAway suspends one node, or cuts it off from the store, while another
// takes moves: no time is given back, and no match ends by what the node does not
// know.
func TestNodeAway(t *testing.T) {
	for _, first := range []string{"beat", "move", "cut off"} {
		t.Run(first, func(t *testing.T) {
			c := newSite(t, 0, 3*time.Minute)
			here, away := c.nodes[0], c.nodes[1]
			id, white, black := c.opening("1m+0s")
			quiet, other, _ := c.opening("1h+0s")
			for _, n := range c.nodes {
				_, err := n.Rooms.Visit(background, white, id)
				must(t, err)
			}
			away.link.cut.Store(first == "cut off")
			for i, move := range []string{"a1", "b1"} { // White thinks for 40 s, then Black
				c.pass(40*time.Second, here)
				c.move(here, []account.User{white, black}[i], id, move)
			}
			c.pass(15*time.Second, here) // White has 5 s left
			switch first {
			case "beat":
				c.beat(away)
			case "cut off":
				_, err := away.Rooms.Do(background, white, id, room.Request{Action: match.Action{Kind: match.Move, Move: "a3"}})
				wantCode(t, err, failure.Unavailable)
				wantCode(t, away.Clocks.Check(background), failure.Unavailable)
				away.link.cut.Store(false)
			}
			c.wantEvents(id, match.Flagged, 0)
			c.wantLeft(id, white, 5*time.Second)
			c.wantLeft(quiet, other, time.Hour-95*time.Second)
			c.move(away, white, id, "a3")
			c.move(away, other, quiet, "a1")
			c.wantLeft(id, white, 5*time.Second)
			for _, id := range []string{id, quiet} {
				c.wantEvents(id, match.Paused, 0)
			}
		})
	}
}

// TestAllAway stops all nodes for an hour, which is settled once whichever of them
// comes back first, and whether a beat or a move comes first.
func TestAllAway(t *testing.T) {
	for _, first := range []string{"beats", "move"} {
		t.Run(first, func(t *testing.T) {
			c := newSite(t, 0, time.Hour, -time.Hour)
			id, white, _ := c.opening("1m+0s")
			quiet, other, _ := c.opening("1m+0s")
			c.pass(10 * time.Second)
			c.clock.Advance(time.Hour)
			if first == "move" {
				c.move(c.nodes[2], white, id, "a1")
			}
			var all sync.WaitGroup
			for _, n := range c.nodes {
				all.Go(func() {
					if err := n.Clocks.Check(background); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			if first == "beats" {
				c.move(c.nodes[2], white, id, "a1")
			}
			c.beat()
			c.wantLeft(id, white, 50*time.Second)
			c.wantLeft(quiet, other, 50*time.Second)
			for _, id := range []string{id, quiet} {
				c.wantEvents(id, match.Paused, 1)
				c.wantEvents(id, match.Resumed, 1)
			}
		})
	}
}

// TestSettlingNodeDies lets a node settle the gap in one match only; another node
// settles the rest.
func TestSettlingNodeDies(t *testing.T) {
	c := newSite(t, 0, 0)
	settled, white, _ := c.opening("1m+0s")
	rest, other, _ := c.opening("1m+0s")
	c.pass(10 * time.Second)
	c.clock.Advance(time.Hour)
	c.do(c.nodes[0], white, settled, match.Action{Kind: match.Draw}) // settles this match, and no more
	c.clock.Advance(900 * time.Millisecond)
	c.beat(c.nodes[1])
	c.wantLeft(settled, white, 50*time.Second-900*time.Millisecond)
	c.wantLeft(rest, other, 50*time.Second)
	c.wantEvents(settled, match.Paused, 1)
	c.wantEvents(rest, match.Paused, 1)
}

// TestStopOneByOne restarts all nodes in turn, then stops all: the last one stops
// the clocks.
func TestStopOneByOne(t *testing.T) {
	c := newSite(t, 0, 0)
	id, white, _ := c.opening("1m+0s")
	for range 2 {
		must(t, c.nodes[0].Service.Stop(background))
		c.nodes = c.nodes[1:]
		c.pass(5 * time.Second)
		c.add(0)
		c.pass(5 * time.Second)
	}
	c.wantEvents(id, match.Paused, 0)
	c.wantLeft(id, white, 40*time.Second)
	for _, n := range c.nodes {
		must(t, n.Service.Stop(background))
	}
	c.wantEvents(id, match.Paused, 1)
	c.clock.Advance(100 * time.Millisecond) // the next one starts at once
	c.nodes = nil
	must(t, c.add(0).Clocks.Check(background))
	must(t, c.nodes[0].Clocks.Resume(background))
	c.pass(time.Second)
	c.wantEvents(id, match.Resumed, 1)
	c.wantLeft(id, white, 39*time.Second)
}

// TestLostMessages follows a match on a node that gets no messages of the others.
func TestLostMessages(t *testing.T) {
	c := newSite(t, 0, 0)
	id, white, black := c.opening("")
	w, err := c.nodes[1].Streams.Watch(background, black, id, 0)
	must(t, err)
	defer w.Close()
	first, err := w.Next(background)
	must(t, err)
	want := c.move(c.nodes[0], white, id, "a1")
	must(t, c.nodes[0].Phrases.Say(background, white, id, "hello"))
	must(t, c.nodes[1].Streams.CatchUp(background))
	for got := first.Info.Seq; got < want; {
		u, err := w.Next(background)
		must(t, err)
		if len(u.Events) != 1 || u.Events[0].Seq != got+1 {
			t.Fatalf("got %+v after seq %d", u.Events, got)
		}
		got = u.Info.Seq
		if u.Extras == nil || len(u.Extras.Phrases) != 1 {
			t.Errorf("got %+v beside the match, want the phrase", u.Extras)
		}
	}
	if c.nodes[1].Streams.Behind() != 1 {
		t.Errorf("behind: got %d, want 1", c.nodes[1].Streams.Behind())
	}
}

// TestLostChallenge shows a challenge, and its end, on a node that gets no messages of the
// others.
func TestLostChallenge(t *testing.T) {
	c := newSite(t, 0, 0)
	here, there := c.nodes[0], c.nodes[1]
	ann, _ := accounttest.Member(t, here.Accounts, "ann")
	bob, _ := accounttest.Member(t, here.Accounts, "bob")
	must(t, there.Challenges.CatchUp(background))
	w := there.Notices.Watch(bob)
	defer w.Close()
	want := func(challenges int) {
		t.Helper()
		must(t, there.Challenges.CatchUp(background))
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second) // the page asks by itself after 30
		defer cancel()
		if got, err := w.Next(ctx); err != nil || len(got.Challenges) != challenges {
			t.Errorf("got %+v, %v, want %d challenges", got, err, challenges)
		}
	}
	want(0)
	made, err := here.Challenges.Send(background, ann, "bob", room.Spec{Game: "toy"})
	must(t, err)
	want(1)
	must(t, here.Challenges.Cancel(background, ann, made.ID))
	want(0)
}

// TestOldMemory sends commands to nodes whose caches lag behind the other nodes.
func TestOldMemory(t *testing.T) {
	c := newSite(t, 0, 0)
	a, b := c.nodes[0], c.nodes[1]
	id, white, black := c.opening("")
	for _, n := range c.nodes {
		_, err := n.Rooms.Visit(background, white, id)
		must(t, err)
	}
	seen := c.move(a, white, id, "a1")
	seq, err := b.Rooms.Do(background, black, id, room.Request{ID: "m", Action: match.Action{Kind: match.Move, Move: "b1"}})
	must(t, err)
	again, err := a.Rooms.Do(background, black, id, room.Request{ID: "m", Expect: seen, Action: match.Action{Kind: match.Move, Move: "b1"}})
	if err != nil || again != seq {
		t.Errorf("a repeated command: got %d, %v, want %d", again, err, seq)
	}
	_, err = a.Rooms.Do(background, black, id, room.Request{Expect: seen, Action: match.Action{Kind: match.Move, Move: "b3"}})
	wantCode(t, err, failure.Stale)
	c.do(a, white, id, match.Action{Kind: match.Resign})
	_, err = b.Rooms.Do(background, white, id, room.Request{Action: match.Action{Kind: match.Move, Move: "a3"}})
	wantCode(t, err, failure.Over)
	must(t, b.Phrases.Say(background, black, id, "good-game"))
	info, err := a.Rooms.Create(background, white, room.Spec{Game: "toy", Kind: room.Private})
	must(t, err)
	must(t, b.Rooms.CheckJoin(background, info.ID))
	_, err = a.Rooms.Join(background, black, info.ID)
	must(t, err)
	wantKey(t, "a match that is full", b.Rooms.CheckJoin(background, info.ID), failure.Forbidden, "join-full")
	c.do(b, white, info.ID, match.Action{Kind: match.Start})
	if r, err := a.Rooms.Visit(background, white, info.ID); err != nil || r.Info.Status != match.Playing {
		t.Errorf("got %+v, %v, want a running match", r.Info, err)
	}
}

// A stream that is opened after a move shows it, also when another reader loads the
// match at the same time and has read it before the move.
func TestLoadedTwice(t *testing.T) {
	c := newSite(t, 0)
	a := c.nodes[0]
	id, white, black := c.opening("")
	b := c.add(0)
	old, release, kept := make(chan struct{}), make(chan struct{}), make(chan struct{})
	var calls atomic.Int64
	b.link.read = func() {
		switch calls.Add(1) {
		case 1:
			close(old)
			<-release
		case 2:
			close(release)
			<-kept
		}
	}
	go func() {
		defer close(kept)
		_ = b.Rooms.CheckJoin(background, id) // it is full
	}()
	<-old
	seq := c.move(a, white, id, "a1")
	w, err := b.Streams.Watch(background, black, id, 0)
	must(t, err)
	defer w.Close()
	u, err := w.Next(background)
	must(t, err)
	if u.Info.Seq != seq {
		t.Errorf("got seq %d, want %d", u.Info.Seq, seq)
	}
}

// TestJoinAgainElsewhere repeats a join at another node while the first one is being
// stored: the player has the seat.
func TestJoinAgainElsewhere(t *testing.T) {
	c := newSite(t, 0, 0)
	ann, bob := accounttest.Guest(t, c.nodes[0].Accounts), accounttest.Guest(t, c.nodes[0].Accounts)
	info, err := c.nodes[0].Rooms.Create(background, ann, room.Spec{Game: "toy", Kind: room.Private, Side: room.AsBlack})
	must(t, err)
	var once sync.Once
	c.nodes[1].link.read = func() {
		once.Do(func() {
			_, err := c.nodes[0].Rooms.Join(background, bob, info.ID)
			must(t, err)
		})
	}
	joined, err := c.nodes[1].Rooms.Join(background, bob, info.ID)
	must(t, err)
	if joined.Seats != [2]string{bob.ID, ann.ID} {
		t.Errorf("got seats %q, want those of both", joined.Seats)
	}
	c.wantEvents(info.ID, match.Joined, 1)
}
