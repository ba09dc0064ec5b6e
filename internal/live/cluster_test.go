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
	"cairn/internal/store/sqlite"
	"cairn/internal/store/sqlitetest"
	"cairn/match"
)

// cluster is several nodes on one store, whose clock is the only right one. The
// nodes do nothing in the background: tests make them beat and look.
type cluster struct {
	t     *testing.T
	clock *accounttest.Clock
	store store
	nodes []*node
}

// node is one node of a cluster. Its bus reaches no other node.
type node struct {
	services
	link *link
}

// link is the way of a node to the store.
type link struct {
	store
	clock *accounttest.Clock
	cut   atomic.Bool // the node does not reach the store
	lost  atomic.Bool // the answer to the next append is lost, though it is made
	alone atomic.Bool // no standby confirms a commit
	beats atomic.Int64
	held  func(live.Change) // called before an append; may be nil
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

func (l *link) BeatNode(ctx context.Context, b live.NodeBeat) (time.Time, error) {
	if err := l.err(); err != nil {
		return time.Time{}, err
	}
	l.beats.Add(1)
	return l.store.BeatNode(ctx, b)
}

func (l *link) FindNodes(ctx context.Context, since time.Time) ([]live.Node, error) {
	if err := l.err(); err != nil {
		return nil, err
	}
	return l.store.FindNodes(ctx, since)
}

func (l *link) LastBeat(ctx context.Context) (time.Time, error) {
	if err := l.err(); err != nil {
		return time.Time{}, err
	}
	return l.store.LastBeat(ctx)
}

func (l *link) FindMatch(ctx context.Context, id string) (live.Info, error) {
	if err := l.err(); err != nil {
		return live.Info{}, err
	}
	info, err := l.store.FindMatch(ctx, id)
	if l.found != nil {
		l.found()
	}
	return info, err
}

func (l *link) FindEvents(ctx context.Context, id string, after int) ([]match.Event, error) {
	if err := l.err(); err != nil {
		return nil, err
	}
	events, err := l.store.FindEvents(ctx, id, after)
	if l.read != nil {
		l.read()
	}
	return events, err
}

func (l *link) Append(ctx context.Context, c live.Change) error {
	if err := l.err(); err != nil {
		return err
	}
	if l.held != nil {
		l.held(c)
	}
	err := l.store.Append(ctx, c)
	if err == nil && l.lost.Swap(false) {
		return failure.ErrUnknown
	}
	return err
}

func (l *link) Ping(ctx context.Context) error {
	if l.alone.Load() {
		return failure.ErrUnknown
	}
	return l.store.Ping(ctx)
}

// newCluster starts nodes with these differences between their clocks and that of
// the store.
func newCluster(t *testing.T, skews ...time.Duration) *cluster {
	t.Helper()
	c := &cluster{t: t, clock: accounttest.NewClock(time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)), store: openShared(t)}
	for _, skew := range skews {
		c.add(skew)
	}
	c.beat()
	return c
}

// openPostgres opens a store in PostgreSQL until the end of the test.
var openPostgres func(t *testing.T) store

// openShared opens a store until the end of the test: in PostgreSQL for the tests of
// TestOnPostgres, otherwise in SQLite.
func openShared(t *testing.T) store {
	t.Helper()
	if strings.HasPrefix(t.Name(), "TestOnPostgres/") {
		return openPostgres(t)
	}
	s := sqlitetest.Open(t, t.TempDir(), sqlite.Options{})
	t.Cleanup(func() { must(t, s.Close()) })
	return s
}

// add starts a node.
func (c *cluster) add(skew time.Duration) *node {
	c.t.Helper()
	n := &node{link: &link{store: c.store, clock: c.clock}}
	now := func() time.Time { return c.clock.Now().Add(skew) }
	people := account.New(account.Options{Store: c.store, Now: c.clock.Now})
	n.services = services{people, live.New(live.Options{
		Store: n.link, Bus: mem.New(), Games: catalog.New(catalog.Bind(tictactoe.Standard, index.For)), Accounts: people, Now: now, Shared: true, Thinkers: 1,
	})}
	must(c.t, n.Begin(background))
	c.t.Cleanup(n.Abandon)
	c.nodes = append(c.nodes, n)
	return n
}

// beat lets nodes beat and look at clocks; all of them if none is named.
func (c *cluster) beat(nodes ...*node) {
	c.t.Helper()
	if len(nodes) == 0 {
		nodes = c.nodes
	}
	for _, n := range nodes {
		must(c.t, n.CheckClocks(background))
	}
}

// pass lets time pass while nodes are up, all of them if none is named.
func (c *cluster) pass(d time.Duration, nodes ...*node) {
	c.t.Helper()
	for ; d > 0; d -= time.Second {
		c.clock.Advance(min(d, time.Second))
		c.beat(nodes...)
	}
}

// meet lets all nodes know who is on the pages of the others.
func (c *cluster) meet() {
	c.t.Helper()
	for _, n := range c.nodes {
		must(c.t, n.Share(background))
	}
	for _, n := range c.nodes {
		must(c.t, n.Learn(background))
	}
}

// enter opens the stream of a user on a node and returns the function that ends it.
func (c *cluster) enter(n *node, u account.User, id string) (*live.Watch, func()) {
	c.t.Helper()
	w, err := n.Watch(background, u, id, 0)
	must(c.t, err)
	end := sync.OnceFunc(w.Close)
	c.t.Cleanup(end)
	return w, end
}

// opening starts a match on the first node, whose sides have made their first moves.
func (c *cluster) opening(control string) (id string, white, black account.User) {
	c.t.Helper()
	n := c.nodes[0]
	white, black = accounttest.Guest(c.t, n.accounts), accounttest.Guest(c.t, n.accounts)
	info, err := n.CreateMatch(background, white, live.Spec{Game: "toy", Kind: live.Private, Control: control, Shown: true})
	must(c.t, err)
	_, err = n.Join(background, black, info.ID)
	must(c.t, err)
	c.do(n, white, info.ID, match.Action{Kind: match.Start})
	c.move(n, white, info.ID, "c1")
	c.move(n, black, info.ID, "c2")
	return info.ID, white, black
}

func (c *cluster) do(n *node, u account.User, id string, a match.Action) int {
	c.t.Helper()
	seq, err := n.Do(background, u, id, live.Request{Action: a})
	if err != nil {
		c.t.Fatalf("%s %s: %v", a.Kind, a.Move, err)
	}
	return seq
}

func (c *cluster) move(n *node, u account.User, id, move string) int {
	c.t.Helper()
	return c.do(n, u, id, match.Action{Kind: match.Move, Move: move})
}

// events returns the events of a match that have one of these kinds.
func (c *cluster) events(id string, kinds ...match.EventKind) []match.Event {
	c.t.Helper()
	list, err := c.store.FindEvents(background, id, 0)
	must(c.t, err)
	return slices.DeleteFunc(list, func(e match.Event) bool { return !slices.Contains(kinds, e.Kind) })
}

// wantEvents checks how many events of a kind a match has.
func (c *cluster) wantEvents(id string, kind match.EventKind, want int) {
	c.t.Helper()
	if got := c.events(id, kind); len(got) != want {
		c.t.Errorf("%s: got %d times, want %d: %v", kind, len(got), want, got)
	}
}

// wantLeft checks the time of the side to move on every node.
func (c *cluster) wantLeft(id string, u account.User, want time.Duration) {
	c.t.Helper()
	for i, n := range c.nodes {
		r, err := n.Room(background, u, id)
		must(c.t, err)
		side, _ := r.Info.SideOf(u.ID)
		if got := r.Match.Clock().Remaining(side, n.Time.Now()); got != want {
			c.t.Errorf("node %d: got %s left, want %s", i, got, want)
		}
	}
}
