// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/game/gametest/tictactoe"
	"cairn/game/gametest/tictactoe/index"
	"cairn/internal/account"
	"cairn/internal/account/accounttest"
	"cairn/internal/bus/mem"
	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/internal/live/cluster"
	"cairn/internal/live/livetest"
	"cairn/internal/live/room"
	"cairn/internal/live/stream"
	"cairn/internal/store/sqlite"
	"cairn/internal/store/sqlitetest"
	"cairn/match"
)

// site is several nodes on one store, whose clock is the only right one. The
// nodes have no background work: tests make them write heartbeats and check clocks.
type site struct {
	t     *testing.T
	clock *accounttest.Clock
	Store livetest.Store
	nodes []*node
}

// node is one node of a cluster. Its bus reaches no other node.
type node struct {
	livetest.Services
	link *link
}

// link is the way of a node to the store.
type link struct {
	livetest.Store
	clock *accounttest.Clock
	cut   atomic.Bool // the node does not reach the store
	lost  atomic.Bool // the answer to the next append is lost, though it is made
	alone atomic.Bool // no standby confirms a commit
	beats atomic.Int64
	held  func(room.Change) // called before an append; may be nil
	found func()            // called when the row of a match was read; may be nil
	read  func()            // called when events were read; may be nil
}

func (l *link) Now(context.Context) (time.Time, error) { return l.clock.Now(), l.err() }

func (l *link) err() error {
	if l.cut.Load() {
		return failure.ErrNoSpace
	}
	return nil
}

func (l *link) BeatNode(ctx context.Context, b cluster.NodeBeat) (time.Time, error) {
	if err := l.err(); err != nil {
		return time.Time{}, err
	}
	l.beats.Add(1)
	return l.Store.BeatNode(ctx, b)
}

func (l *link) FindNodes(ctx context.Context, since time.Time) ([]cluster.Node, error) {
	if err := l.err(); err != nil {
		return nil, err
	}
	return l.Store.FindNodes(ctx, since)
}

func (l *link) LastBeat(ctx context.Context) (time.Time, error) {
	if err := l.err(); err != nil {
		return time.Time{}, err
	}
	return l.Store.LastBeat(ctx)
}

func (l *link) FindMatch(ctx context.Context, id string) (room.Info, error) {
	if err := l.err(); err != nil {
		return room.Info{}, err
	}
	info, err := l.Store.FindMatch(ctx, id)
	if l.found != nil {
		l.found()
	}
	return info, err
}

func (l *link) FindEvents(ctx context.Context, id string, after int) ([]match.Event, error) {
	if err := l.err(); err != nil {
		return nil, err
	}
	events, err := l.Store.FindEvents(ctx, id, after)
	if l.read != nil {
		l.read()
	}
	return events, err
}

func (l *link) Append(ctx context.Context, c room.Change) error {
	if err := l.err(); err != nil {
		return err
	}
	if l.held != nil {
		l.held(c)
	}
	err := l.Store.Append(ctx, c)
	if err == nil && l.lost.Swap(false) {
		return failure.ErrUnknown
	}
	return err
}

func (l *link) Ping(ctx context.Context) error {
	if l.alone.Load() {
		return failure.ErrUnknown
	}
	return l.Store.Ping(ctx)
}

// newSite starts nodes with these differences between their clocks and that of
// the store.
func newSite(t *testing.T, skews ...time.Duration) *site {
	t.Helper()
	c := &site{t: t, clock: accounttest.NewClock(time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)), Store: openShared(t)}
	for _, skew := range skews {
		c.add(skew)
	}
	c.beat()
	return c
}

// openPostgres opens a store in PostgreSQL until the end of the test.
var openPostgres func(t *testing.T) livetest.Store

// openShared opens a store until the end of the test: in PostgreSQL for the tests of
// TestOnPostgres, otherwise in SQLite.
func openShared(t *testing.T) livetest.Store {
	t.Helper()
	if strings.HasPrefix(t.Name(), "TestOnPostgres/") {
		return openPostgres(t)
	}
	s := sqlitetest.Open(t, t.TempDir(), sqlite.Options{})
	t.Cleanup(func() { must(t, s.Close()) })
	return s
}

// add starts a node.
func (c *site) add(skew time.Duration) *node {
	c.t.Helper()
	n := &node{link: &link{Store: c.Store, clock: c.clock}}
	now := func() time.Time { return c.clock.Now().Add(skew) }
	people := account.New(account.Options{Store: c.Store, Now: c.clock.Now})
	n.Services = livetest.Services{Accounts: people, Service: live.New(live.Options{
		Store: n.link, Bus: mem.New(), Games: catalog.New(catalog.Bind(tictactoe.Standard, index.For)), Accounts: people, Now: now, Shared: true, Thinkers: 1,
	})}
	must(c.t, n.Cluster.Start(background))
	c.t.Cleanup(n.Abandon)
	c.nodes = append(c.nodes, n)
	return n
}

// beat lets nodes write heartbeats and check clocks; all of them if none is named.
func (c *site) beat(nodes ...*node) {
	c.t.Helper()
	if len(nodes) == 0 {
		nodes = c.nodes
	}
	for _, n := range nodes {
		must(c.t, n.Clocks.Check(background))
	}
}

// pass lets time pass while nodes are up, all of them if none is named.
func (c *site) pass(d time.Duration, nodes ...*node) {
	c.t.Helper()
	for ; d > 0; d -= time.Second {
		c.clock.Advance(min(d, time.Second))
		c.beat(nodes...)
	}
}

// meet lets all nodes know who is on the pages of the others.
func (c *site) meet() {
	c.t.Helper()
	for _, n := range c.nodes {
		must(c.t, n.Cluster.(*cluster.Shared).Announce(background, n.Presence))
	}
	for _, n := range c.nodes {
		must(c.t, n.Cluster.Learn(background, n.Presence))
	}
}

// enter opens the stream of a user on a node and returns the function that ends it.
func (c *site) enter(n *node, u account.User, id string) (*stream.Watch, func()) {
	c.t.Helper()
	w, err := n.Streams.Watch(background, u, id, 0)
	must(c.t, err)
	end := sync.OnceFunc(w.Close)
	c.t.Cleanup(end)
	return w, end
}

// opening starts a match on the first node, whose sides have made their first moves.
func (c *site) opening(control string) (id string, white, black account.User) {
	c.t.Helper()
	n := c.nodes[0]
	white, black = accounttest.Guest(c.t, n.Accounts), accounttest.Guest(c.t, n.Accounts)
	info, err := n.Rooms.Create(background, white, room.Spec{Game: "toy", Kind: room.Private, Control: control, Shown: true})
	must(c.t, err)
	_, err = n.Rooms.Join(background, black, info.ID)
	must(c.t, err)
	c.do(n, white, info.ID, match.Action{Kind: match.Start})
	c.move(n, white, info.ID, "c1")
	c.move(n, black, info.ID, "c2")
	return info.ID, white, black
}

func (c *site) do(n *node, u account.User, id string, a match.Action) int {
	c.t.Helper()
	seq, err := n.Rooms.Do(background, u, id, room.Request{Action: a})
	if err != nil {
		c.t.Fatalf("%s %s: %v", a.Kind, a.Move, err)
	}
	return seq
}

func (c *site) move(n *node, u account.User, id, move string) int {
	c.t.Helper()
	return c.do(n, u, id, match.Action{Kind: match.Move, Move: move})
}

// events returns the events of a match that have one of these kinds.
func (c *site) events(id string, kinds ...match.EventKind) []match.Event {
	c.t.Helper()
	list, err := c.Store.FindEvents(background, id, 0)
	must(c.t, err)
	return slices.DeleteFunc(list, func(e match.Event) bool { return !slices.Contains(kinds, e.Kind) })
}

// wantEvents checks how many events of a kind a match has.
func (c *site) wantEvents(id string, kind match.EventKind, want int) {
	c.t.Helper()
	if got := c.events(id, kind); len(got) != want {
		c.t.Errorf("%s: got %d times, want %d: %v", kind, len(got), want, got)
	}
}

// wantLeft checks the time of the side to move on every node.
func (c *site) wantLeft(id string, u account.User, want time.Duration) {
	c.t.Helper()
	for i, n := range c.nodes {
		r, err := n.Rooms.Visit(background, u, id)
		must(c.t, err)
		side, _ := r.Info.SideOf(u.ID)
		if got := r.Match.Clock().Remaining(side, n.Cluster.Now()); got != want {
			c.t.Errorf("node %d: got %s left, want %s", i, got, want)
		}
	}
}
