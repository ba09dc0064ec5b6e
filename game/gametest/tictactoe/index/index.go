// SPDX-License-Identifier: Apache-2.0

// Package index numbers the positions of tic-tac-toe: an example of a numbering
// for tables, and small enough to be solved within tests.
package index

import (
	"math/bits"
	"strings"

	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/tablebase"
)

// points is the number of points.
const points = 9

// index numbers the placements of White's men, of which there are as many as Black's or one
// more, and of Black's.
type index struct{ *tablebase.Numbering }

// For returns the index of the only rule set.
func For(def game.Def[tictactoe.Position, tictactoe.Move]) tablebase.Indexer[tictactoe.Position] {
	var places []game.Point
	for p := range def.Board.Points {
		places = append(places, game.Point(p))
	}
	return index{tablebase.NewNumbering(places, tablebase.Symmetries(def.Board), def.Men)}
}

// Scheme implements tablebase.Indexer.
func (index) Scheme() string { return "rows-8" }

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
func (ix index) Size(t tablebase.Tier) uint64 { return ix.Numbering.Size(int(t.Other), int(t.Own)) }

// Rank implements tablebase.Indexer.
func (ix index) Rank(p tictactoe.Position) (tablebase.Tier, uint64, bool) {
	rows, _, _ := strings.Cut(tictactoe.Standard.Format(p), " ")
	men, err := game.ParseRows(tictactoe.Standard.Board, rows)
	if err != nil {
		panic(err) // Format wrote them
	}
	slot, _ := ix.Numbering.Rank(men[game.White], men[game.Black])
	return tier(bits.OnesCount64(men[game.White] | men[game.Black])), slot, true
}

// Unrank implements tablebase.Indexer.
func (ix index) Unrank(t tablebase.Tier, slot uint64) tictactoe.Position {
	var men [2]uint64
	men[game.White], men[game.Black] = ix.Numbering.Unrank(int(t.Other), int(t.Own), slot)
	turn := game.Side(ix.Weight(t) % 2)
	p, err := tictactoe.Standard.Parse(game.FormatRows(tictactoe.Standard.Board, men) + " " + turn.Letter() + " 0")
	if err != nil {
		panic(err) // the tier has a legal number of men
	}
	return p
}

// Doubles implements tablebase.Indexer.
func (ix index) Doubles(t tablebase.Tier, yield func(slot uint64)) {
	ix.Numbering.Doubles(int(t.Other), int(t.Own), yield)
}
