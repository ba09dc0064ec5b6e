// SPDX-License-Identifier: Apache-2.0

package yote_test

import (
	"testing"

	"cairn/games/yote"
	"cairn/games/yote/index"
	"cairn/internal/study/puzzletest"
)

func TestPuzzles(t *testing.T) {
	puzzletest.Run(t, yote.Standard, index.For, 500, puzzletest.Tables{Limit: 5, Long: 6})
}
