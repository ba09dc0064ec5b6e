// SPDX-License-Identifier: Apache-2.0

package index

import (
	"math/bits"
	"slices"
	"sync"

	"cairn/game"
	"cairn/games/morris"
	"cairn/tablebase"
)

// leapIndex numbers the moving phase of a rule set whose positions remember moves
// from mill to mill. A slot is a placement and, for each side, the remembered move if it
// bars a way back now: the way back is free and closes a mill. Such moves are few, and
// numbered in the order of points; other remembered moves count as none.
//
//	slot = (placement × moves of the other side + its own) × own moves + own
//
// Positions in which a man stands on the way back of the other side's move are
// left out: play never leads to them.
type leapIndex struct {
	*morris.Traits
	numbers *tablebase.Numbering
	leaps   [largestLeaping + 1]func() uint64 // by men: how many remembered moves there are, with none
}

// Men of a side up to which positions are solved, by default and at most: each
// further man multiplies the slots by fifteen.
const (
	usualLeaping   = 4
	largestLeaping = 5
)

func newLeapIndex(r *morris.Traits) *leapIndex {
	var places []game.Point
	for p := range r.Points {
		places = append(places, game.Point(p))
	}
	ix := &leapIndex{Traits: r, numbers: tablebase.NewNumbering(places, imagesOf(&r.Board), largestLeaping)}
	for men := range ix.leaps {
		ix.leaps[men] = sync.OnceValue(func() uint64 { return ix.mostLeaps(men) })
	}
	return ix
}

// Symmetries implements tablebase.Symmetric.
func (ix *leapIndex) Symmetries() [][]game.Point { return imagesOf(&ix.Board) }

// mostLeaps returns how many moves some men may have to remember, and none.
func (ix *leapIndex) mostLeaps(men int) uint64 {
	most := 0
	for row := range ix.numbers.Size(men, 0) {
		set, _ := ix.numbers.Unrank(men, 0, row)
		most = max(most, len(ix.live(uint32(set), ix.Full&^uint32(set))))
	}
	return uint64(most) + 1
}

// live returns the moves of some men that bar a way back, were they remembered: a
// way to the last point of a mill that has its other two men.
func (ix *leapIndex) live(men, empty uint32) []game.Leap {
	closing := ix.Closing(men, empty)
	if closing == 0 {
		return nil // nearly always
	}
	var all []game.Leap
	for left := men; left != 0; left &= left - 1 {
		to := point(left)
		for reach := ix.Reach(men, to) & closing; reach != 0; reach &= reach - 1 {
			if from := point(reach); ix.Mills(men&^(1<<to), from) > 0 {
				all = append(all, game.Leap{From: game.Point(from), To: game.Point(to)})
			}
		}
	}
	return all
}

// Scheme implements tablebase.Indexer.
func (ix *leapIndex) Scheme() string { return "rows-16-leaps" }

// UsualLimit implements tablebase.Limited.
func (ix *leapIndex) UsualLimit() int { return usualLeaping }

// Weight implements tablebase.Indexer: the men of the stronger side.
func (ix *leapIndex) Weight(t tablebase.Tier) int { return int(max(t.Own, t.Other)) }

// Groups implements tablebase.Indexer.
func (ix *leapIndex) Groups() [][]tablebase.Tier {
	var groups [][]tablebase.Tier
	for large := uint8(morris.Fewest); large <= largestLeaping; large++ {
		for small := uint8(morris.Fewest); small <= large; small++ {
			groups = append(groups, tablebase.Tier{Own: large, Other: small}.WithPartner())
		}
	}
	return groups
}

// has reports whether the index numbers a tier.
func (ix *leapIndex) has(t tablebase.Tier) bool {
	return !t.Placing() && min(t.Own, t.Other) >= morris.Fewest && max(t.Own, t.Other) <= largestLeaping
}

// Below implements tablebase.Indexer.
func (ix *leapIndex) Below(t tablebase.Tier) []tablebase.Tier {
	if t.Other == morris.Fewest {
		return nil
	}
	return []tablebase.Tier{{Own: t.Other - 1, Other: t.Own}}
}

// Size implements tablebase.Indexer.
func (ix *leapIndex) Size(t tablebase.Tier) uint64 {
	return ix.numbers.Size(int(t.Own), int(t.Other)) * ix.leaps[t.Own]() * ix.leaps[t.Other]()
}

// Rank implements tablebase.Indexer.
func (ix *leapIndex) Rank(p morris.Position) (tablebase.Tier, uint64, bool) {
	own, opposing := p.Placement()
	hand, otherHand := p.Hands()
	t := tablebase.Tier{Own: uint8(count(own)), Other: uint8(count(opposing)), Hand: uint8(hand), OtherHand: uint8(otherHand)}
	ours, theirs := p.Remembered()
	if !ix.has(t) || theirs != none && own>>theirs.From&1 != 0 {
		return t, 0, false
	}
	placement, by := ix.numbers.Rank(uint64(own), uint64(opposing))
	slot := placement * ix.leaps[t.Own]() * ix.leaps[t.Other]()
	if ours != none || theirs != none {
		slot += ix.remembered(p, by)
	}
	return t, slot, true
}

// none is no remembered move.
var none game.Leap

// remembered returns the lowest number that the symmetries give to the remembered moves.
func (ix *leapIndex) remembered(p morris.Position, by tablebase.Images) uint64 {
	best := ^uint64(0)
	men, otherMen := p.Placement()
	ours, theirs := p.Remembered()
	for ; by != 0; by &= by - 1 {
		g := bits.TrailingZeros16(uint16(by))
		own, opposing := ix.image(g, men), ix.image(g, otherMen)
		empty := ix.Full &^ (own | opposing)
		other := ix.code(opposing, empty, ix.imageOf(g, theirs))
		best = min(best, other*ix.leaps[count(own)]()+ix.code(own, empty, ix.imageOf(g, ours)))
	}
	return best
}

// image returns the image of a set of points.
func (ix *leapIndex) image(g int, men uint32) (image uint32) {
	for ; men != 0; men &= men - 1 {
		image |= 1 << ix.numbers.Image(g, game.Point(point(men)))
	}
	return image
}

// imageOf returns the image of a remembered move.
func (ix *leapIndex) imageOf(g int, l game.Leap) game.Leap {
	if l == none {
		return none
	}
	return game.Leap{From: ix.numbers.Image(g, l.From), To: ix.numbers.Image(g, l.To)}
}

// code returns the number of a remembered move of some men, 0 for one that bars
// nothing.
func (ix *leapIndex) code(men, empty uint32, l game.Leap) uint64 {
	if l == none {
		return 0
	}
	return uint64(slices.Index(ix.live(men, empty), l) + 1)
}

// Unrank implements tablebase.Indexer.
func (ix *leapIndex) Unrank(t tablebase.Tier, slot uint64) morris.Position {
	ownLeaps, otherLeaps := ix.leaps[t.Own](), ix.leaps[t.Other]()
	men, otherMen := ix.numbers.Unrank(int(t.Own), int(t.Other), slot/(ownLeaps*otherLeaps))
	own, opposing := uint32(men), uint32(otherMen)
	empty := ix.Full &^ (own | opposing)
	return ix.Position(own, opposing, 0, 0).
		Remember(ix.leap(own, empty, slot%ownLeaps), ix.leap(opposing, empty, slot/ownLeaps%otherLeaps))
}

// leap returns the remembered move of a number, none where there are not as many.
func (ix *leapIndex) leap(men, empty uint32, code uint64) game.Leap {
	if code == 0 {
		return none
	}
	if live := ix.live(men, empty); code <= uint64(len(live)) {
		return live[code-1]
	}
	return none
}

// Doubles implements tablebase.Indexer.
func (ix *leapIndex) Doubles(t tablebase.Tier, yield func(slot uint64)) {
	for slot := range ix.Size(t) {
		if _, back, _ := ix.Rank(ix.Unrank(t, slot)); back != slot {
			yield(slot)
		}
	}
}

// AppendParents implements tablebase.Parenter: a move without a mill taken back,
// which is not remembered. The position before may remember any own move, and of
// the other side the move that p still remembers or one whose way back ended where
// the man has gone.
func (ix *leapIndex) AppendParents(dst []morris.Position, p morris.Position) []morris.Position {
	own, opposing := p.Placement()
	ours, theirs := p.Remembered()
	if theirs != none {
		return dst // that closed a mill
	}
	empty := ix.Full &^ (own | opposing)
	for men := opposing; men != 0; men &= men - 1 {
		to := point(men)
		if ix.Mills(opposing, to) > 0 {
			continue
		}
		for from := ix.Reach(opposing, to) & empty; from != 0; from &= from - 1 {
			if ours == none || uint8(ours.From) != point(from) { // else a man stood there before
				before := ix.Position(opposing^from&-from^1<<to, own, 0, 0)
				dst = ix.appendBefore(dst, before, ours, 1<<to)
			}
		}
	}
	return dst
}

// appendBefore appends a position with all moves its sides may have remembered: for the
// other side the move it still remembers after the turn, or else any move whose way
// back ended on the point that the turn has taken.
func (ix *leapIndex) appendBefore(dst []morris.Position, p morris.Position, theirs game.Leap, taken uint32) []morris.Position {
	dst = ix.appendOwn(dst, p, theirs)
	if theirs != none {
		return dst
	}
	_, opposing := p.Placement()
	for _, l := range ix.live(opposing, taken) {
		dst = ix.appendOwn(dst, p, l)
	}
	return dst
}

// appendOwn appends p with every move the side to move may remember.
func (ix *leapIndex) appendOwn(dst []morris.Position, p morris.Position, theirs game.Leap) []morris.Position {
	own, opposing := p.Placement()
	dst = append(dst, p.Remember(none, theirs))
	for _, l := range ix.live(own, ix.Full&^(own|opposing)) {
		dst = append(dst, p.Remember(l, theirs))
	}
	return dst
}
