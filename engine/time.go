// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"context"
	"math"
	"time"
)

// Limits bound a search; zero means no limit. A search without any limit ends
// when the result is proven, at the greatest depth, or by its context.
type Limits struct {
	Time  time.Duration
	Nodes uint64 // exact: never one more is visited
	Depth int    // plies, captures at the leaves not counted
}

// pollEvery is how many nodes pass between two looks at the clock and the
// context: well under a millisecond in every game.
const pollEvery = 1024

// budget is what a search may still spend. Once it is spent it stays so.
type budget struct {
	ctx      context.Context
	now      func() time.Time
	start    time.Time
	deadline time.Time // zero without a time limit
	nodes    uint64
	limit    uint64
	spent    bool
}

func newBudget(ctx context.Context, now func() time.Time, l Limits) budget {
	b := budget{ctx: ctx, now: now, start: now(), limit: l.Nodes}
	if l.Time > 0 {
		b.deadline = b.start.Add(l.Time)
	}
	if l.Nodes == 0 {
		b.limit = math.MaxUint64
	}
	return b
}

// visit counts a node and reports whether there was one left to count.
func (b *budget) visit() bool {
	if b.spent || b.nodes >= b.limit {
		b.spent = true
		return false
	}
	b.nodes++
	return b.nodes%pollEvery != 0 || !b.poll()
}

// poll reports whether the search must end, by its context or its time.
func (b *budget) poll() bool {
	if b.ctx.Err() != nil || !b.deadline.IsZero() && !b.now().Before(b.deadline) {
		b.spent = true
	}
	return b.spent
}

func (b *budget) elapsed() time.Duration { return b.now().Sub(b.start) }
