// SPDX-License-Identifier: Apache-2.0

package boardview_test

import (
	"fmt"
	"strings"
	"testing"

	"cairn/game"
	"cairn/internal/web/boardview"
)

// A tray shows the men in hand, then the number of those that the side has taken beside
// three pictures at most, and none that stand on the board.
func TestTray(t *testing.T) {
	for _, c := range []struct {
		name           string
		view           game.SideView
		taken          int
		hand, pictures int
		label          string
	}{
		{"full hand", game.SideView{Hand: 3}, 0, 3, 0, "White, 3 in hand, 0 on the board, 0 taken"},
		{"some of each", game.SideView{Hand: 2, Board: 3, Lost: 1}, 2, 2, 2, "White, 2 in hand, 3 on the board, 2 taken"},
		{"all taken", game.SideView{Board: 22}, 22, 0, 3, "White, 0 in hand, 22 on the board, 22 taken"},
		{"all on the board", game.SideView{Board: 22}, 0, 0, 0, "White, 0 in hand, 22 on the board, 0 taken"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := renderPartial(t, "tray", boardview.NewTrayView(english, game.White, c.view, c.taken))
			if got := strings.Count(text, `class="token"`); got != c.hand {
				t.Errorf("got %d men in hand, want %d", got, c.hand)
			}
			if got := strings.Count(text, `class="token black"`); got != c.pictures {
				t.Errorf("got %d pictures of taken men, want %d", got, c.pictures)
			}
			if strings.Contains(text, "hidden") != (c.taken == 0) || !strings.Contains(text, fmt.Sprintf("<b>%d</b>", c.taken)) {
				t.Errorf("got %s, want the number %d, hidden if 0", text, c.taken)
			}
			if !strings.Contains(text, `aria-label="`+c.label+`"`) {
				t.Errorf("got %s, want the label %q", text, c.label)
			}
		})
	}
}
