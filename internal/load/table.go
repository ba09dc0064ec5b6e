// SPDX-License-Identifier: Apache-2.0

package load

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"
)

// table is where two players play one match after another. How long a move takes
// is measured from its POST to its arrival on the opponent's stream.
type table struct {
	game    string
	clock   string
	clients [2]*Client
	random  [2]*rand.Rand
	bench   *bench

	posted   atomic.Int64 // seq of the last move sent
	postedAt atomic.Int64 // and when, in nanoseconds since the bench began

	mu    sync.Mutex
	taken latencies
}

func newTable(b *bench, seed uint64) (*table, error) {
	t := &table{game: b.plan.Game, clock: b.plan.Clock, bench: b}
	for i := range t.clients {
		client, err := NewClient(b.plan.URL)
		if err != nil {
			return nil, err
		}
		t.clients[i] = client
		t.random[i] = rand.New(rand.NewPCG(seed, uint64(i)))
	}
	return t, nil
}

// seat makes a match and lets both sit down.
func (t *table) seat(ctx context.Context) (string, error) {
	match, err := t.clients[0].Create(ctx, t.game, t.clock)
	if err != nil {
		return "", err
	}
	return match, t.clients[1].Join(ctx, match)
}

// play plays matches until the context ends, the first one where both sit.
func (t *table) play(ctx context.Context, match string) {
	for {
		var players sync.WaitGroup
		t.posted.Store(0)
		for i := range t.clients {
			players.Go(func() { t.bench.note(ctx, t.player(i).Play(ctx, match)) })
		}
		players.Wait()
		if ctx.Err() != nil {
			return
		}
		next, err := t.seat(ctx)
		if err != nil {
			t.bench.note(ctx, err)
			return
		}
		match = next
	}
}

func (t *table) player(i int) *Player {
	return &Player{
		Client: t.clients[i], Random: t.random[i],
		Posting: func(d Deed) {
			if d.Action == "move" {
				t.postedAt.Store(int64(t.bench.elapsed()))
				t.posted.Store(int64(d.Seq))
			}
		},
		Seen: t.arrived,
	}
}

// arrived takes the time of a move when the opponent sees it: the side that has
// moves to choose from, or any side once the match is over.
func (t *table) arrived(s *State) {
	if len(s.Moves) == 0 && !s.Over() || !t.posted.CompareAndSwap(int64(s.Seq), 0) {
		return
	}
	took := t.bench.elapsed() - time.Duration(t.postedAt.Load())
	t.mu.Lock()
	t.taken = append(t.taken, took)
	t.mu.Unlock()
	t.bench.moved()
}

// take returns the times measured since the last call.
func (t *table) take() latencies {
	t.mu.Lock()
	defer t.mu.Unlock()
	taken := t.taken
	t.taken = nil
	return taken
}

func (t *table) close() {
	for _, client := range t.clients {
		client.Close()
	}
}
