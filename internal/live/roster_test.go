// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"slices"
	"testing"
	"time"

	"cairn/game"
	"cairn/internal/account/accounttest"
	"cairn/internal/failure"
	"cairn/internal/live/cluster"
	"cairn/internal/live/livetest"
	"cairn/internal/live/lobby"
	"cairn/internal/live/room"
	"cairn/match"
)

// TestPresenceElsewhere opens the page of a player on one node and asks another.
func TestPresenceElsewhere(t *testing.T) {
	c := newSite(t, 0, time.Hour)
	a, b := c.nodes[0], c.nodes[1]
	id, white, black := c.opening("")
	c.pass(20 * time.Second) // the requests are forgotten
	watch, _ := c.enter(b, black, id)
	u, err := watch.Next(background)
	must(t, err)
	if u.Present != [2]bool{false, true} {
		t.Fatalf("got %v, want Black alone", u.Present)
	}
	_, leave := c.enter(a, white, id)
	c.meet()
	if u, err = watch.Next(background); err != nil || u.Present != [2]bool{true, true} {
		t.Fatalf("got %v, %v, want both", u.Present, err)
	}
	leave()
	c.pass(4 * time.Second)
	c.meet()
	if u, err = watch.Next(background); err != nil || u.Present != [2]bool{false, true} {
		t.Errorf("got %v, %v, want Black alone", u.Present, err)
	}
}

// TestRosterStays moves in a match whose pages are open: nobody comes or goes, so the
// nodes have nothing new to read.
func TestRosterStays(t *testing.T) {
	c := newSite(t, 0, 0)
	id, white, black := c.opening("")
	c.enter(c.nodes[0], white, id)
	c.enter(c.nodes[1], black, id)
	versions := func() (list []int64) {
		c.meet()
		nodes, err := c.Store.FindNodes(background, c.clock.Now().Add(-time.Minute))
		must(t, err)
		for _, n := range nodes {
			list = append(list, n.Version)
		}
		return list
	}
	before := versions()
	c.pass(10 * time.Second)
	c.move(c.nodes[0], white, id, "a1")
	c.move(c.nodes[1], black, id, "b1")
	if after := versions(); len(before) != 2 || !slices.Equal(before, after) {
		t.Errorf("got versions %v after moves, want %v", after, before)
	}
}

// TestStartElsewhere pairs seeks of two nodes: the match starts when the players
// have come to different nodes.
func TestStartElsewhere(t *testing.T) {
	c := newSite(t, -time.Minute, time.Minute)
	a, b := c.nodes[0], c.nodes[1]
	one, other := accounttest.Guest(t, a.Accounts), accounttest.Guest(t, b.Accounts)
	first, err := a.Seek(background, one, "toy", "5m+0s", false)
	must(t, err)
	found := make(chan lobby.Seek, 1)
	must(t, a.Lobby.Pair(background)) // it knows that the seek waits
	go func() {
		seek, err := a.Lobby.AwaitSeek(background, one, first)
		if err != nil {
			t.Error(err)
		}
		found <- seek
	}()
	second, err := b.Seek(background, other, "toy", "5m+0s", false)
	must(t, err)
	if second.Match == "" {
		t.Fatal("the seeks were not paired")
	}
	must(t, a.Lobby.Pair(background))
	if got := <-found; got.Match != second.Match {
		t.Fatalf("the first page got %+v, want match %s", got, second.Match)
	}
	c.enter(a, one, second.Match)
	c.enter(b, other, second.Match)
	c.wantEvents(second.Match, match.Started, 0)
	c.meet()
	c.wantEvents(second.Match, match.Started, 1)
}

// TestClaimElsewhere claims matches on one node of players who are on another, have
// left it, or whose node has ended.
func TestClaimElsewhere(t *testing.T) {
	claim := match.Action{Kind: match.Claim}
	c := newSite(t, 0, time.Hour, -time.Hour)
	a, b := c.nodes[0], c.nodes[1]
	id, white, black := c.opening("1h+0s")
	left, other, third := c.opening("1h+0s")
	c.pass(50 * time.Second)
	_, leave := c.enter(a, other, left)
	leave()
	must(t, a.Cluster.(*cluster.Shared).Announce(background, a.Presence))
	c.pass(30 * time.Second)
	c.enter(a, white, id)
	must(t, a.Cluster.(*cluster.Shared).Announce(background, a.Presence)) // b has not read it
	_, err := b.Rooms.Do(background, black, id, room.Request{Action: claim})
	wantCode(t, err, failure.Forbidden)
	_, err = b.Rooms.Do(background, third, left, room.Request{Action: claim})
	wantCode(t, err, failure.Forbidden) // 30 s
	c.pass(31 * time.Second)
	c.do(b, third, left, claim)

	c.pass(55*time.Second, b, c.nodes[2]) // a has ended
	_, err = b.Rooms.Do(background, black, id, room.Request{Action: claim})
	wantCode(t, err, failure.Forbidden)
	c.pass(6*time.Second, b, c.nodes[2])
	c.do(b, black, id, claim)
}

// TestOnlineElsewhere counts users and spectators on all nodes.
func TestOnlineElsewhere(t *testing.T) {
	c := newSite(t, 0, 0)
	a, b := c.nodes[0], c.nodes[1]
	id, white, _ := c.opening("")
	c.pass(20 * time.Second)
	guest := accounttest.Guest(t, a.Accounts)
	_, leave := c.enter(a, guest, id)
	c.enter(b, white, id)
	c.meet()
	want := []string{guest.ID, white.ID}
	slices.Sort(want)
	for i, n := range c.nodes {
		if got := n.Presence.Users.List(); !slices.Equal(got, want) || n.Presence.Users.Count() != 2 || !n.Presence.Users.Has(guest.ID) {
			t.Errorf("node %d: got %v online, want %v", i, got, want)
		}
		aside, err := n.Streams.Extras(background, white.ID, &room.Room{Info: room.Info{ID: id}})
		if err != nil || aside.Watchers != 1 {
			t.Errorf("node %d: got %d watchers, %v, want 1", i, aside.Watchers, err)
		}
	}
	leave()
	c.pass(20*time.Second, b) // a has ended, and wrote nothing more
	must(t, b.Cluster.Learn(background, b.Presence))
	if got := b.Presence.Users.List(); !slices.Equal(got, []string{white.ID}) {
		t.Errorf("got %v online after the node has ended, want one", got)
	}
	if aside, err := b.Streams.Extras(background, white.ID, &room.Room{Info: room.Info{ID: id}}); err != nil || aside.Watchers != 0 {
		t.Errorf("got %d watchers, %v, want none", aside.Watchers, err)
	}
}

// TestSeekPageElsewhere lets one node decide whether the page of a seek on another
// has gone.
func TestSeekPageElsewhere(t *testing.T) {
	c := newSite(t, 0, 0)
	a, b := c.nodes[0], c.nodes[1]
	user := accounttest.Guest(t, a.Accounts)
	seek, err := a.Seek(background, user, "toy", "", false)
	must(t, err)
	waits := func(want int) {
		t.Helper()
		must(t, b.Lobby.Pair(background))
		list, err := c.Store.FindWaiting(background)
		if err != nil || len(list) != want {
			t.Fatalf("got %d seeks, %v, want %d", len(list), err, want)
		}
	}
	leave := a.Presence.Seeks.Enter(seek.ID)
	c.meet()
	c.pass(30 * time.Second)
	c.meet()
	waits(1)
	leave()
	c.meet()
	c.pass(9 * time.Second)
	waits(1)
	c.pass(time.Second)
	waits(0)
}

// TestTakeOver lets the node end that should find a move of the computer.
func TestTakeOver(t *testing.T) {
	c := newSite(t, 0, 0)
	a, b := c.nodes[0], c.nodes[1]
	user := accounttest.Guest(t, a.Accounts)
	info, err := a.Rooms.Create(background, user, room.Spec{Game: "toy", Kind: room.Computer, Level: "novice"})
	must(t, err)
	release, _ := livetest.HoldSearches(a.Service) // it does not come to it
	c.move(a, user, info.ID, "b2")
	c.pass(7 * time.Second)
	must(t, b.Computer.TakeOver(background))
	if n := b.Computer.TakenOver(); n != 0 {
		t.Fatalf("%d searches were taken over at once", n)
	}
	c.pass(6 * time.Second) // it is the turn of one or the other
	must(t, b.Computer.TakeOver(background))
	must(t, a.Computer.TakeOver(background))
	if n := b.Computer.TakenOver(); n != 1 {
		t.Fatalf("%d searches were taken over, want 1", n)
	}
	watch, _ := c.enter(b, user, info.ID)
	for {
		u, err := watch.Next(background)
		must(t, err)
		if u.Info.Turn == game.White {
			break
		}
	}
	release() // the first node plays no second move
	a.Service.Abandon()
	b.Service.Abandon()
	c.wantEvents(info.ID, match.Moved, 2)
	must(t, b.Computer.TakeOver(background))
}
