// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"context"
	"time"

	"cairn/game"
)

const (
	maxDepth    = 100 // plies of the deepest iteration
	maxCaptures = 4   // plies of captures at the leaves
	maxPly      = maxDepth + maxCaptures + 1
)

// thread is the working memory of one line of search, all of it allocated
// before the first node. Threads of one search share nothing but the table.
type thread[P game.Position[P, M], M comparable] struct {
	budget
	def     game.Def[P, M] // with an answer to every question
	options Options
	tables  Tables[P] // may be nil
	table   *table
	judged  bool // an evaluation was made, so that scores are not proven

	moves    []M      // of all nodes from the root to here
	order    []ranked // likewise
	sketches []game.Sketch
	path     []uint64 // hashes: those before the root, the root's, and on to here
	base     int      // the root's place in path
	played   [maxPly + 1]kind
	killers  [maxPly][2]kind
	counters [2][kinds]kind
	history  [2]history
	lines    [maxPly + 1]line[M]
}

// line is the best continuation from a ply on.
type line[M comparable] struct {
	length int
	moves  [maxPly]M
}

func newThread[P game.Position[P, M], M comparable](def game.Def[P, M], o Options) *thread[P, M] {
	if o.Now == nil {
		o.Now = time.Now
	}
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

// extend makes a move, followed by the line of the next ply, the line of a node.
// A closed window asks for no line.
func (t *thread[P, M]) extend(n *node[P], m M) {
	if n.closed() {
		return
	}
	this, next := &t.lines[n.ply], &t.lines[n.ply+1]
	this.moves[0] = m
	this.length = 1 + copy(this.moves[1:], next.moves[:next.length])
}
