// SPDX-License-Identifier: Apache-2.0

package cluster

import (
	"context"
	"hash/fnv"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
)

// aliveFor is how long after its last heartbeat a node counts as alive.
const aliveFor = 6 * time.Second

// Shared is the Cluster of one of several nodes on one store. What a node has in memory
// may lag behind; it refuses no request before it has read the store.
type Shared struct {
	process
	id     string
	clock  *DatabaseClock
	log    *slog.Logger
	board  *board
	commit barrier
}

// NewShared returns the Cluster of a node with a new id.
func NewShared(o Options) *Shared {
	s := &Shared{process: newProcess(o), id: account.NewID(), log: o.Log, clock: NewDatabaseClock(o.Now, o.Store)}
	s.board = &board{node: s.id, store: o.Store, bus: o.Bus, clock: s.clock, log: o.Log}
	s.commit.store = o.Store
	return s
}

// Start implements Cluster.
func (s *Shared) Start(ctx context.Context) error {
	if err := s.measure(ctx); err != nil {
		return err
	}
	last, err := s.lastBeat(ctx)
	if err == nil {
		s.outage.learn(last, s.Now())
		_ = s.ready.note(s.store.Ping(ctx)) // Ready has the error
	}
	return err
}

// measure measures the time. A store that does not know the time cannot be written
// either.
func (s *Shared) measure(ctx context.Context) error {
	err := s.clock.Measure(ctx)
	if err != nil {
		err = s.ready.note(err)
	}
	return err
}

// Stop implements Cluster.
func (s *Shared) Stop(ctx context.Context) (last bool, err error) {
	others, err := s.store.StopNode(ctx, s.id, s.Now().Add(-aliveFor))
	return others == 0, err
}

// Now implements Cluster.
func (s *Shared) Now() time.Time { return s.clock.Now() }

// Offset implements Cluster.
func (s *Shared) Offset() time.Duration { return s.clock.Offset() }

// Heartbeat implements Cluster. Several nodes may settle at the same time: the store lets
// one succeed in each match.
func (s *Shared) Heartbeat(ctx context.Context, settle Settle) (time.Time, error) {
	s.beating.Lock()
	defer s.beating.Unlock()
	if s.outage.Stopping() != nil {
		return time.Time{}, nil
	}
	if err := s.measure(ctx); err != nil {
		s.outage.Note(err)
		return time.Time{}, err
	}
	now := s.Now()
	last, err := s.beat(ctx, NodeBeat{Now: now})
	if err == nil && now.Sub(last) > MaxGap {
		s.outage.learn(last, now)
		settled, failed := settle(ctx, now)
		if failed != nil || settled.IsZero() {
			return time.Time{}, failed
		}
		now = settled
		last, err = s.beat(ctx, NodeBeat{Now: now, Settled: last})
	}
	s.outage.Note(err)
	if err != nil {
		return time.Time{}, err
	}
	s.outage.learn(last, now)
	return now, nil
}

func (s *Shared) beat(ctx context.Context, b NodeBeat) (last time.Time, err error) {
	b.ID, b.Gap = s.id, MaxGap
	last, err = s.store.BeatNode(ctx, b)
	return last, s.ready.note(err)
}

// OutageOf implements Cluster. Another node may have settled the outage or taken a move
// since: the outage of a match does not begin before its last event.
func (s *Shared) OutageOf(changed, now time.Time) (from time.Time, is bool) {
	from, is = s.outage.Ongoing(now)
	if is {
		if changed.After(from) {
			from = changed
		}
		is = Wall(now).Sub(from) > MaxGap
	}
	return from, is
}

// MayLag implements Cluster.
func (s *Shared) MayLag() bool { return true }

// Current implements Cluster.
func (s *Shared) Current(ctx context.Context, now time.Time) (time.Time, error) {
	jumped := s.clock.jumped()
	if !jumped && !s.outage.unsure(now) {
		return now, nil
	}
	if jumped {
		if err := s.measure(ctx); err != nil {
			return now, err
		}
		now = s.Now()
	}
	last, err := s.lastBeat(ctx)
	if err != nil {
		return now, err
	}
	s.outage.learn(last, now)
	return now, nil
}

// Confirm implements Cluster.
func (s *Shared) Confirm(ctx context.Context) error { return s.commit.next(ctx, s.ready.note) }

// TakeTask implements Cluster. The interval is a tenth shorter, since tickers of nodes
// differ a little.
func (s *Shared) TakeTask(ctx context.Context, task string, every time.Duration) (bool, error) {
	return s.store.TakeTask(ctx, task, s.Now(), every-every/10)
}

// CatchUp implements Cluster.
func (s *Shared) CatchUp(ctx context.Context, work string, every time.Duration, f func(context.Context) error) {
	log := failure.NewLog(s.log, s.Now, work)
	log.Note(f(ctx))
	log.Every(ctx, every, f)
}

// Exchange implements Cluster.
func (s *Shared) Exchange(ctx context.Context, a Announcer) { s.board.exchange(ctx, a) }

// Announce stores the announcement of this node now.
func (s *Shared) Announce(ctx context.Context, a Announcer) error { return s.board.announce(ctx, a) }

// Learn implements Cluster.
func (s *Shared) Learn(ctx context.Context, a Announcer) error { return s.board.learn(ctx, a) }

// Alive implements Cluster.
func (s *Shared) Alive(ctx context.Context) ([]Node, error) {
	return s.store.FindNodes(ctx, s.Now().Add(-aliveFor))
}

// Alone implements Cluster.
func (s *Shared) Alone(ctx context.Context) bool {
	nodes, err := s.Alive(ctx)
	return err == nil && !slices.ContainsFunc(nodes, func(other Node) bool { return other.ID != s.id && !other.Stopping })
}

// Turns implements Cluster.
func (s *Shared) Turns(ctx context.Context) (turn func(key string) int, err error) {
	nodes, err := s.Alive(ctx)
	nodes = slices.DeleteFunc(nodes, func(n Node) bool { return n.Stopping })
	place := slices.IndexFunc(nodes, func(other Node) bool { return other.ID == s.id })
	return func(key string) int {
		if place < 0 {
			return len(nodes)
		}
		hash := fnv.New32a()
		_, _ = hash.Write([]byte(key))
		first := int(hash.Sum32() % uint32(len(nodes)))
		return (place - first + len(nodes)) % len(nodes)
	}, err
}

// barrier makes commits that change nothing. A commit waits for the standbys to have all
// commits before it.
type barrier struct {
	store Store
	begun atomic.Int64

	mu   sync.Mutex
	made int64 // the last commit that succeeded
}

// next makes an empty commit after the call, or waits for one. Concurrent callers share a
// commit.
func (b *barrier) next(ctx context.Context, note func(error) error) error {
	before := b.begun.Load()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.made > before {
		return nil
	}
	this := b.begun.Add(1)
	err := note(b.store.Ping(ctx))
	if err == nil {
		b.made = this
	}
	return err
}
