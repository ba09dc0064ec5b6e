// SPDX-License-Identifier: Apache-2.0

// Package uct finds a move in any rule set by random games: the plain UCT of
// Kocsis and Szepesvári (2006) with the formula UCB1. It is an opponent to
// measure the engine by.
//
// It uses the rules and nothing else: no evaluation, no ordering, no tables of
// solved positions. It does no input or output.
package uct

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"time"

	"cairn/game"
)

// ErrOver says that the position has no legal move: its game has ended.
var ErrOver = errors.New("no move to find: the game is over")

// Limits bound a search; zero means no limit. Without any, and with a context
// that never ends, a search ends when its tree is full.
type Limits struct {
	Time     time.Duration
	Playouts uint64
}

const (
	maxNodes = 1 << 22 // of a tree: a few hundred megabytes at most
	longest  = 600     // plies of a random game; one that lasts longer is a draw
)

// Tree searches the positions of one rule set, one at a time. What it learns
// about one position is gone with the next.
type Tree[P game.Position[P, M], M comparable] struct {
	def    game.Def[P, M]
	random *rand.Rand
	recent []uint64
	nodes  []node[M]
	path   []int32  // from the root to the leaf, indices of nodes
	hashes []uint64 // of the positions on the path
	moves  []M      // of the position a random game stands at
}

// node is a position, reached by a move from its parent.
type node[M comparable] struct {
	move   M
	first  int32 // place of its first child
	count  int32 // of its children; 0 before they are made
	visits int32
	points float64 // of the side that made the move: 1 for a win, a half for a draw
}

// New returns a tree for a rule set.
func New[P game.Position[P, M], M comparable](def game.Def[P, M]) *Tree[P, M] {
	return &Tree[P, M]{def: def}
}

// Search returns the move of p that was tried most. Recent holds the hashes
// since the last irreversible move, p included, as [game.History.Recent] gives
// them; it may be empty. The same numbers give the same move unless time
// decides. The only error is ErrOver.
func (t *Tree[P, M]) Search(ctx context.Context, p P, recent []uint64, l Limits, random *rand.Rand) (M, error) {
	t.random, t.recent = random, recent
	t.nodes = append(t.nodes[:0], node[M]{})
	t.expand(0, p)
	if t.nodes[0].count == 0 {
		var none M
		return none, ErrOver
	}
	for start, n := time.Now(), uint64(0); ; n++ {
		switch {
		case l.Playouts > 0 && n >= l.Playouts, len(t.nodes) > maxNodes, ctx.Err() != nil:
			return t.favourite(), nil
		case l.Time > 0 && time.Since(start) >= l.Time:
			return t.favourite(), nil
		}
		t.playout(p)
	}
}

// expand makes the children of a node in random order, since those not visited
// are taken in their order.
func (t *Tree[P, M]) expand(at int32, p P) {
	t.moves = p.AppendMoves(t.moves[:0])
	t.random.Shuffle(len(t.moves), func(i, j int) { t.moves[i], t.moves[j] = t.moves[j], t.moves[i] })
	t.nodes[at].first, t.nodes[at].count = int32(len(t.nodes)), int32(len(t.moves))
	for _, m := range t.moves {
		t.nodes = append(t.nodes, node[M]{move: m})
	}
}

// playout goes down the tree, plays a random game from its end and notes the
// outcome on the way.
func (t *Tree[P, M]) playout(root P) {
	p := t.descend(root)
	turn := root.Turn()
	verdict := t.finish(p)
	for i, at := range t.path {
		n := &t.nodes[at]
		n.visits++
		switch side := turn ^ game.Side(i&1); verdict { // who is to move at this node
		case game.Wins(side.Other()):
			n.points++
		case game.Draw:
			n.points += 0.5
		}
	}
}

// descend follows the best children to a node that has none, which gets some
// when it is visited a second time.
func (t *Tree[P, M]) descend(p P) P {
	t.path, t.hashes = append(t.path[:0], 0), t.hashes[:0]
	for at := int32(0); ; {
		if at != 0 && t.drawn(p) {
			return p
		}
		if n := &t.nodes[at]; n.count == 0 && n.visits > 0 {
			t.expand(at, p)
		}
		n := &t.nodes[at]
		if n.count == 0 {
			return p
		}
		at = t.choose(n)
		p = p.Play(t.nodes[at].move)
		t.path, t.hashes = append(t.path, at), append(t.hashes, p.Hash())
	}
}

// choose returns the child with the best upper bound by UCB1; children not yet
// visited come first.
func (t *Tree[P, M]) choose(parent *node[M]) int32 {
	best, most := parent.first, math.Inf(-1)
	logarithm := 2 * math.Log(float64(parent.visits+1))
	for at := parent.first; at < parent.first+parent.count; at++ {
		n := &t.nodes[at]
		if n.visits == 0 {
			return at
		}
		visits := float64(n.visits)
		if bound := n.points/visits + math.Sqrt(logarithm/visits); bound > most {
			best, most = at, bound
		}
	}
	return best
}

// drawn reports whether the platform's draws end the game at p, the last
// position of the path.
func (t *Tree[P, M]) drawn(p P) bool {
	if limit := t.def.QuietLimit(p); limit > 0 && p.Clock() >= limit {
		return true
	}
	if t.def.Draws.Repetition == 0 || p.Clock() == 0 {
		return false
	}
	count, hash := 0, p.Hash()
	for _, list := range [2][]uint64{t.recent, t.hashes} {
		for _, known := range list {
			if known == hash {
				count++
			}
		}
	}
	return count >= t.def.Draws.Repetition
}

// finish plays a random game to its end.
func (t *Tree[P, M]) finish(p P) game.Verdict {
	if len(t.path) > 1 && t.drawn(p) {
		if result := p.Result(); result.Over() {
			return result.Verdict // comes before draws
		}
		return game.Draw
	}
	for range longest {
		if limit := t.def.QuietLimit(p); limit > 0 && p.Clock() >= limit {
			break
		}
		if t.moves = p.AppendMoves(t.moves[:0]); len(t.moves) == 0 {
			return p.Result().Verdict
		}
		p = p.Play(t.moves[t.random.IntN(len(t.moves))])
	}
	return game.Draw
}

// favourite returns the move of the root that was tried most.
func (t *Tree[P, M]) favourite() M {
	root := t.nodes[0]
	best := root.first
	for at := root.first; at < root.first+root.count; at++ {
		if t.nodes[at].visits > t.nodes[best].visits {
			best = at
		}
	}
	return t.nodes[best].move
}
