// SPDX-License-Identifier: Apache-2.0

// Package index numbers the positions of tic-tac-toe: an example of a numbering
// for tables, and small enough to be solved within tests.
package index

import (
	"math/bits"
	"slices"
	"strings"
	"sync"

	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/tablebase"
)

// index numbers positions by their place in lists, which only a small game can
// afford. Of mirror images the lists hold the one with the lowest numbers.
type index struct{}

// For returns the index of the only rule set.
func For(game.Def[tictactoe.Position, tictactoe.Move]) tablebase.Indexer[tictactoe.Position] {
	return index{}
}

// placement is the men of White and Black, a bit for each point.
type placement [2]uint64

const (
	points = 9
	full   = 1<<points - 1
)

func placementOf(p tictactoe.Position) placement {
	rows, _, _ := strings.Cut(tictactoe.Standard.Format(p), " ")
	men, err := game.ParseRows(tictactoe.Standard.Board, rows)
	if err != nil {
		panic(err) // Format wrote them
	}
	return men
}

// count returns how many men stand on the board.
func (p placement) count() int { return bits.OnesCount64(p[0] | p[1]) }

// placements lists the placements by number of men, in which White has as many men as Black
// or one more.
var placements = sync.OnceValue(func() (lists [points + 1][]placement) {
	for white := range uint64(full + 1) {
		for black := range uint64(full + 1) {
			p := placement{white, black}
			ahead := bits.OnesCount64(white) - bits.OnesCount64(black)
			if white&black == 0 && (ahead == 0 || ahead == 1) && p == p.lowest() {
				lists[p.count()] = append(lists[p.count()], p)
			}
		}
	}
	return lists
})

// lowest returns the mirror image with the lowest numbers.
func (p placement) lowest() placement {
	best := p
	for i := range 8 {
		if i%2 == 0 {
			p = p.image(func(x, y int) int { return 3*x + y }) // along the diagonal
		} else {
			p = p.image(func(x, y int) int { return 3*y + 2 - x }) // left and right
		}
		if slices.Compare(p[:], best[:]) < 0 {
			best = p
		}
	}
	return best
}

func (p placement) image(to func(x, y int) int) (q placement) {
	for at := range points {
		for s := range q {
			q[s] |= p[s] >> at & 1 << to(at%3, at/3)
		}
	}
	return q
}

// Scheme implements tablebase.Indexer.
func (index) Scheme() string { return "lists" }

// tier returns the tier of that many men on the board.
func tier(count int) tablebase.Tier {
	men := uint8(tictactoe.Standard.Men)
	t := tablebase.Tier{Own: uint8(count / 2), Other: uint8(count - count/2)}
	t.Hand, t.OtherHand = men-t.Own, men-t.Other
	return t
}

// Groups implements tablebase.Indexer: a tier for each number of men, full boards
// first.
func (index) Groups() [][]tablebase.Tier {
	var groups [][]tablebase.Tier
	for n := points; n >= 0; n-- {
		groups = append(groups, []tablebase.Tier{tier(n)})
	}
	return groups
}

// Below implements tablebase.Indexer.
func (ix index) Below(t tablebase.Tier) []tablebase.Tier {
	if n := ix.Weight(t); n < points {
		return []tablebase.Tier{tier(n + 1)}
	}
	return nil
}

// Weight implements tablebase.Indexer.
func (index) Weight(t tablebase.Tier) int { return int(t.Own + t.Other) }

// Size implements tablebase.Indexer.
func (ix index) Size(t tablebase.Tier) uint64 { return uint64(len(placements()[ix.Weight(t)])) }

// Rank implements tablebase.Indexer.
func (index) Rank(p tictactoe.Position) (tablebase.Tier, uint64, bool) {
	men := placementOf(p).lowest()
	slot := slices.Index(placements()[men.count()], men)
	return tier(men.count()), uint64(max(slot, 0)), slot >= 0
}

// Unrank implements tablebase.Indexer.
func (ix index) Unrank(t tablebase.Tier, slot uint64) tictactoe.Position {
	n := ix.Weight(t)
	turn := game.Side(n % 2)
	rows := game.FormatRows(tictactoe.Standard.Board, placements()[n][slot])
	p, err := tictactoe.Standard.Parse(rows + " " + turn.Letter() + " 0")
	if err != nil {
		panic(err) // the lists hold legal numbers of men only
	}
	return p
}

// Doubles implements tablebase.Indexer: there are none.
func (index) Doubles(tablebase.Tier, func(slot uint64)) {}
