// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"context"
	"sync"
	"sync/atomic"

	"cairn/game"
)

const (
	maxDepth    = 100 // plies of the deepest iteration
	maxCaptures = 4   // plies of captures at the leaves
	maxPly      = maxDepth + maxCaptures + 1
)

// thread is the memory of one searching goroutine, all of it allocated before the first
// node. Threads of a search share only the transposition table and the threadGroup.
type thread[P game.Position[P, M], M comparable] struct {
	budget
	def     game.Def[P, M] // with all optional functions
	options Options
	tables  Prober[P] // may be nil
	table   *transpositionTable
	judged  bool // an evaluation was used, so scores are not proven

	moves    []M      // stack: the moves of all nodes from the root on
	order    []ranked // stack: their order
	sketches []game.Sketch
	path     []uint64 // hashes of the game before the root, the root, and the nodes after it
	base     int      // index of the root in path
	played   [maxPly + 1]moveKind
	killers  [maxPly][2]moveKind
	counters [2][kinds]moveKind
	history  [2]history
	lines    [maxPly + 1]variation[M]
}

// variation is the best continuation from a ply on.
type variation[M comparable] struct {
	length int
	moves  [maxPly]M
}

func newThread[P game.Position[P, M], M comparable](def game.Def[P, M], o Options) *thread[P, M] {
	return &thread[P, M]{
		def:     answering(def),
		options: o,
		moves:   make([]M, 0, 4096),
		order:   make([]ranked, 0, 4096),
	}
}

// prepare makes the thread ready to search p.
func (t *thread[P, M]) prepare(ctx context.Context, p P, recent []uint64, l Limits) {
	t.budget = newBudget(ctx, t.options.Now, l)
	t.path = append(t.path[:0], recent...)
	if hash := p.Hash(); len(recent) == 0 || recent[len(recent)-1] != hash {
		t.path = append(t.path, hash)
	}
	t.base = len(t.path) - 1
	t.path = append(t.path, make([]uint64, maxPly)...)
	t.moves, t.order = t.moves[:0], t.order[:0]
	t.forget()
}

// extend makes a move and the variation of the next ply the variation of a node. A null
// window needs none.
func (t *thread[P, M]) extend(n *node[P], m M) {
	if n.closed() {
		return
	}
	this, next := &t.lines[n.ply], &t.lines[n.ply+1]
	this.moves[0] = m
	this.length = 1 + copy(this.moves[1:], next.moves[:next.length])
}

// answering returns a rule set with all optional functions that an engine calls; missing
// ones are made from its methods, which is slower. It serves one thread.
func answering[P game.Position[P, M], M comparable](def game.Def[P, M]) game.Def[P, M] {
	var moves []M
	if def.Over == nil {
		def.Over = func(p P) bool {
			moves = p.AppendMoves(moves[:0])
			return len(moves) == 0
		}
	}
	if def.AppendTakes == nil {
		def.AppendTakes = func(p P, dst []M) []M {
			moves = p.AppendMoves(moves[:0])
			for _, m := range moves {
				if p.Takes(m) > 0 {
					dst = append(dst, m)
				}
			}
			return dst
		}
	}
	if def.Sketch == nil {
		def.Sketch = func(p P, moves []M, dst []game.Sketch) {
			for i, m := range moves {
				dst[i] = game.Sketch{Slot: uint16(i % game.Slots), Takes: uint8(min(p.Takes(m), 255))}
			}
		}
	}
	return def
}

// sketch returns the sketches of moves, valid until the next call.
func (t *thread[P, M]) sketch(p P, moves []M) []game.Sketch {
	if len(t.sketches) < len(moves) {
		t.sketches = make([]game.Sketch, 2*len(moves))
	}
	dst := t.sketches[:len(moves)]
	t.def.Sketch(p, moves, dst)
	return dst
}

// threadGroup is the shared state of the threads of a search, besides the table.
type threadGroup struct {
	halt  atomic.Bool
	nodes atomic.Uint64 // visited by helpers
}

// report adds the nodes a helper visited since the last report.
func (b *budget) report() {
	b.group.nodes.Add(b.nodes - b.reported)
	b.reported = b.nodes
}

// startHelpers starts the helper threads of a search (lazy SMP): they search p too, and
// the leading thread finds their results in the transposition table. Dismiss stops them
// and waits.
func (e *Engine[P, M]) startHelpers(g *threadGroup, p P, recent []uint64, tables Prober[P], l Limits) (dismiss func()) {
	var running sync.WaitGroup
	for i := range e.options.Threads - 1 {
		if i == len(e.helpers) {
			e.helpers = append(e.helpers, newThread(e.def, e.options))
		}
		t := e.helpers[i]
		t.tables, t.table = tables, e.thread.table
		t.prepare(context.Background(), p, recent, Limits{Nodes: l.Nodes})
		t.group, t.helps = g, true
		running.Go(func() { newRoots(t, p).assist(i) })
	}
	return func() {
		g.halt.Store(true)
		running.Wait()
	}
}

// assist deepens like the leading thread. Every other helper is a ply ahead, so that they
// search different nodes.
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
