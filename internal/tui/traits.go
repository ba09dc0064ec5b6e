// SPDX-License-Identifier: Apache-2.0

package tui

import "cairn/game"

// traits are the things a display shows only of games that have them.
type traits struct {
	hands bool // men begin in the hand
	mills bool // mills are closed
}

func traitsOf(g game.Game) traits {
	sides := g.Start().View().Sides
	return traits{
		hands: sides[game.White].Hand+sides[game.Black].Hand > 0,
		mills: g.Info().Mills,
	}
}
