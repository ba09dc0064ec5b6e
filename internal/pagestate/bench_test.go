// SPDX-License-Identifier: Apache-2.0

package pagestate_test

import (
	"encoding/json"
	"testing"

	"cairn/game"
	"cairn/internal/pagestate"
)

// usualChange is what both players get after a move in the middle of a game of nine
// men's morris, and the mover's opponent with the legal moves.
func usualChange() pagestate.Change {
	left := int64(287_345)
	side := func(phase game.Phase) pagestate.SideChange {
		return pagestate.SideChange{Pieces: pagestate.Pieces{Phase: phase, Hand: 2, Lost: 1, Board: 6, Mills: 1}, Present: true, ClockMS: &left}
	}
	return pagestate.Change{
		SharedChange: pagestate.SharedChange{
			Seq: 24, Turn: game.Black, Men: "w..b.w.b..wb.w.bw.b.w..b", Sides: pagestate.Sides[pagestate.SideChange]{White: side(game.Placing), Black: side(game.Placing)},
			Running: "black", ServerMS: 1_790_000_000_000, Last: []string{"d6"}, Steps: []pagestate.StepState{{To: "d6"}},
			Line: []string{"d6"}, Times: []int64{4211}, Log: []pagestate.LogLine{{Seq: 24, Text: "White places on d6.", Move: true}},
		},
		OwnChange: pagestate.OwnChange{
			Moves: []string{"a4|ta4", "b2|tb2", "b4|tb4", "c3|tc3", "c4|tc4", "d1|td1", "d2|td2", "d5|td5", "e3|te3", "f2|tf2", "f4|tf4", "g4|tg4"},
			Can:   []string{"draw", "undo", "resign"}, Message: "Your turn: place a man.",
		},
	}
}

// A change is sent to every page of a match after every move.
func BenchmarkChange(b *testing.B) {
	c := usualChange()
	b.Run("append", func(b *testing.B) {
		b.ReportAllocs()
		var text []byte
		for b.Loop() {
			text = c.OwnChange.AppendJSON(c.SharedChange.AppendJSON(text[:0]))
		}
	})
	b.Run("marshal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := json.Marshal(&c); err != nil {
				b.Fatal(err)
			}
		}
	})
}
