// SPDX-License-Identifier: Apache-2.0

package yote

import (
	"math/bits"

	"cairn/game"
)

// index numbers the endgames of a rule set: positions of few stones with empty
// hands. A slot is a placement of the stones and, where a way back may be barred,
// the last steps of both sides: the place of the stone among its side's and the
// direction it came from.
//
//	slot = (placement × steps of the opponent + its last) × own steps + own last
//
// A step whose way back is not free bars nothing and counts as none. Positions in
// which the opponent's last step came from where an own stone stands are left
// out: play never leads to them.
type index struct {
	*shape
	number  uint8 // place in shapes
	numbers *game.Numbering
	turned  [][ways]uint8 // symmetry → direction → the direction it becomes
}

// Stones of both sides up to which endgames are solved, unless told otherwise and
// at all. With seven stones the last steps make eight billion slots.
const (
	usualStones = 6
	mostStones  = 8
)

func newIndex(shape uint8, b *game.Board) *index {
	var cells []game.Point
	for c := range b.Points {
		cells = append(cells, game.Point(c))
	}
	symmetries := b.Symmetries()
	ix := &index{
		shape: &shapes[shape], number: shape,
		numbers: game.NewNumbering(cells, symmetries, mostStones-1),
	}
	inner := game.Point(b.Width + 1) // a cell with neighbours on all sides
	for _, symmetry := range symmetries {
		var turned [ways]uint8
		for way := range ways {
			turned[way] = ix.wayTo(symmetry[inner], symmetry[ix.next(way, inner)])
		}
		ix.turned = append(ix.turned, turned)
	}
	return ix
}

// wayTo returns the direction from a cell to its neighbour.
func (s *shape) wayTo(from, to game.Point) uint8 {
	for way := range ways {
		if s.shift(way, bit(from)) == bit(to) {
			return uint8(way)
		}
	}
	return ways
}

// Scheme implements game.Indexer.
func (ix *index) Scheme() string {
	if ix.rules.barred {
		return "rows-4-steps"
	}
	return "rows-4"
}

// UsualLimit implements game.Limited.
func (ix *index) UsualLimit() int { return usualStones }

// Weight implements game.Indexer: the stones of both sides.
func (ix *index) Weight(t game.Tier) int { return int(t.Own+t.Hand) + int(t.Other+t.OtherHand) }

// has reports whether a tier is one of the index's.
func (ix *index) has(t game.Tier) bool {
	over := t.Own == 0 || t.Other == 0 || ix.rules.threeDraw && max(t.Own, t.Other) <= few
	return !over && !t.Placing() && ix.Weight(t) <= mostStones
}

// Groups implements game.Indexer.
func (ix *index) Groups() [][]game.Tier {
	var groups [][]game.Tier
	for stones := uint8(2); stones <= mostStones; stones++ {
		for small := uint8(1); 2*small <= stones; small++ {
			t := game.Tier{Own: stones - small, Other: small}
			switch {
			case !ix.has(t):
			case t.Partner() == t:
				groups = append(groups, []game.Tier{t})
			default:
				groups = append(groups, []game.Tier{t, t.Partner()})
			}
		}
	}
	return groups
}

// Below implements game.Indexer: a jump takes two stones, or the last.
func (ix *index) Below(t game.Tier) []game.Tier {
	var below []game.Tier
	for left := int(t.Other) - 2; left > 0; left -= 2 {
		after := game.Tier{Own: uint8(left), Other: t.Own}
		if ix.has(after) {
			below = append(below, after)
		}
		if !ix.rules.chains {
			break
		}
	}
	return below
}

// steps returns how many last steps a side of some stones is told apart by.
func (ix *index) steps(stones uint8) uint64 {
	if !ix.rules.barred {
		return 1
	}
	return 1 + ways*uint64(stones)
}

// Size implements game.Indexer.
func (ix *index) Size(t game.Tier) uint64 {
	return ix.numbers.Size(int(max(t.Own, t.Other)), int(min(t.Own, t.Other))) * ix.steps(t.Own) * ix.steps(t.Other)
}

// Rank implements game.Indexer.
func (ix *index) Rank(p Position) (game.Tier, uint64, bool) {
	t := game.Tier{
		Own: uint8(bits.OnesCount64(p.men.own)), Other: uint8(bits.OnesCount64(p.men.opp)),
		Hand: p.hand.own, OtherHand: p.hand.opp,
	}
	if !ix.has(t) || p.last.opp != 0 && p.men.own&bit(p.last.opp.from()) != 0 {
		return t, 0, false
	}
	placement, by := ix.placement(p.men)
	return t, placement*ix.steps(t.Own)*ix.steps(t.Other) + ix.lasts(p, by), true
}

// placement returns the number of a placement of stones, and the symmetries that
// map it to what has that number.
func (ix *index) placement(men pair[uint64]) (uint64, game.Images) {
	if bits.OnesCount64(men.own) < bits.OnesCount64(men.opp) {
		men = men.swap()
	}
	return ix.numbers.Rank(men.own, men.opp)
}

// lasts returns the lowest number of the last steps among those that some
// symmetries give them.
func (ix *index) lasts(p Position, by game.Images) uint64 {
	if p.men.opp&bit(p.last.own.from()) != 0 {
		p.last.own = 0 // its way back is not free
	}
	if p.last.own == 0 && p.last.opp == 0 {
		return 0
	}
	best, width := ^uint64(0), ix.steps(uint8(bits.OnesCount64(p.men.own)))
	for ; by != 0; by &= by - 1 {
		g := bits.TrailingZeros16(uint16(by))
		best = min(best, ix.code(g, p.men.opp, p.last.opp)*width+ix.code(g, p.men.own, p.last.own))
	}
	return best
}

// code returns the number of the image of a last step among those of its side.
func (ix *index) code(g int, men uint64, l leap) uint64 {
	if l == 0 {
		return 0
	}
	stone, before := ix.numbers.Image(g, l.to()), uint64(0)
	for ; men != 0; men &= men - 1 {
		if ix.numbers.Image(g, first(men)) < stone {
			before++
		}
	}
	return 1 + ways*before + uint64(ix.turned[g][ix.wayTo(l.to(), l.from())])
}

// Unrank implements game.Indexer.
func (ix *index) Unrank(t game.Tier, slot uint64) Position {
	own, opp := ix.steps(t.Own), ix.steps(t.Other)
	p := ix.unrank(t, slot/(own*opp))
	p.last.own = ix.leap(p, p.men.own, slot%own)
	p.last.opp = ix.leap(p, p.men.opp, slot/own%opp)
	return p
}

// unrank returns the position of a placement without last steps.
func (ix *index) unrank(t game.Tier, placement uint64) Position {
	own, opp := ix.numbers.Unrank(int(max(t.Own, t.Other)), int(min(t.Own, t.Other)), placement)
	if t.Own < t.Other {
		own, opp = opp, own
	}
	return Position{men: pair[uint64]{own, opp}, rest: rest{shape: ix.number}}
}

// leap returns the last step of a number, none where its way back is not free.
func (ix *index) leap(p Position, men, code uint64) leap {
	if code == 0 {
		return 0
	}
	for range (code - 1) / ways {
		men &= men - 1
	}
	to := first(men)
	from := ix.shift(int((code-1)%ways), bit(to)) & p.empty()
	if from == 0 {
		return 0
	}
	return newLeap(first(from), to)
}

// Doubles implements game.Indexer.
func (ix *index) Doubles(t game.Tier, yield func(slot uint64)) {
	own, opp := ix.steps(t.Own), ix.steps(t.Other)
	for placement := range ix.Size(t) / (own * opp) {
		p := ix.unrank(t, placement)
		back, by := ix.placement(p.men)
		deadOwn, deadOpp := ix.dead(p, p.men.own), ix.dead(p, p.men.opp)
		for last := range own * opp {
			slot := placement*own*opp + last
			double := back != placement || deadOwn>>(last%own)&1 != 0 || deadOpp>>(last/own)&1 != 0
			if !double && by&(by-1) != 0 {
				_, image, _ := ix.Rank(ix.Unrank(t, slot))
				double = image != slot
			}
			if double {
				yield(slot)
			}
		}
	}
}

// dead returns the numbers of last steps of some men whose way back is not free.
func (ix *index) dead(p Position, men uint64) (set uint64) {
	for last := uint64(1); last < ix.steps(uint8(bits.OnesCount64(men))); last++ {
		if ix.leap(p, men, last) == 0 {
			set |= 1 << last
		}
	}
	return set
}
