// SPDX-License-Identifier: Apache-2.0

package fanorona_test

import (
	"testing"

	"cairn/games/fanorona"
	"cairn/games/fanorona/index"
	"cairn/internal/study/puzzletest"
)

func TestPuzzles(t *testing.T) {
	puzzletest.Run(t, fanorona.Standard, index.For, 500, puzzletest.Tables{Limit: 5, Long: 6})
}
