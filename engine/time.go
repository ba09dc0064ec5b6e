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
	Clock Clock  // of the side to move
	Lines int    // best moves to find, see Result.Lines; not a limit
}

// pollEvery is the number of nodes between two checks of the clock and the
// context: well under a millisecond in every game.
const pollEvery = 1024

type yieldKey struct{}

// Yielding returns a context whose searches call f about every thousand nodes, on the
// leading thread. F may block, so that a search yields to other work, and may cancel the
// context.
func Yielding(ctx context.Context, f func()) context.Context {
	return context.WithValue(ctx, yieldKey{}, f)
}

// budget is the remaining time and nodes of a search.
type budget struct {
	ctx      context.Context
	now      func() time.Time
	start    time.Time
	deadline time.Time     // zero without a time limit
	last     time.Time     // with a clock: the latest extended deadline
	soft     time.Duration // with a clock: the time a move should take
	nodes    uint64
	limit    uint64
	spent    bool

	yield func() // nil without one; see Yielding

	group    *threadGroup
	helps    bool   // the thread is a helper
	reported uint64 // nodes added to the group
}

func newBudget(ctx context.Context, now func() time.Time, l Limits) budget {
	b := budget{ctx: ctx, now: now, start: now(), limit: l.Nodes, group: &threadGroup{}}
	if l.Clock != (Clock{}) {
		soft, hard, most := l.Clock.allow()
		b.soft, b.deadline, b.last = soft, b.start.Add(hard), b.start.Add(most)
	}
	if end := b.start.Add(l.Time); l.Time > 0 && (b.deadline.IsZero() || end.Before(b.deadline)) {
		b.deadline, b.last = end, end
	}
	b.yield, _ = ctx.Value(yieldKey{}).(func())
	if l.Nodes == 0 {
		b.limit = math.MaxUint64
	}
	return b
}

// countNode counts a node and reports whether it was within the budget.
func (b *budget) countNode() bool {
	if b.spent || b.nodes >= b.limit {
		b.spent = true
		return false
	}
	b.nodes++
	return b.nodes%pollEvery != 0 || !b.poll()
}

// poll reports whether the search must end, by its context or its time.
func (b *budget) poll() bool {
	if b.yield != nil {
		b.yield()
	}
	switch {
	case b.helps:
		b.report()
		b.spent = b.spent || b.group.halt.Load()
	case b.ctx.Err() != nil, !b.deadline.IsZero() && !b.now().Before(b.deadline):
		b.spent = true
	}
	return b.spent
}

// extendDeadline gives more time to a search whose best move fails low.
func (b *budget) extendDeadline() {
	if !b.last.IsZero() {
		b.deadline = b.last
	}
}

func (b *budget) elapsed() time.Duration { return b.now().Sub(b.start) }

// Clock is the time a side has left, of which a move takes a part; zero is no clock.
type Clock struct {
	Left      time.Duration
	Increment time.Duration // added after every turn
	Turns     int           // of this side until the next control; 0: Left is for the rest of the game
}

const (
	// restTurns is how many more turns a game is expected to last.
	restTurns = 30
	// reserve is left for delays between the move and the clock: the network, other
	// programs on the machine.
	reserve = 50 * time.Millisecond
)

// allow divides the time left. No new iteration begins after soft, as a rule; the search
// ends after hard, or after most if the best move fails low. However often a side takes
// the most, some time remains for the next turn.
func (c Clock) allow() (soft, hard, most time.Duration) {
	usable := max(c.Left-reserve, c.Left/2, 0)
	turns := time.Duration(restTurns)
	if c.Turns > 0 {
		turns = min(time.Duration(c.Turns), restTurns)
	}
	share := min(usable/turns+c.Increment*3/4, usable)
	limit := max(usable/turns, usable/3) // of a single turn, whatever the share
	return share / 2, min(2*share, limit), min(4*share, limit)
}

// stableFrom is the number of iterations after which an unchanged best move takes less
// time.
const stableFrom = 4

// enough reports whether a search on the clock should not begin another
// iteration: each takes about as long as all before it.
func (r *roots[P, M]) enough() bool {
	limit := r.soft
	switch {
	case r.soft == 0:
		return false
	case len(r.choices) == 1:
		return true
	case r.failedLow:
		limit *= 2
	case r.stable >= stableFrom:
		limit /= 2
	}
	return r.elapsed() >= limit
}
