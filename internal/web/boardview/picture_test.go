// SPDX-License-Identifier: Apache-2.0

package boardview_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/web/boardview"
)

// Every game can be shown with men of both sides on its board, the same ones
// every time.
func TestLively(t *testing.T) {
	for _, e := range catalog.Standard().All() {
		t.Run(e.Info().ID, func(t *testing.T) {
			view := boardview.Lively(e)
			count := map[game.Man]int{}
			for _, man := range view.Men {
				count[man]++
			}
			if count[game.WhiteMan] == 0 || count[game.BlackMan] == 0 || count[game.NoMan] == 0 {
				t.Errorf("got %v, want white men, black men and empty points", count)
			}
			if diff := cmp.Diff(boardview.Lively(e), view); diff != "" {
				t.Errorf("it differs the second time: %s", diff)
			}
		})
	}
}
