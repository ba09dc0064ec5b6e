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
// before the first node: a search in parallel would have several, which share
// nothing but the table.
type thread[P game.Position[P, M], M comparable] struct {
	budget
	def     *game.Def[P, M]
	options Options
	probe   Probe[P]
	table   *table

	moves   []M      // of all nodes from the root to here
	order   []ranked // likewise
	path    []uint64 // hashes: those before the root, the root's, and on to here
	base    int      // the root's place in path
	killers [maxPly][2]M
	history [2]history[M]
	lines   [maxPly + 1]line
}

// line is the best continuation from a ply on, as indices of moves.
type line struct {
	length int
	moves  [maxPly]int32
}

func newThread[P game.Position[P, M], M comparable](def *game.Def[P, M], o Options) *thread[P, M] {
	if o.Now == nil {
		o.Now = time.Now
	}
	return &thread[P, M]{
		def:     def,
		options: o,
		moves:   make([]M, 0, 4096),
		order:   make([]ranked, 0, 4096),
		history: [2]history[M]{newHistory[M](), newHistory[M]()},
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
	clear(t.killers[:])
	for s := range t.history {
		t.history[s].clear()
	}
}

// extend makes a move, followed by the line of the next ply, the line of ply.
func (t *thread[P, M]) extend(ply int, move int32) {
	this, next := &t.lines[ply], &t.lines[ply+1]
	this.moves[0] = move
	this.length = 1 + copy(this.moves[1:], next.moves[:next.length])
}
