// SPDX-License-Identifier: Apache-2.0

package boardview_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/web/boardview"
)

// The picture of every game has men of both sides, and is always the same.
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
