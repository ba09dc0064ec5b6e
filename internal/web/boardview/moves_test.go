// SPDX-License-Identifier: Apache-2.0

package boardview_test

import (
	"testing"
	"time"

	"cairn/game"
	"cairn/internal/web/boardview"
	"cairn/record"
)

// Moves are listed in pairs, White first, also when Black begins.
func TestMoveRows(t *testing.T) {
	line := record.Line{{Move: "a1"}, {Move: "b1"}, {Move: "c1"}}
	for _, c := range []struct {
		first game.Side
		want  [][2]string
	}{
		{game.White, [][2]string{{"a1", "b1"}, {"c1", ""}}},
		{game.Black, [][2]string{{"", "a1"}, {"b1", "c1"}}},
	} {
		rows := boardview.NewMovesView(english, line, c.first, 2, "/match/x").Rows
		if len(rows) != len(c.want) {
			t.Fatalf("%s begins: got %d rows, want %d", c.first, len(rows), len(c.want))
		}
		for i, row := range rows {
			if got := [2]string{row[game.White].Move, row[game.Black].Move}; got != c.want[i] {
				t.Errorf("%s begins, row %d: got %v, want %v", c.first, i+1, got, c.want[i])
			}
			for _, cell := range row {
				if cell.Here != (cell.Move == "b1") {
					t.Errorf("%s begins: %q is marked: %v", c.first, cell.Move, cell.Here)
				}
			}
		}
	}
}

// Times are written as clock.js does; test/clock.test.js has the same table.
func TestTookText(t *testing.T) {
	for took, want := range map[time.Duration]string{
		0: "", time.Millisecond: "", 999 * time.Millisecond: "", time.Second: "1 s", 59_999 * time.Millisecond: "59 s",
		time.Minute: "1:00", 3725 * time.Second: "1:02:05", 75 * time.Hour: "3 d 3 h",
	} {
		if got := boardview.TookText(english, took); got != want {
			t.Errorf("%v: got %q, want %q", took, got, want)
		}
	}
}
