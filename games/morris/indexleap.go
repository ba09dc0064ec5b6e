// SPDX-License-Identifier: Apache-2.0

package morris

import (
	"math/bits"
	"slices"
	"sync"

	"cairn/game"
)

// leapIndex numbers the moving phase of a rule set whose positions remember moves
// from mill to mill. A slot is a placement and, for each side, the remembered
// move, of those that would bar a way back now: the way back is free and closes a
// mill. There are few, and they are counted in the order of points; all other
// remembered moves are as good as none.
//
//	slot = (placement × moves of the other side + its own) × own moves + own
//
// Positions in which a man stands on the way back of the other side's move are
// left out: play never leads to them.
type leapIndex struct {
	*rules
	set     uint8
	numbers *game.Numbering
	leaps   [largestLeaping + 1]func() uint64 // by men: how many remembered moves are told apart, with none
}

// Men of a side up to which positions are solved, unless told otherwise and at
// all: each further man multiplies the slots by fifteen.
const (
	usualLeaping   = 4
	largestLeaping = 5
)

func newLeapIndex(set uint8) *leapIndex {
	r := &ruleSets[set]
	var places []game.Point
	for p := range r.Points {
		places = append(places, game.Point(p))
	}
	var symmetries [][]game.Point
	for _, s := range r.symmetries() {
		var images []game.Point
		for p := range r.Points {
			images = append(images, game.Point(s.image[p]))
		}
		symmetries = append(symmetries, images)
	}
	ix := &leapIndex{rules: r, set: set, numbers: game.NewNumbering(places, symmetries, largestLeaping)}
	for men := range ix.leaps {
		ix.leaps[men] = sync.OnceValue(func() uint64 { return ix.mostLeaps(men) })
	}
	return ix
}

// mostLeaps returns how many moves some men may have to remember, and none.
func (ix *leapIndex) mostLeaps(men int) uint64 {
	most := 0
	for row := range ix.numbers.Size(men, 0) {
		set, _ := ix.numbers.Unrank(men, 0, row)
		most = max(most, len(ix.live(uint32(set), ix.full&^uint32(set))))
	}
	return uint64(most) + 1
}

// live returns the moves of some men that bar a way back, were they remembered: a
// way to the last point of a mill that has its other two men.
func (ix *leapIndex) live(men, empty uint32) []leaps {
	var last, lines [maxMills]uint32
	n := 0
	for _, line := range ix.lines {
		if end := line &^ men; end&(end-1) == 0 && end&empty != 0 {
			last[n], lines[n] = end, line
			n++
		}
	}
	if n == 0 {
		return nil // nearly always
	}
	var all []leaps
	for left := men; left != 0; left &= left - 1 {
		to, from := left&-left, uint32(0)
		for i := range n {
			if lines[i]&to == 0 {
				from |= last[i]
			}
		}
		for from &= ix.reach(men, point(to)); from != 0; from &= from - 1 {
			all = append(all, newLeap(point(from), point(to)))
		}
	}
	return all
}

// maxMills is how many mills the boards have at most.
const maxMills = 20

// reach returns the points that one of some men may go to, were they empty.
func (ix *leapIndex) reach(men uint32, from uint8) uint32 {
	if ix.flies(men) {
		return ix.full &^ men
	}
	return ix.neighbours[from]
}

// Scheme implements game.Indexer.
func (ix *leapIndex) Scheme() string { return "rows-16-leaps" }

// UsualLimit implements game.Limited.
func (ix *leapIndex) UsualLimit() int { return usualLeaping }

// Weight implements game.Indexer: the men of the stronger side.
func (ix *leapIndex) Weight(t game.Tier) int { return int(max(t.Own, t.Other)) }

// Groups implements game.Indexer.
func (ix *leapIndex) Groups() [][]game.Tier {
	var groups [][]game.Tier
	for large := uint8(fewest); large <= largestLeaping; large++ {
		for small := uint8(fewest); small < large; small++ {
			groups = append(groups, []game.Tier{{Own: large, Other: small}, {Own: small, Other: large}})
		}
		groups = append(groups, []game.Tier{{Own: large, Other: large}})
	}
	return groups
}

// has reports whether a tier is one of the index's.
func (ix *leapIndex) has(t game.Tier) bool {
	return !t.Placing() && min(t.Own, t.Other) >= fewest && max(t.Own, t.Other) <= largestLeaping
}

// Below implements game.Indexer.
func (ix *leapIndex) Below(t game.Tier) []game.Tier {
	if t.Other == fewest {
		return nil
	}
	return []game.Tier{{Own: t.Other - 1, Other: t.Own}}
}

// Size implements game.Indexer.
func (ix *leapIndex) Size(t game.Tier) uint64 {
	return ix.numbers.Size(int(max(t.Own, t.Other)), int(min(t.Own, t.Other))) * ix.leaps[t.Own]() * ix.leaps[t.Other]()
}

// Rank implements game.Indexer.
func (ix *leapIndex) Rank(p Position) (game.Tier, uint64, bool) {
	t := game.Tier{
		Own: uint8(count(p.own)), Other: uint8(count(p.opposing)),
		Hand: uint8(p.hand()), OtherHand: uint8(p.otherHand()),
	}
	theirs := p.last >> leapBits
	if !ix.has(t) || theirs != 0 && p.own>>theirs.from()&1 != 0 {
		return t, 0, false
	}
	large, small := p.own, p.opposing
	if t.Own < t.Other {
		large, small = small, large
	}
	placement, by := ix.numbers.Rank(uint64(large), uint64(small))
	slot := placement * ix.leaps[t.Own]() * ix.leaps[t.Other]()
	if p.last != 0 {
		slot += ix.remembered(p, by)
	}
	return t, slot, true
}

// remembered returns the lowest number of the remembered moves among those that
// some symmetries give them.
func (ix *leapIndex) remembered(p Position, by game.Images) uint64 {
	best := ^uint64(0)
	for ; by != 0; by &= by - 1 {
		g := bits.TrailingZeros16(uint16(by))
		own, opposing := ix.image(g, p.own), ix.image(g, p.opposing)
		empty := ix.full &^ (own | opposing)
		theirs := ix.code(opposing, empty, ix.imageOf(g, p.last>>leapBits))
		best = min(best, theirs*ix.leaps[count(own)]()+ix.code(own, empty, ix.imageOf(g, p.last&leapMask)))
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
func (ix *leapIndex) imageOf(g int, l leaps) leaps {
	if l == 0 {
		return 0
	}
	return newLeap(uint8(ix.numbers.Image(g, game.Point(l.from()))), uint8(ix.numbers.Image(g, game.Point(l.to()))))
}

// code returns the number of a remembered move of some men, 0 for one that bars
// nothing.
func (ix *leapIndex) code(men, empty uint32, l leaps) uint64 {
	if l == 0 {
		return 0
	}
	return uint64(slices.Index(ix.live(men, empty), l) + 1)
}

// Unrank implements game.Indexer.
func (ix *leapIndex) Unrank(t game.Tier, slot uint64) Position {
	own, other := ix.leaps[t.Own](), ix.leaps[t.Other]()
	p := ix.unrank(t, slot/(own*other))
	empty := ix.full &^ p.occupied()
	p.last = ix.leap(p.own, empty, slot%own) | ix.leap(p.opposing, empty, slot/own%other)<<leapBits
	return p
}

// unrank returns the position of a placement that remembers nothing.
func (ix *leapIndex) unrank(t game.Tier, placement uint64) Position {
	own, opposing := ix.numbers.Unrank(int(max(t.Own, t.Other)), int(min(t.Own, t.Other)), placement)
	if t.Own < t.Other {
		own, opposing = opposing, own
	}
	return Position{own: uint32(own), opposing: uint32(opposing), state: uint32(ix.set) << setShift}
}

// leap returns the remembered move of a number, none where there are not as many.
func (ix *leapIndex) leap(men, empty uint32, code uint64) leaps {
	if code == 0 {
		return 0
	}
	if live := ix.live(men, empty); code <= uint64(len(live)) {
		return live[code-1]
	}
	return 0
}

// Doubles implements game.Indexer.
func (ix *leapIndex) Doubles(t game.Tier, yield func(slot uint64)) {
	for slot := range ix.Size(t) {
		if _, back, _ := ix.Rank(ix.Unrank(t, slot)); back != slot {
			yield(slot)
		}
	}
}
