// SPDX-License-Identifier: Apache-2.0

// Package index numbers the positions of mill games for tables of solved
// positions, and solves and checks their tiers faster than move by move. It reads
// and writes no files.
package index

import (
	"slices"
	"sync"

	"cairn/game"
	"cairn/games/morris"
	"cairn/tablebase"
)

// index numbers the positions of one rule set. In each tier a slot is a row and
// a column: the row is the placement of the side with more men up to symmetry
// (the side to move when they are equal), the column the number of the other
// side's placement on the points left free. So the moves of the smaller side stay
// in their row, and a move of the larger side maps the whole row to another by one
// symmetry.
//
// Men in hand are indexed as they come from play: as many on both sides, or one
// more for the side to move.
type index struct {
	*morris.Traits
	sides  func() *sides // made when first needed
	groups func() [][]tablebase.Tier
}

// allSides holds the sides of each board, made once for all rule sets on it.
var allSides sync.Map // *game.Board → func() *sides

func sidesOf(b *game.Board) func() *sides {
	made, _ := allSides.LoadOrStore(b, sync.OnceValue(func() *sides { return newSides(b) }))
	return made.(func() *sides)
}

// For returns the index of a rule set.
func For(def game.Def[morris.Position, morris.Move]) tablebase.Indexer[morris.Position] {
	traits := morris.TraitsOf(def.Start())
	if traits.Barred {
		return newLeapIndex(traits)
	}
	ix := &index{Traits: traits, sides: sidesOf(&traits.Board)}
	ix.groups = sync.OnceValue(ix.listGroups)
	return ix
}

// Symmetries implements tablebase.Symmetric.
func (ix *index) Symmetries() [][]game.Point { return imagesOf(&ix.Board) }

// Scheme implements tablebase.Indexer.
func (ix *index) Scheme() string {
	if len(ix.sides().symmetries) == maxSymmetries {
		return "rows-16"
	}
	return "rows-8"
}

// Weight implements tablebase.Indexer: the men of the stronger side.
func (ix *index) Weight(t tablebase.Tier) int { return int(max(t.Own+t.Hand, t.Other+t.OtherHand)) }

// Groups implements tablebase.Indexer.
func (ix *index) Groups() [][]tablebase.Tier { return ix.groups() }

func (ix *index) listGroups() [][]tablebase.Tier {
	least := morris.Fewest
	if ix.LineWins {
		least = ix.Men // none is ever taken
	}
	var groups [][]tablebase.Tier
	for total := 2 * least; total <= 2*ix.Men; total++ {
		for small := max(least, total-ix.Men); 2*small <= total; small++ {
			groups = append(groups, tablebase.Tier{Own: uint8(total - small), Other: uint8(small)}.WithPartner())
		}
	}
	if ix.Mixed {
		return groups // while placing men may be moved as well: no tables of that
	}
	for hands := 1; hands <= 2*ix.Men; hands++ {
		groups = append(groups, ix.placing(hands-hands/2, hands/2, least)...)
	}
	return groups
}

// placing returns the tiers with these men in hand, each a group of its own.
func (ix *index) placing(hand, otherHand, least int) [][]tablebase.Tier {
	var groups [][]tablebase.Tier
	for own := max(0, least-hand); own <= ix.Men-hand; own++ {
		for other := max(0, least-otherHand); other <= ix.Men-otherHand; other++ {
			groups = append(groups, []tablebase.Tier{{
				Own: uint8(own), Other: uint8(other), Hand: uint8(hand), OtherHand: uint8(otherHand),
			}})
		}
	}
	return groups
}

// has reports whether the index numbers a tier.
func (ix *index) has(t tablebase.Tier) bool {
	hands, men := int(t.Hand)-int(t.OtherHand), ix.Men
	own, other := int(t.Own+t.Hand), int(t.Other+t.OtherHand)
	switch {
	case hands < 0 || hands > 1 || own > men || other > men || ix.Mixed && t.Placing():
		return false
	case ix.LineWins:
		return own == men && other == men
	}
	return own >= morris.Fewest && other >= morris.Fewest
}

// Below implements tablebase.Indexer.
func (ix *index) Below(t tablebase.Tier) []tablebase.Tier {
	after := t.Partner()
	var below []tablebase.Tier
	if t.Placing() {
		after.Other++
		after.OtherHand--
		below = append(below, after)
	}
	most := 1
	if ix.Several {
		most = morris.MaxLines
	}
	for range most {
		if after.Own == 0 || ix.LineWins {
			break
		}
		after.Own--
		below = append(below, after)
	}
	return slices.DeleteFunc(below, func(t tablebase.Tier) bool { return !ix.has(t) })
}

// Size implements tablebase.Indexer.
func (ix *index) Size(t tablebase.Tier) uint64 {
	return ix.sides().rows[max(t.Own, t.Other)] * ix.width(t)
}

// width returns the columns of a tier.
func (ix *index) width(t tablebase.Tier) uint64 {
	return tablebase.Choose(len(ix.Points)-int(max(t.Own, t.Other)), int(min(t.Own, t.Other)))
}

// Rank implements tablebase.Indexer.
func (ix *index) Rank(p morris.Position) (tablebase.Tier, uint64, bool) {
	own, opposing := p.Placement()
	hand, otherHand := p.Hands()
	t := tablebase.Tier{Own: uint8(count(own)), Other: uint8(count(opposing)), Hand: uint8(hand), OtherHand: uint8(otherHand)}
	if !ix.has(t) {
		return t, 0, false
	}
	large, small := own, opposing
	if t.Own < t.Other {
		large, small = small, large
	}
	r, s := rankers(), ix.sides().of(int(max(t.Own, t.Other)))
	row, g, selves := s.find(r, large)
	other, free := g.apply(small), ix.Full&^s.men[row]
	column := r.rank(r.packed(other, free))
	if selves {
		column = s.smallest(r, row, other, free)
	}
	return t, uint64(row)*ix.width(t) + uint64(column), true
}

// Unrank implements tablebase.Indexer.
func (ix *index) Unrank(t tablebase.Tier, slot uint64) morris.Position {
	width, s := ix.width(t), ix.sides().of(int(max(t.Own, t.Other)))
	own := s.men[slot/width]
	opposing := rankers().spreadOut(uint32(tablebase.Combination(slot%width, int(min(t.Own, t.Other)), largest)), ix.Full&^own)
	if t.Own < t.Other {
		own, opposing = opposing, own
	}
	return ix.Position(own, opposing, int(t.Hand), int(t.OtherHand))
}

// Doubles implements tablebase.Indexer.
func (ix *index) Doubles(t tablebase.Tier, yield func(slot uint64)) {
	width, s, r := ix.width(t), ix.sides().of(int(max(t.Own, t.Other))), rankers()
	for row := range s.selves {
		free := ix.Full &^ s.men[row]
		for column := range width {
			other := r.spreadOut(uint32(tablebase.Combination(column, int(min(t.Own, t.Other)), largest)), free)
			if s.smallest(r, row, other, free) != uint32(column) {
				yield(uint64(row)*width + column)
			}
		}
	}
}
