// SPDX-License-Identifier: Apache-2.0

package faults_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/internal/live/cluster"
	"cairn/internal/live/room"
	"cairn/internal/store/sqlite"
	"cairn/internal/store/sqlitetest"
	"cairn/match"
)

// The controls are sites with a known fault. A checker that does not find it is
// worth nothing.

// newSQLite opens an empty store.
func newSQLite(t *testing.T) *sqlite.Store {
	t.Helper()
	store := sqlitetest.Open(t, t.TempDir(), sqlite.Options{})
	t.Cleanup(func() { must(t, store.Close()) })
	return store
}

// caught fails unless the report has each of the counts.
func caught(t *testing.T, counts map[string]int) {
	t.Helper()
	for name, n := range counts {
		if n == 0 {
			t.Errorf("%s: got none, want the fault to be found", name)
		}
	}
}

// TestNoFault is the control of the controls: the same steps on nodes that are right.
func TestNoFault(t *testing.T) {
	store := newSQLite(t)
	h := newHall(t, store, "")
	expect, moves := h.room(0).Info.Seq, h.moves(0)
	_ = h.room(1)
	asked := time.Now()
	must(t, h.try(t.Context(), 0, game.White, "move", moves[0], expect))
	if err := h.try(t.Context(), 1, game.White, "move", moves[1], expect); failure.CodeOf(err) != failure.Stale {
		t.Errorf("got %v, want that another move came first", err)
	}
	h.see(h.room(0), asked)
	if r := h.audit(store); r.Wrong() != 0 || r.Acked != 4 || r.Refused != 1 {
		t.Errorf("got %s, want nothing wrong, 4 commands and 1 that came too late", r)
	}
}

// early answers before the commit, and is killed before it.
type early struct{ live.Store }

func (early) Append(context.Context, room.Change) error { return nil }

func TestAnswerBeforeCommit(t *testing.T) {
	store := newSQLite(t)
	h := newHall(t, store, "")
	h.open(1, early{store})
	h.post(1, game.White, "move", h.moves(1)[0])
	r := h.audit(store)
	caught(t, map[string]int{"lost": r.Lost, "not linearizable": r.NotLinearizable})
}

// careless stores with ON CONFLICT DO NOTHING and reports success. Both nodes come
// to the store before one of them writes.
type careless struct {
	live.Store
	both *sync.WaitGroup
}

func (c careless) Append(ctx context.Context, change room.Change) error {
	c.both.Done()
	c.both.Wait()
	err := c.Store.Append(ctx, change)
	if failure.CodeOf(err) == failure.Stale {
		return nil
	}
	return err
}

func TestConflictIgnored(t *testing.T) {
	store := newSQLite(t)
	h := newHall(t, store, "")
	var both, tabs sync.WaitGroup
	both.Add(2)
	for node := range h.nodes {
		h.open(node, careless{store, &both})
	}
	expect, moves := h.room(0).Info.Seq, h.moves(1)
	for node := range h.nodes { // one player in two windows
		tabs.Add(1)
		post := h.later(t.Context(), node, game.White, "move", moves[node], expect)
		go func() {
			defer tabs.Done()
			if err := post(); err != nil {
				t.Error(err)
			}
		}()
	}
	tabs.Wait()
	r := h.audit(store)
	caught(t, map[string]int{"lost": r.Lost, "not linearizable": r.NotLinearizable})
}

// hasty publishes before it commits: readers see events that are not stored, and then
// the disk is full.
type hasty struct {
	live.Store
	bus  cluster.Bus
	seen chan struct{} // closed when a reader has seen the change

	mu     sync.Mutex
	change *room.Change
}

func (s *hasty) Append(_ context.Context, c room.Change) error {
	s.mu.Lock()
	s.change = &c
	s.mu.Unlock()
	s.bus.Publish("match."+c.Info.ID, c.Info.Seq)
	<-s.seen
	return failure.ErrNoSpace
}

func (s *hasty) FindMatch(ctx context.Context, id string) (room.Info, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.change != nil {
		return s.change.Info, nil
	}
	return s.Store.FindMatch(ctx, id)
}

func (s *hasty) FindEvents(ctx context.Context, id string, after int) ([]match.Event, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list, err := s.Store.FindEvents(ctx, id, after)
	if s.change != nil {
		list = append(list, s.change.Events...)
	}
	return list, err
}

func TestMessageBeforeCommit(t *testing.T) {
	store := newSQLite(t)
	h := newHall(t, store, "")
	broken := &hasty{Store: store, bus: h.bus, seen: make(chan struct{})}
	for node := range h.nodes {
		h.open(node, broken)
	}
	expect, moves := h.room(0).Info.Seq, h.moves(0)
	opened := time.Now()
	watch, err := h.nodes[1].Streams.Watch(t.Context(), h.players[game.Black], h.id, expect)
	must(t, err)
	defer watch.Close()
	post := h.later(t.Context(), 0, game.White, "move", moves[0], expect)
	answered := make(chan error, 1)
	go func() { answered <- post() }()
	for seq := 0; seq <= expect; {
		u, err := watch.Next(t.Context())
		must(t, err)
		h.see(*u.Room, opened)
		seq = u.Info.Seq
	}
	close(broken.seen)
	if err := <-answered; !errors.Is(err, failure.ErrNoSpace) {
		t.Errorf("got %v, want %v", err, failure.ErrNoSpace)
	}
	r := h.audit(store)
	caught(t, map[string]int{"not stored": r.Unstored, "not linearizable": r.NotLinearizable})
}

// bothFlag stores a loss on time after any other event, another loss on time too.
type bothFlag struct {
	live.Store
	both *sync.WaitGroup
}

func (b bothFlag) Append(ctx context.Context, c room.Change) error {
	b.both.Done()
	b.both.Wait()
	err := b.Store.Append(ctx, c)
	if failure.CodeOf(err) != failure.Stale {
		return err
	}
	c.After++
	c.Info.Seq++
	c.Events[0].Seq++
	return b.Store.Append(ctx, c)
}

func TestTwoFlags(t *testing.T) {
	store := newSQLite(t)
	h := newHall(t, store, "1s")
	h.history.Sleeps(h.id, "white")
	var both, flags sync.WaitGroup
	both.Add(2)
	for node := range h.nodes {
		h.open(node, bothFlag{store, &both})
		_ = h.room(node)
		h.clocks[node].Store(int64(time.Hour))
	}
	for _, node := range h.nodes {
		flags.Go(func() {
			if err := node.Clocks.Check(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	flags.Wait()
	r := h.audit(store)
	caught(t, map[string]int{"doubled": r.Doubled, "cannot be replayed": r.Unplayable, "wrong results": r.WrongScores})
}

// TestFlagByOwnClock is a node that decides by its own clock, an hour ahead.
func TestFlagByOwnClock(t *testing.T) {
	store := newSQLite(t)
	h := newHall(t, store, "10m")
	h.clocks[1].Store(int64(time.Hour))
	must(t, h.nodes[1].Clocks.Check(t.Context()))
	r := h.audit(store)
	caught(t, map[string]int{"wrong flags": r.WrongFlags})
}
