// SPDX-License-Identifier: Apache-2.0

package tictactoe

import (
	"math/bits"
	"slices"
	"sync"

	"cairn/game"
)

// index numbers positions by looking them up in lists: right for a toy only. Of
// mirror images the lists hold the one with the lowest numbers.
type index struct{}

// positions lists the placements of each number of men, White having as many as
// Black or one more.
var positions = sync.OnceValue(func() (lists [10][]Position) {
	for white := range uint16(full + 1) {
		for black := range uint16(full + 1) {
			n := bits.OnesCount16(white) + bits.OnesCount16(black)
			p := Position{men: [2]uint16{white, black}, turn: game.Side(n % 2)}
			if ahead := n - 2*bits.OnesCount16(black); white&black == 0 && (ahead == 0 || ahead == 1) && p == lowest(p) {
				lists[n] = append(lists[n], p)
			}
		}
	}
	return lists
})

// lowest returns the mirror image of a position with the lowest numbers.
func lowest(p Position) Position {
	best := p
	for i := range 8 {
		if i%2 == 0 {
			p = image(p, func(x, y int) int { return 3*x + y }) // along the diagonal
		} else {
			p = image(p, func(x, y int) int { return 3*y + 2 - x }) // left and right
		}
		if slices.Compare(p.men[:], best.men[:]) < 0 {
			best = p
		}
	}
	return best
}

func image(p Position, to func(x, y int) int) Position {
	q := p
	q.men = [2]uint16{}
	for at := range 9 {
		for s := range q.men {
			q.men[s] |= p.men[s] >> at & 1 << to(at%3, at/3)
		}
	}
	return q
}

// Scheme implements game.Indexer.
func (index) Scheme() string { return "lists" }

// Groups implements game.Indexer: a tier for each number of men, full boards
// first.
func (ix index) Groups() [][]game.Tier {
	var groups [][]game.Tier
	for n := 9; n >= 0; n-- {
		t := game.Tier{Own: uint8(n / 2), Other: uint8(n - n/2)}
		t.Hand, t.OtherHand = men-t.Own, men-t.Other
		groups = append(groups, []game.Tier{t})
	}
	return groups
}

// Below implements game.Indexer.
func (ix index) Below(t game.Tier) []game.Tier {
	if t.Own+t.Other == 9 {
		return nil
	}
	return []game.Tier{{Own: t.Other, Other: t.Own + 1, Hand: t.OtherHand, OtherHand: t.Hand - 1}}
}

// Weight implements game.Indexer.
func (ix index) Weight(t game.Tier) int { return int(t.Own + t.Other) }

// Size implements game.Indexer.
func (ix index) Size(t game.Tier) uint64 { return uint64(len(positions()[t.Own+t.Other])) }

// Rank implements game.Indexer.
func (ix index) Rank(p Position) (game.Tier, uint64, bool) {
	p.clock = 0
	p = lowest(p)
	own, other := uint8(bits.OnesCount16(p.men[p.turn])), uint8(bits.OnesCount16(p.men[p.turn.Other()]))
	t := game.Tier{Own: own, Other: other, Hand: men - own, OtherHand: men - other}
	slot := slices.Index(positions()[own+other], p)
	return t, uint64(max(slot, 0)), slot >= 0
}

// Unrank implements game.Indexer.
func (ix index) Unrank(t game.Tier, slot uint64) Position { return positions()[t.Own+t.Other][slot] }

// Doubles implements game.Indexer: there are none.
func (ix index) Doubles(game.Tier, func(slot uint64)) {}
