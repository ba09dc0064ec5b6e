// SPDX-License-Identifier: Apache-2.0

package morris_test

import (
	"testing"

	"cairn/games/morris"
	"cairn/games/morris/index"
	"cairn/internal/study/puzzletest"
)

func TestPuzzlesSix(t *testing.T) {
	puzzletest.Run(t, morris.Six, index.For, 500, puzzletest.Tables{Placing: true})
}

func TestPuzzlesNine(t *testing.T) {
	puzzletest.Run(t, morris.Nine, index.For, 500, puzzletest.Tables{Limit: 5, Long: 6})
}
