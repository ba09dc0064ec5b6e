// SPDX-License-Identifier: Apache-2.0

package boardview_test

import (
	"strings"
	"testing"

	"cairn/game"
	"cairn/internal/web/boardview"
)

func TestTray(t *testing.T) {
	for _, c := range []struct {
		name  string
		men   int
		view  game.SideView
		slots string // h in hand, o on the board, x lost
		label string
	}{
		{"full hand", 3, game.SideView{Hand: 3}, "hhh", "White, 3 in hand, 0 on the board, 0 lost"},
		{"some of each", 6, game.SideView{Hand: 2, Board: 3, Lost: 1}, "hhooox", "White, 2 in hand, 3 on the board, 1 lost"},
		{"all lost", 2, game.SideView{Lost: 2}, "xx", "White, 0 in hand, 0 on the board, 2 lost"},
		{"no men at all", 0, game.SideView{}, "", "White, 0 in hand, 0 on the board, 0 lost"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tray := boardview.NewTrayView(english, game.White, c.men, c.view)
			var got strings.Builder
			for _, s := range tray.Slots {
				got.WriteByte(map[string]byte{"hand": 'h', "out": 'o', "lost": 'x'}[s.Class])
			}
			if got.String() != c.slots || tray.Label != c.label {
				t.Errorf("got %q, %q, want %q, %q", got.String(), tray.Label, c.slots, c.label)
			}
		})
	}
}

func TestTrayOfManyMenHasTwoRows(t *testing.T) {
	tray := boardview.NewTrayView(english, game.Black, 22, game.SideView{Board: 22})
	rows := map[int]int{}
	for _, s := range tray.Slots {
		rows[s.Y]++
		if s.X <= 0 || s.X >= tray.Width || s.Y <= 0 || s.Y >= tray.Height {
			t.Errorf("a slot at %d,%d is outside of %d×%d", s.X, s.Y, tray.Width, tray.Height)
		}
	}
	if len(rows) != 2 || !tray.Double || tray.Side != "black" {
		t.Errorf("got rows %v, double %v, side %s", rows, tray.Double, tray.Side)
	}
	for y, n := range rows {
		if n != 11 {
			t.Errorf("row %d has %d slots, want 11", y, n)
		}
	}
}
