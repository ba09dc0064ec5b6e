// SPDX-License-Identifier: Apache-2.0

package morris

import (
	"slices"
	"sync"

	"cairn/game"
)

// index numbers the positions of one rule set. In each tier a slot is a row and
// a column: the row is the placement of the side with more men up to symmetry
// (the side to move when they are equal), the column the number of the other
// side's placement on the points left free. So the moves of the smaller side stay
// in their row, and a move of the larger one leads from row to row by a symmetry
// that is the same for the whole row.
//
// Men in hand are indexed as they come from play: as many on both sides, or one
// more for the side to move.
type index struct {
	*rules
	set    uint8
	sides  func() *sides // made when first needed
	groups func() [][]game.Tier
}

// allSides makes the sides of each board, once for all rule sets on it.
var allSides = func() map[*board]func() *sides {
	all := map[*board]func() *sides{}
	for _, b := range []*board{threeBoard, orthogonalBoard, sixBoard, nineBoard, twelveBoard} {
		all[b] = sync.OnceValue(func() *sides { return newSides(b) })
	}
	return all
}()

// newIndex returns the index of a rule set.
func newIndex(set uint8) game.Indexer[Position] {
	r := &ruleSets[set]
	if r.barred {
		return newLeapIndex(set)
	}
	ix := &index{rules: r, set: set, sides: allSides[r.board]}
	ix.groups = sync.OnceValue(ix.listGroups)
	return ix
}

// Scheme implements game.Indexer.
func (ix *index) Scheme() string {
	if len(ix.sides().symmetries) == maxSymmetries {
		return "rows-16"
	}
	return "rows-8"
}

// Weight implements game.Indexer: the men of the stronger side.
func (ix *index) Weight(t game.Tier) int { return int(max(t.Own+t.Hand, t.Other+t.OtherHand)) }

// Groups implements game.Indexer.
func (ix *index) Groups() [][]game.Tier { return ix.groups() }

func (ix *index) listGroups() [][]game.Tier {
	least := fewest
	if ix.lineWins {
		least = ix.rules.men // none is ever taken
	}
	var groups [][]game.Tier
	for total := 2 * least; total <= 2*ix.rules.men; total++ {
		for small := max(least, total-ix.rules.men); 2*small <= total; small++ {
			t := game.Tier{Own: uint8(total - small), Other: uint8(small)}
			group := []game.Tier{t}
			if t.Partner() != t {
				group = append(group, t.Partner())
			}
			groups = append(groups, group)
		}
	}
	if ix.mixed {
		return groups // while placing men may be moved as well: no tables of that
	}
	for hands := 1; hands <= 2*ix.rules.men; hands++ {
		groups = append(groups, ix.placing(hands-hands/2, hands/2, least)...)
	}
	return groups
}

// placing returns the tiers with those men in hand, each a group of its own.
func (ix *index) placing(hand, otherHand, least int) [][]game.Tier {
	var groups [][]game.Tier
	for own := max(0, least-hand); own <= ix.rules.men-hand; own++ {
		for other := max(0, least-otherHand); other <= ix.rules.men-otherHand; other++ {
			groups = append(groups, []game.Tier{{
				Own: uint8(own), Other: uint8(other), Hand: uint8(hand), OtherHand: uint8(otherHand),
			}})
		}
	}
	return groups
}

// has reports whether a tier is one of the index's.
func (ix *index) has(t game.Tier) bool {
	hands, men := int(t.Hand)-int(t.OtherHand), ix.rules.men
	own, other := int(t.Own+t.Hand), int(t.Other+t.OtherHand)
	switch {
	case hands < 0 || hands > 1 || own > men || other > men || ix.mixed && t.Placing():
		return false
	case ix.lineWins:
		return own == men && other == men
	}
	return own >= fewest && other >= fewest
}

// Below implements game.Indexer.
func (ix *index) Below(t game.Tier) []game.Tier {
	after := t.Partner()
	var below []game.Tier
	if t.Placing() {
		after.Other++
		after.OtherHand--
		below = append(below, after)
	}
	most := 1
	if ix.several {
		most = maxLines
	}
	for range most {
		if after.Own == 0 || ix.lineWins {
			break
		}
		after.Own--
		below = append(below, after)
	}
	return slices.DeleteFunc(below, func(t game.Tier) bool { return !ix.has(t) })
}

// Size implements game.Indexer.
func (ix *index) Size(t game.Tier) uint64 {
	return uint64(len(ix.sides().of(int(max(t.Own, t.Other))).men)) * ix.width(t)
}

// width returns the columns of a tier.
func (ix *index) width(t game.Tier) uint64 {
	return uint64(choose[len(ix.Points)-int(max(t.Own, t.Other))][min(t.Own, t.Other)])
}

// Rank implements game.Indexer.
func (ix *index) Rank(p Position) (game.Tier, uint64, bool) {
	t := game.Tier{
		Own: uint8(count(p.own)), Other: uint8(count(p.opposing)),
		Hand: uint8(p.hand()), OtherHand: uint8(p.otherHand()),
	}
	if !ix.has(t) {
		return t, 0, false
	}
	large, small := p.own, p.opposing
	if t.Own < t.Other {
		large, small = small, large
	}
	r, s := rankers(), ix.sides().of(int(max(t.Own, t.Other)))
	row, g, selves := s.find(r, large)
	other, free := g.apply(small), ix.full&^s.men[row]
	column := r.rank(r.packed(other, free))
	if selves {
		column = s.smallest(r, row, other, free)
	}
	return t, uint64(row)*ix.width(t) + uint64(column), true
}

// Unrank implements game.Indexer.
func (ix *index) Unrank(t game.Tier, slot uint64) Position {
	width, s := ix.width(t), ix.sides().of(int(max(t.Own, t.Other)))
	own := s.men[slot/width]
	opposing := rankers().spreadOut(combination(uint32(slot%width), int(min(t.Own, t.Other))), ix.full&^own)
	if t.Own < t.Other {
		own, opposing = opposing, own
	}
	return Position{
		own: own, opposing: opposing,
		state: uint32(t.Hand) | uint32(t.OtherHand)<<handBits | uint32(ix.set)<<setShift,
	}
}

// Doubles implements game.Indexer.
func (ix *index) Doubles(t game.Tier, yield func(slot uint64)) {
	width, s, r := ix.width(t), ix.sides().of(int(max(t.Own, t.Other))), rankers()
	for row := range s.selves {
		free := ix.full &^ s.men[row]
		for column := range width {
			other := r.spreadOut(combination(uint32(column), int(min(t.Own, t.Other))), free)
			if s.smallest(r, row, other, free) != uint32(column) {
				yield(uint64(row)*width + column)
			}
		}
	}
}
