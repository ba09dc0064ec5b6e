// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/match"
)

const (
	// aliveFor is how long after its last beat a node counts as alive.
	aliveFor = 6 * time.Second
	// forgetNodes is how long a node that has gone is remembered.
	forgetNodes = 10 * time.Minute
)

// Nodes are the server processes on one store, of which this is one. They are
// equal: each takes every command and serves every stream, any of them ends a match
// whose time is up, and the store lets one succeed. What a node has in memory may be
// old; it refuses nothing before it has asked the store.
//
// A service that shares its store with no other has none of this to do.
type Nodes struct {
	shared   bool
	id       string
	store    Store
	bus      Bus
	rooms    *rooms
	clocks   *clocks
	computer *computer
	pulse    *pulse
	time     *Time
	log      *slog.Logger

	readers readers
	open    map[string]Challenge // by id, when last asked; of the goroutine that catches up
	book    *rosterBook          // nil if no other node shares the store
	behind  atomic.Int64         // matches whose readers the bus has not woken
	taken   atomic.Int64         // searches taken over from other nodes
}

func newNodes(o Options, s *Service) *Nodes {
	return &Nodes{
		shared: o.Shared, id: account.NewID(), store: o.Store, bus: o.Bus, rooms: s.rooms, clocks: s.clocks, pulse: s.pulse,
		time: s.Time, log: o.Log, readers: readers{matches: map[string]*readership{}},
	}
}

// Behind returns how many times the readers of a match have not been woken by the
// bus and were found by asking the store.
func (n *Nodes) Behind() int64 { return n.behind.Load() }

// TakenOver returns how many moves of the computer this node has begun to search
// since no other node had made them.
func (n *Nodes) TakenOver() int64 { return n.taken.Load() }

// Alive returns the nodes that are alive.
func (n *Nodes) Alive(ctx context.Context) ([]Node, error) {
	return n.store.FindNodes(ctx, n.time.Now().Add(-aliveFor))
}

// Alone reports whether no other node takes moves, as far as this one can know.
func (n *Nodes) Alone(ctx context.Context) bool {
	if !n.shared {
		return true
	}
	nodes, err := n.Alive(ctx)
	return err == nil && !slices.ContainsFunc(nodes, func(other Node) bool { return other.ID != n.id && !other.Stopping })
}

// sure returns when to decide: now, unless this node was suspended or has not
// reached the store for a while. It then first learns the time, and whether other
// nodes have taken moves meanwhile.
func (n *Nodes) sure(ctx context.Context, now time.Time) (time.Time, error) {
	jumped := n.shared && n.time.jumped()
	if !jumped && (!n.shared || !n.pulse.unsure(now)) {
		return now, nil
	}
	if jumped {
		if err := n.time.measure(ctx); err != nil {
			return now, err
		}
		now = n.time.Now()
	}
	last, err := n.lastBeat(ctx)
	if err != nil {
		return now, err
	}
	n.pulse.learn(last, now)
	return now, nil
}

// attend reads who is present elsewhere before an action that depends on it.
func (n *Nodes) attend(ctx context.Context, a match.ActionKind) error {
	if n.book == nil || a != match.Claim && a != match.Rematch && a != match.Answer {
		return nil
	}
	return n.book.learn(ctx)
}

// lastBeat returns the last beat of all nodes, or of a server alone.
func (n *Nodes) lastBeat(ctx context.Context) (time.Time, error) {
	last, err := n.store.LastBeat(ctx)
	if failure.CodeOf(err) == failure.NotFound {
		return time.UnixMilli(0), nil // clocks are then paused as of the last event
	}
	return last, err
}

// start learns the time and the last beat.
func (n *Nodes) start(ctx context.Context) error {
	if err := n.time.measure(ctx); err != nil {
		return err
	}
	last, err := n.lastBeat(ctx)
	if err == nil {
		n.pulse.learn(last, n.time.Now())
	}
	return err
}

// beat notes that this node is alive, and returns when. If no node was for a while,
// it first takes the gap out of all clocks. Several nodes may do so at the same
// time: the store lets one succeed in each match.
func (n *Nodes) beat(ctx context.Context) (time.Time, error) {
	if err := n.time.measure(ctx); err != nil {
		n.pulse.note(err)
		return time.Time{}, err
	}
	now := n.time.Now()
	last, err := n.store.BeatNode(ctx, NodeBeat{ID: n.id, Now: now, Gap: maxGap})
	if err == nil && now.Sub(last) > maxGap {
		n.pulse.learn(last, now)
		settled, failed := n.clocks.settle(ctx, now)
		if failed != nil || settled.IsZero() {
			return time.Time{}, failed
		}
		now = settled
		last, err = n.store.BeatNode(ctx, NodeBeat{ID: n.id, Now: now, Gap: maxGap, Settled: last})
	}
	n.pulse.note(err)
	if err != nil {
		return time.Time{}, err
	}
	n.pulse.learn(last, now)
	return now, nil
}

// takeTask reports whether this node has to do a task of which one node is enough.
// The interval is a tenth shorter, since tickers of nodes differ a little.
func (n *Nodes) takeTask(ctx context.Context, task string, every time.Duration) (bool, error) {
	if !n.shared {
		return true, nil
	}
	return n.store.TakeTask(ctx, task, n.time.Now(), every-every/10)
}

// stop reports whether the clocks must be paused, since no other node takes moves
// from now on.
func (n *Nodes) stop(ctx context.Context) (last bool, err error) {
	if !n.shared {
		return true, nil
	}
	others, err := n.store.StopNode(ctx, n.id, n.time.Now().Add(-aliveFor))
	return others == 0, err
}

// tidy starts the clocks of matches that a node paused when it stopped, while this
// one was about to start, and forgets nodes that have gone.
func (n *Nodes) tidy(ctx context.Context) error {
	if err := n.store.DeleteNodes(ctx, n.time.Now().Add(-forgetNodes)); err != nil {
		return err
	}
	list, err := n.store.FindMatches(ctx, Filter{Statuses: []match.Status{match.Playing}, Paused: true, Limit: 1000})
	for _, info := range list {
		if err := n.rooms.act(ctx, info.ID, n.time.Now(), match.Action{Kind: match.Resume}); err != nil {
			return err
		}
	}
	return err
}
