// SPDX-License-Identifier: Apache-2.0

package cluster

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"cairn/internal/failure"
)

const (
	// exchangeEvery is how often a node announces and reads announcements.
	exchangeEvery = 2 * time.Second
	// exchangeSoon is the shortest time between two urgent announcements.
	exchangeSoon = 250 * time.Millisecond
	// The pause after an exchange is exchangeShare times its duration, up to exchangeEvery:
	// with thousands of pages an announcement is nearly always urgent.
	exchangeShare = 20
	// forgetNodes is how long a node that has gone is remembered, and forgetEvery how
	// often such nodes are deleted.
	forgetNodes = 10 * time.Minute
	forgetEvery = time.Minute
	// PeersFor is how long after its last heartbeat a node is among the peers.
	PeersFor = 90 * time.Second
)

// board is where nodes announce to each other: a row of the store for each node, and a
// topic of the bus that says when to read.
type board struct {
	node  string
	store Store
	bus   Bus
	clock *DatabaseClock
	log   *slog.Logger

	mu      sync.Mutex
	written string // the announcement in the store, as far as known
	version int64

	reading sync.Mutex // held while announcements are read, never while one is written
	peers   map[string]Peer
}

// exchange announces and reads until the context ends.
func (b *board) exchange(ctx context.Context, a Announcer) {
	signal, end := b.bus.Subscribe(announcements)
	defer end()
	ticker, forget := time.NewTicker(exchangeEvery), time.NewTicker(forgetEvery)
	defer ticker.Stop()
	defer forget.Stop()
	log := failure.NewLog(b.log, b.clock.Now, "exchange who is present")
	for {
		var work func(context.Context, Announcer) error
		select {
		case <-ctx.Done():
			return
		case <-a.Urgent():
			work = b.wake
		case <-signal:
			work = b.learn
		case <-ticker.C:
			work = b.both
		case <-forget.C:
			work = b.forget
		}
		began := time.Now()
		log.Note(work(ctx, a))
		took := time.Since(began)
		select { // many players who come at once are one announcement
		case <-ctx.Done():
			return
		case <-time.After(min(max(exchangeSoon, exchangeShare*took), exchangeEvery)):
		}
	}
}

// wake announces and wakes the other nodes to read it.
func (b *board) wake(ctx context.Context, a Announcer) error {
	err := b.announce(ctx, a)
	if err == nil {
		b.bus.Publish(announcements, 1)
	}
	return err
}

func (b *board) both(ctx context.Context, a Announcer) error {
	if err := b.announce(ctx, a); err != nil {
		return err
	}
	return b.learn(ctx, a)
}

// forget deletes nodes that have gone.
func (b *board) forget(ctx context.Context, _ Announcer) error {
	return b.store.DeleteNodes(ctx, b.clock.Now().Add(-forgetNodes))
}

// announce stores the announcement of this node, if it has changed.
func (b *board) announce(ctx context.Context, a Announcer) error {
	body, err := a.Announcement()
	if err != nil {
		return err
	}
	b.mu.Lock()
	if body == b.written {
		b.mu.Unlock()
		return nil
	}
	b.version = max(b.version+1, b.clock.Now().UnixMilli())
	version := b.version
	b.written = body
	b.mu.Unlock()
	if err = b.store.SaveRoster(ctx, b.node, version, body); err != nil {
		b.rewrite(0)
	}
	return err
}

// rewrite makes the next call of announce write, unless the store has this version.
func (b *board) rewrite(stored int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if stored != b.version {
		b.written = ""
	}
}

// learn reads the announcements of the other nodes that have changed.
func (b *board) learn(ctx context.Context, a Announcer) error {
	b.reading.Lock()
	defer b.reading.Unlock()
	now := b.clock.Now()
	nodes, err := b.store.FindNodes(ctx, now.Add(-PeersFor))
	if err != nil {
		return err
	}
	peers, changed := b.compare(nodes, now)
	bodies, err := b.store.FindRosters(ctx, changed)
	if err != nil {
		return err
	}
	for id, body := range bodies {
		p := peers[id]
		p.Announcement = body
		peers[id] = p
	}
	b.peers = peers
	list := make([]Peer, 0, len(peers))
	for _, p := range peers {
		list = append(list, p)
	}
	a.Heard(list)
	return nil
}

// compare returns the other nodes, with the announcements that are known, and which of
// them have changed.
func (b *board) compare(nodes []Node, now time.Time) (peers map[string]Peer, changed []string) {
	peers = map[string]Peer{}
	for _, n := range nodes {
		if n.ID == b.node {
			b.rewrite(n.Version) // the row may have been deleted
			continue
		}
		p := Peer{Node: n, Gone: now.Sub(n.Seen) > aliveFor}
		if known, found := b.peers[n.ID]; found && known.Version == n.Version {
			p.Announcement = known.Announcement
		} else if n.Version > 0 {
			changed = append(changed, n.ID)
		}
		peers[n.ID] = p
	}
	return peers, changed
}
