// SPDX-License-Identifier: Apache-2.0

package fanorona

import (
	"math/bits"

	"cairn/game"
)

// index numbers the endgames of a variant: positions of few stones, in which
// nobody's first turn is still to come. Tiers are told apart by stones; a turn
// that captures leads to one of fewer, a paika to the same with the sides
// exchanged.
type index struct {
	*variant
	numbers     *game.Numbering
	usual, most int // stones of both sides, unless told otherwise and at all
}

// Stones up to which endgames are solved. The largest tiers of the numbers at
// all have 794 million slots on 9×5 points and 103 million on 5×5; on 3×3 there
// are no more stones than eight.
var usualStones, mostStones = [4]int{5, 5, 8, 8}, [4]int{7, 7, 10, 8}

func newIndex(v *variant) *index {
	b := v.info.Board
	var places []game.Point
	for p := range b.Points {
		places = append(places, game.Point(placeOf(b, game.Point(p))))
	}
	most := mostStones[v.number]
	return &index{
		variant: v, usual: usualStones[v.number], most: most,
		numbers: game.NewNumbering(places, b.Symmetries(), min(most-1, v.info.Men)),
	}
}

// Scheme implements game.Indexer.
func (ix *index) Scheme() string {
	if b := ix.info.Board; b.Width == b.Height {
		return "rows-8"
	}
	return "rows-4"
}

// UsualLimit implements game.Limited.
func (ix *index) UsualLimit() int { return ix.usual }

// Weight implements game.Indexer: the stones of both sides.
func (ix *index) Weight(t game.Tier) int { return int(t.Own) + int(t.Other) }

// Groups implements game.Indexer.
func (ix *index) Groups() [][]game.Tier {
	var groups [][]game.Tier
	for stones := 2; stones <= ix.most; stones++ {
		for small := max(1, stones-ix.info.Men); 2*small <= stones; small++ {
			t := game.Tier{Own: uint8(stones - small), Other: uint8(small)}
			group := []game.Tier{t}
			if t.Partner() != t {
				group = append(group, t.Partner())
			}
			groups = append(groups, group)
		}
	}
	return groups
}

// Below implements game.Indexer: a turn may take any number of stones.
func (ix *index) Below(t game.Tier) []game.Tier {
	var below []game.Tier
	for left := t.Other - 1; left > 0; left-- {
		below = append(below, game.Tier{Own: left, Other: t.Own})
	}
	return below
}

// Size implements game.Indexer.
func (ix *index) Size(t game.Tier) uint64 {
	return ix.numbers.Size(int(max(t.Own, t.Other)), int(min(t.Own, t.Other)))
}

// Rank implements game.Indexer.
func (ix *index) Rank(p Position) (game.Tier, uint64, bool) {
	t := game.Tier{Own: uint8(bits.OnesCount64(p.own)), Other: uint8(bits.OnesCount64(p.foes))}
	if t.Own == 0 || t.Other == 0 || ix.Weight(t) > ix.most || p.state&firstMask != 0 {
		return t, 0, false
	}
	large, small := p.own, p.foes
	if t.Own < t.Other {
		large, small = small, large
	}
	slot, _ := ix.numbers.Rank(large, small)
	return t, slot, true
}

// Unrank implements game.Indexer.
func (ix *index) Unrank(t game.Tier, slot uint64) Position {
	own, foes := ix.numbers.Unrank(int(max(t.Own, t.Other)), int(min(t.Own, t.Other)), slot)
	if t.Own < t.Other {
		own, foes = foes, own
	}
	return Position{own: own, foes: foes, state: ix.number << variantShift}
}

// Doubles implements game.Indexer.
func (ix *index) Doubles(t game.Tier, yield func(slot uint64)) {
	ix.numbers.Doubles(int(max(t.Own, t.Other)), int(min(t.Own, t.Other)), yield)
}

// AppendParents implements game.Parenter: a paika taken back, unless there was a
// capture to make instead.
func (ix *index) AppendParents(dst []Position, p Position) []Position {
	empty := p.empty()
	for foes := p.foes; foes != 0; foes &= foes - 1 {
		to := foes & -foes
		for from := spots[bits.TrailingZeros64(to)].near & empty; from != 0; from &= from - 1 {
			q := Position{own: p.foes ^ to ^ from&-from, foes: p.own, state: p.state ^ turnBit}
			if q.capturers() == 0 {
				dst = append(dst, q)
			}
		}
	}
	return dst
}
