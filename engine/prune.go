// SPDX-License-Identifier: Apache-2.0

package engine

import "math"

// What is not searched in full because it is unlikely to matter. None of this
// is exact: it is worth its errors because the rest is searched deeper.

const (
	futileDepth = 2   // plies left up to which hopeless quiet moves are skipped
	futileMan   = 100 // what a side is given for each of them

	reducedFrom  = 3 // plies left from which on late moves are searched less deep
	reducedAfter = 3 // moves that are never late

	thinFrom = 4 // plies left from which on a node without a known move loses one
)

// plan is how much of a node is searched.
type plan struct {
	futile bool // quiet moves bring less than is missing and are skipped
	most   int  // what they could bring
}

// plan decides how a node is searched, and may take a ply of its depth.
func (t *thread[P, M]) plan(n *node[P]) (p plan) {
	if n.hint == noMove && n.depth >= thinFrom && t.table != nil && !t.options.NoThinning {
		n.depth--
	}
	if t.options.NoFutility || t.options.NoTakesFirst || n.depth > futileDepth || !n.closed() || t.def.Eval == nil || n.alpha <= -assured {
		return p
	}
	p.most = t.evaluate(n.pos) + futileMan*n.depth
	p.futile = p.most <= n.alpha
	return p
}

// skips reports whether a move and all after it are not even tried. The first
// always is.
func (p *plan) skips(next ranked, number int) bool {
	return p.futile && number > 0 && !next.kind().takes()
}

// reductions holds the plies taken from a move, by depth and number of the move.
var reductions = func() (table [64][64]uint8) {
	for depth := range table {
		for number := range table[depth] {
			if depth >= reducedFrom && number >= reducedAfter {
				table[depth][number] = uint8(0.5 + math.Log(float64(depth))*math.Log(float64(number))/2.5)
			}
		}
	}
	return table
}()

// reduction returns how many plies less deep a move is searched at first.
func (t *thread[P, M]) reduction(n *node[P], next ranked, number int) int {
	if t.options.NoReductions || next.kind().takes() || next.rank() >= rankCounter-historyMax {
		return 0
	}
	return min(int(reductions[min(n.depth, 63)][min(number, 63)]), n.depth-1)
}
