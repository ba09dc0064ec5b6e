// SPDX-License-Identifier: Apache-2.0

package boardview_test

import (
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/web/boardview"
)

// A small drawing has one dot for each man, and one for each cell.
func TestThumb(t *testing.T) {
	for _, e := range catalog.Standard().All() {
		board, view := e.Info().Board, boardview.Lively(e)
		thumb := boardview.NewThumb(board, view)
		for _, side := range game.Sides {
			men := 0
			for _, man := range view.Men {
				if man == game.ManOf(side) {
					men++
				}
			}
			if got := strings.Count(thumb.Men[side], "h0"); got != men {
				t.Errorf("%s: got %d dots of %s, want %d", e.Info().ID, got, side, men)
			}
		}
		if cells := strings.Count(thumb.Cells, "h0"); board.Cells && cells != len(board.Points) || board.Cells == (thumb.Lines != "") {
			t.Errorf("%s: got %d cells and lines %q", e.Info().ID, cells, thumb.Lines)
		}
		if size := len(thumb.Lines) + len(thumb.Cells); size > 600 {
			t.Errorf("%s: the board takes %d bytes, want lines joined", e.Info().ID, size)
		}
	}
}

func TestThumbOf(t *testing.T) {
	e, err := catalog.Standard().Find("nine")
	if err != nil {
		t.Fatal(err)
	}
	if thumb := boardview.ThumbOf(e, ""); thumb == nil || thumb.Men != [2]string{} {
		t.Errorf("the start: got %+v, want an empty board", thumb)
	}
	if thumb := boardview.ThumbOf(e, "nonsense"); thumb != nil {
		t.Errorf("nonsense: got %+v, want nothing", thumb)
	}
}
