// SPDX-License-Identifier: Apache-2.0

package torere_test

import (
	"testing"

	"cairn/game"
	"cairn/game/gametest"
	"cairn/games/torere"
	"cairn/internal/content/contenttest"
)

func TestLaws(t *testing.T)    { gametest.Run(t, torere.Standard) }
func TestPerft(t *testing.T)   { gametest.PerftFiles(t, torere.Standard, "testdata") }
func TestColours(t *testing.T) { gametest.ColourSwap(t, torere.Standard) }
func FuzzTexts(f *testing.F)   { gametest.FuzzTexts(f, torere.Standard) }

func TestContent(t *testing.T) {
	contenttest.Run(t, []game.Def[torere.Position, torere.Move]{torere.Standard}, nil)
}
