// SPDX-License-Identifier: Apache-2.0

package boardview_test

import (
	"strings"
	"testing"

	"cairn/game"
	"cairn/internal/web/boardview"
)

// A tray shows the men in hand, then those that are lost, and none that stand on
// the board.
func TestTray(t *testing.T) {
	for _, c := range []struct {
		name       string
		view       game.SideView
		hand, lost int
		label      string
	}{
		{"full hand", game.SideView{Hand: 3}, 3, 0, "White, 3 in hand, 0 on the board, 0 lost"},
		{"some of each", game.SideView{Hand: 2, Board: 3, Lost: 1}, 2, 1, "White, 2 in hand, 3 on the board, 1 lost"},
		{"all lost", game.SideView{Lost: 22}, 0, 22, "White, 0 in hand, 0 on the board, 22 lost"},
		{"all on the board", game.SideView{Board: 22}, 0, 0, "White, 0 in hand, 22 on the board, 0 lost"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := renderPartial(t, "tray", boardview.NewTrayView(english, game.White, c.view))
			if got := strings.Count(text, `class="token"`); got != c.hand {
				t.Errorf("got %d men in hand, want %d", got, c.hand)
			}
			if got := strings.Count(text, `class="token lost"`); got != c.lost {
				t.Errorf("got %d lost men, want %d", got, c.lost)
			}
			if !strings.Contains(text, `aria-label="`+c.label+`"`) {
				t.Errorf("got %s, want the label %q", text, c.label)
			}
		})
	}
}
