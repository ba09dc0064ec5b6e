// SPDX-License-Identifier: Apache-2.0

// Package index numbers the endgames of Yoté for tables of solved positions, and
// solves the tiers of rule sets with barred steps faster than move by move. It reads and
// writes no files.
package index

import (
	"math/bits"

	"cairn/game"
	"cairn/games/yote"
	"cairn/tablebase"
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
	*yote.Traits
	numbers    *tablebase.Numbering
	symmetries [][]game.Point
	turned     [][yote.Ways]uint8 // symmetry → direction → the direction it becomes
}

// barredIndex is the index of a rule set with barred steps: it solves its tiers itself.
type barredIndex struct{ *index }

// freeIndex is the index of a rule set without barred steps.
type freeIndex struct{ *index }

// endgame is a position with empty hands, as the side to move sees it.
type endgame struct {
	own, opp         uint64    // stones
	lastOwn, lastOpp game.Leap // steps whose way back is barred
}

func endgameOf(p yote.Position) (e endgame) {
	e.own, e.opp = p.Placement()
	e.lastOwn, e.lastOpp = p.LastSteps()
	return e
}

// position returns the position of an endgame, White to move.
func (ix *index) position(e endgame) yote.Position {
	return ix.Position(e.own, e.opp, e.lastOwn, e.lastOpp)
}

// empty returns the cells without a stone.
func (ix *index) empty(e endgame) uint64 { return ix.Cells &^ (e.own | e.opp) }

// none is no step.
var none game.Leap

func newLeap(from, to game.Point) game.Leap { return game.Leap{From: from, To: to} }

// bit returns the set of one cell.
func bit(c game.Point) uint64 { return 1 << (c & 63) }

// first returns the lowest cell of a set that is not empty.
func first(set uint64) game.Point { return game.Point(bits.TrailingZeros64(set)) }

// Stones of both sides up to which endgames are solved, by default and at
// most. With seven stones the last steps make eight billion slots.
const (
	usualStones = 6
	mostStones  = 8
)

// For returns the index of a rule set.
func For(def game.Def[yote.Position, yote.Move]) tablebase.Indexer[yote.Position] {
	b := def.Board
	var cells []game.Point
	for c := range b.Points {
		cells = append(cells, game.Point(c))
	}
	symmetries := tablebase.Symmetries(b)
	ix := &index{Traits: yote.TraitsOf(def.Start()), symmetries: symmetries, numbers: tablebase.NewNumbering(cells, symmetries, mostStones-1)}
	inner := game.Point(b.Width + 1) // a cell with neighbours on all sides
	for _, symmetry := range symmetries {
		var turned [yote.Ways]uint8
		for way := range yote.Ways {
			turned[way] = uint8(ix.WayTo(symmetry[inner], symmetry[inner+game.Point(ix.Delta[way])]))
		}
		ix.turned = append(ix.turned, turned)
	}
	if ix.Barred {
		return barredIndex{ix}
	}
	return freeIndex{ix}
}

// Symmetries implements tablebase.Symmetric.
func (ix *index) Symmetries() [][]game.Point { return ix.symmetries }

// Scheme implements tablebase.Indexer.
func (ix *index) Scheme() string {
	if ix.Barred {
		return "rows-4-steps"
	}
	return "rows-4"
}

// UsualLimit implements tablebase.Limited.
func (ix *index) UsualLimit() int { return usualStones }

// Weight implements tablebase.Indexer: the stones of both sides.
func (ix *index) Weight(t tablebase.Tier) int { return int(t.Own+t.Hand) + int(t.Other+t.OtherHand) }

// has reports whether the index numbers a tier.
func (ix *index) has(t tablebase.Tier) bool {
	over := t.Own == 0 || t.Other == 0 || ix.ThreeDraw && max(t.Own, t.Other) <= yote.Few
	return !over && !t.Placing() && ix.Weight(t) <= mostStones
}

// Groups implements tablebase.Indexer.
func (ix *index) Groups() [][]tablebase.Tier {
	var groups [][]tablebase.Tier
	for stones := uint8(2); stones <= mostStones; stones++ {
		for small := uint8(1); 2*small <= stones; small++ {
			if t := (tablebase.Tier{Own: stones - small, Other: small}); ix.has(t) {
				groups = append(groups, t.WithPartner())
			}
		}
	}
	return groups
}

// Below implements tablebase.Indexer: a jump takes two stones, or the last.
func (ix *index) Below(t tablebase.Tier) []tablebase.Tier {
	var below []tablebase.Tier
	for left := int(t.Other) - 2; left > 0; left -= 2 {
		after := tablebase.Tier{Own: uint8(left), Other: t.Own}
		if ix.has(after) {
			below = append(below, after)
		}
		if !ix.Chains {
			break
		}
	}
	return below
}

// steps returns how many last steps a side of some stones may have, none among them.
func (ix *index) steps(stones uint8) uint64 {
	if !ix.Barred {
		return 1
	}
	return 1 + yote.Ways*uint64(stones)
}

// Size implements tablebase.Indexer.
func (ix *index) Size(t tablebase.Tier) uint64 {
	return ix.numbers.Size(int(t.Own), int(t.Other)) * ix.steps(t.Own) * ix.steps(t.Other)
}

// Rank implements tablebase.Indexer.
func (ix *index) Rank(p yote.Position) (tablebase.Tier, uint64, bool) {
	e := endgameOf(p)
	hand, otherHand := p.Hands()
	t := tablebase.Tier{
		Own: uint8(bits.OnesCount64(e.own)), Other: uint8(bits.OnesCount64(e.opp)),
		Hand: hand, OtherHand: otherHand,
	}
	if !ix.has(t) || e.lastOpp != none && e.own&bit(e.lastOpp.From) != 0 {
		return t, 0, false
	}
	placement, by := ix.numbers.Rank(e.own, e.opp)
	return t, placement*ix.steps(t.Own)*ix.steps(t.Other) + ix.lasts(e, by), true
}

// lasts returns the lowest number that the symmetries give to the last steps.
func (ix *index) lasts(p endgame, by tablebase.Images) uint64 {
	if p.lastOwn != none && p.opp&bit(p.lastOwn.From) != 0 {
		p.lastOwn = none // its way back is not free
	}
	if p.lastOwn == none && p.lastOpp == none {
		return 0
	}
	best, width := ^uint64(0), ix.steps(uint8(bits.OnesCount64(p.own)))
	for ; by != 0; by &= by - 1 {
		g := bits.TrailingZeros16(uint16(by))
		best = min(best, ix.code(g, p.opp, p.lastOpp)*width+ix.code(g, p.own, p.lastOwn))
	}
	return best
}

// code returns the number of the image of a last step among the steps of its side.
func (ix *index) code(g int, men uint64, l game.Leap) uint64 {
	if l == none {
		return 0
	}
	stone, before := ix.numbers.Image(g, l.To), uint64(0)
	for ; men != 0; men &= men - 1 {
		if ix.numbers.Image(g, first(men)) < stone {
			before++
		}
	}
	return 1 + yote.Ways*before + uint64(ix.turned[g][ix.WayTo(l.To, l.From)])
}

// Unrank implements tablebase.Indexer.
func (ix *index) Unrank(t tablebase.Tier, slot uint64) yote.Position {
	return ix.position(ix.unrank(t, slot))
}

func (ix *index) unrank(t tablebase.Tier, slot uint64) endgame {
	own, opp := ix.steps(t.Own), ix.steps(t.Other)
	e := ix.place(t, slot/(own*opp))
	e.lastOwn = ix.leap(e, e.own, slot%own)
	e.lastOpp = ix.leap(e, e.opp, slot/own%opp)
	return e
}

// place returns a placement without last steps.
func (ix *index) place(t tablebase.Tier, placement uint64) endgame {
	own, opp := ix.numbers.Unrank(int(t.Own), int(t.Other), placement)
	return endgame{own: own, opp: opp}
}

// leap returns the last step of a number, none where its way back is not free.
func (ix *index) leap(p endgame, men, code uint64) game.Leap {
	if code == 0 {
		return none
	}
	for range (code - 1) / yote.Ways {
		men &= men - 1
	}
	to := first(men)
	from := ix.Shift(int((code-1)%yote.Ways), bit(to)) & ix.empty(p)
	if from == 0 {
		return none
	}
	return newLeap(first(from), to)
}

// Doubles implements tablebase.Indexer.
func (ix *index) Doubles(t tablebase.Tier, yield func(slot uint64)) {
	own, opp := ix.steps(t.Own), ix.steps(t.Other)
	for placement := range ix.Size(t) / (own * opp) {
		p := ix.place(t, placement)
		back, by := ix.numbers.Rank(p.own, p.opp)
		deadOwn, deadOpp := ix.dead(p, p.own), ix.dead(p, p.opp)
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
func (ix *index) dead(p endgame, men uint64) (set uint64) {
	for last := uint64(1); last < ix.steps(uint8(bits.OnesCount64(men))); last++ {
		if ix.leap(p, men, last) == none {
			set |= 1 << last
		}
	}
	return set
}

// AppendParents implements tablebase.Parenter: a step taken back.
func (ix freeIndex) AppendParents(dst []yote.Position, after yote.Position) []yote.Position {
	p := endgameOf(after)
	for way := range yote.Ways {
		for from := ix.Shift(way, p.opp) & ix.empty(p); from != 0; from &= from - 1 {
			before := endgame{own: p.opp ^ bit(first(from)) ^ bit(ix.Back(way, first(from))), opp: p.own}
			dst = append(dst, ix.position(before))
		}
	}
	return dst
}
