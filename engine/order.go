// SPDX-License-Identifier: Apache-2.0

package engine

// ranked is a move's place in the order of trial. Moves themselves stay where
// they were generated, so that their index remains true.
type ranked struct {
	rank  int32
	index int32 // in the position's list of moves
}

// Ranks, the highest first: the move the table knows, captures by their
// number, killers, then history, whose counts stay below.
const (
	rankTable  = 1 << 30
	rankTakes  = 1 << 24 // and one more for every man
	rankKiller = 1 << 22
)

// rank appends the order of trial of a node's moves.
func (t *thread[P, M]) rank(n *node[P]) {
	for i, m := range t.moves[n.first:] {
		t.order = append(t.order, ranked{t.promise(n, m), int32(i)})
	}
	if count := len(t.moves) - n.first; n.hint < count {
		t.order[len(t.order)-count+n.hint].rank = rankTable
	}
}

// promise returns the rank of a move the table does not know.
func (t *thread[P, M]) promise(n *node[P], m M) int32 {
	takes := n.pos.Takes(m)
	if takes > 0 && !t.options.NoTakesFirst {
		return rankTakes + int32(takes)
	}
	if killers := &t.killers[n.ply]; !t.options.NoKillers {
		switch m {
		case killers[0]:
			return rankKiller + 1
		case killers[1]:
			return rankKiller
		}
	}
	if takes > 0 || t.options.NoHistory {
		return 0
	}
	return t.history[n.pos.Turn()].slot(m).score
}

// rankTakes appends the order of trial of a node's captures alone.
func (t *thread[P, M]) rankTakes(n *node[P]) {
	for i, m := range t.moves[n.first:] {
		if takes := n.pos.Takes(m); takes > 0 {
			t.order = append(t.order, ranked{int32(takes), int32(i)})
		}
	}
}

// pick brings the most promising move from place i on to place i. Most nodes
// need only the first few, so sorting all would be waste.
func (t *thread[P, M]) pick(i int) ranked {
	best := i
	for j := i + 1; j < len(t.order); j++ {
		if t.order[j].rank > t.order[best].rank {
			best = j
		}
	}
	t.order[i], t.order[best] = t.order[best], t.order[i]
	return t.order[i]
}

// refuted notes that m was good enough to make further search of n needless.
func (t *thread[P, M]) refuted(n *node[P], m M) {
	if n.pos.Takes(m) > 0 {
		return // captures are tried early anyway
	}
	if killers := &t.killers[n.ply]; killers[0] != m {
		killers[0], killers[1] = m, killers[0]
	}
	if !t.options.NoHistory {
		t.history[n.pos.Turn()].reward(m, n.depth)
	}
}
