// SPDX-License-Identifier: Apache-2.0

// Package index numbers the endgames of Fanorona for tables of solved positions.
package index

import (
	"math/bits"

	"cairn/game"
	"cairn/games/fanorona"
	"cairn/tablebase"
)

// index numbers the endgames of a variant: positions of few stones, in which
// no restricted first turn is still to come. Tiers differ by stones; a turn
// that captures leads to a tier of fewer, a paika to the partner with the sides
// exchanged.
type index struct {
	info        *game.Info
	start       fanorona.Position
	numbers     *tablebase.Numbering
	usual, most int // stones of both sides, by default and at most
}

// limits returns the stones up to which endgames are solved, by the points of the
// board: by default and at most. The largest tiers at most
// have 794 million slots on 9×5 points and 103 million on 5×5; on 3×3 there are
// no more stones than eight.
func limits(points int) (usual, most int) {
	switch {
	case points > 25:
		return 5, 7
	case points > 9:
		return 8, 10
	}
	return 8, 8
}

// For returns the index of a rule set.
func For(def game.Def[fanorona.Position, fanorona.Move]) tablebase.Indexer[fanorona.Position] {
	b := def.Board
	var places []game.Point
	for p := range b.Points {
		places = append(places, fanorona.PlaceOf(b, game.Point(p)))
	}
	usual, most := limits(len(b.Points))
	return &index{
		info: &def.Info, start: def.Start(), usual: usual, most: most,
		numbers: tablebase.NewNumbering(places, tablebase.Symmetries(b), min(most-1, def.Men)),
	}
}

// Symmetries implements tablebase.Symmetric.
func (ix *index) Symmetries() [][]game.Point { return tablebase.Symmetries(ix.info.Board) }

// Scheme implements tablebase.Indexer.
func (ix *index) Scheme() string {
	if b := ix.info.Board; b.Width == b.Height {
		return "rows-8"
	}
	return "rows-4"
}

// UsualLimit implements tablebase.Limited.
func (ix *index) UsualLimit() int { return ix.usual }

// Weight implements tablebase.Indexer: the stones of both sides.
func (ix *index) Weight(t tablebase.Tier) int { return int(t.Own) + int(t.Other) }

// Groups implements tablebase.Indexer.
func (ix *index) Groups() [][]tablebase.Tier {
	var groups [][]tablebase.Tier
	for stones := 2; stones <= ix.most; stones++ {
		for small := max(1, stones-ix.info.Men); 2*small <= stones; small++ {
			groups = append(groups, tablebase.Tier{Own: uint8(stones - small), Other: uint8(small)}.WithPartner())
		}
	}
	return groups
}

// Below implements tablebase.Indexer: a turn may take any number of stones.
func (ix *index) Below(t tablebase.Tier) []tablebase.Tier {
	var below []tablebase.Tier
	for left := t.Other - 1; left > 0; left-- {
		below = append(below, tablebase.Tier{Own: left, Other: t.Own})
	}
	return below
}

// Size implements tablebase.Indexer.
func (ix *index) Size(t tablebase.Tier) uint64 {
	return ix.numbers.Size(int(t.Own), int(t.Other))
}

// Rank implements tablebase.Indexer.
func (ix *index) Rank(p fanorona.Position) (tablebase.Tier, uint64, bool) {
	own, foes := p.Stones()
	t := tablebase.Tier{Own: uint8(bits.OnesCount64(own)), Other: uint8(bits.OnesCount64(foes))}
	if t.Own == 0 || t.Other == 0 || ix.Weight(t) > ix.most || p.FirstTurns() {
		return t, 0, false
	}
	slot, _ := ix.numbers.Rank(own, foes)
	return t, slot, true
}

// Unrank implements tablebase.Indexer.
func (ix *index) Unrank(t tablebase.Tier, slot uint64) fanorona.Position {
	return ix.start.With(ix.numbers.Unrank(int(t.Own), int(t.Other), slot))
}

// Doubles implements tablebase.Indexer.
func (ix *index) Doubles(t tablebase.Tier, yield func(slot uint64)) {
	ix.numbers.Doubles(int(t.Own), int(t.Other), yield)
}

// AppendParents implements tablebase.Parenter: a paika taken back, unless there was a
// capture to make instead.
func (ix *index) AppendParents(dst []fanorona.Position, p fanorona.Position) []fanorona.Position {
	own, foes := p.Stones()
	empty := p.Empty()
	for left := foes; left != 0; left &= left - 1 {
		to := left & -left
		for from := fanorona.Near(game.Point(bits.TrailingZeros64(to))) & empty; from != 0; from &= from - 1 {
			if q := ix.start.With(foes^to^from&-from, own); !q.CanTake() {
				dst = append(dst, q)
			}
		}
	}
	return dst
}
