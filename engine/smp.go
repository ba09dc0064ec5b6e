// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"context"
	"sync"
	"sync/atomic"
)

// crew is what the threads of one search share besides the table.
type crew struct {
	halt  atomic.Bool
	nodes atomic.Uint64 // visited by helpers
}

// report tells the crew of the nodes a helper visited since the last report.
func (b *budget) report() {
	b.crew.nodes.Add(b.nodes - b.reported)
	b.reported = b.nodes
}

// share returns the limits of each of several threads.
func (l Limits) share(threads int) Limits {
	if l.Nodes > 0 {
		l.Nodes = max(l.Nodes/uint64(threads), 1)
	}
	return l
}

func (e *Engine[P, M]) threads() int { return max(e.options.Threads, 1) }

// enlist starts threads that search p as well, until they are dismissed. They
// return nothing: what they find is in the table, where the thread that leads
// meets it. Dismiss waits for them.
func (e *Engine[P, M]) enlist(c *crew, p P, recent []uint64, tables Tables[P], l Limits) (dismiss func()) {
	var running sync.WaitGroup
	for i := range e.threads() - 1 {
		if i == len(e.helpers) {
			e.helpers = append(e.helpers, newThread(e.def, e.options))
		}
		t := e.helpers[i]
		t.tables, t.table = tables, e.table
		t.prepare(context.Background(), p, recent, Limits{Nodes: l.Nodes})
		t.crew, t.helps = c, true
		running.Go(func() { newRoots(t, p).assist(i) })
	}
	return func() {
		c.halt.Store(true)
		running.Wait()
	}
}

// assist deepens like the leading thread. Every other helper is a ply ahead, so
// that they do not all do the same.
func (r *roots[P, M]) assist(number int) {
	for depth := 1 + (number+1)%2; depth <= maxDepth && !r.poll(); depth++ {
		if !r.aspire(depth) {
			break
		}
		if r.best.Depth = depth; r.proven() {
			break
		}
	}
	r.report()
}
