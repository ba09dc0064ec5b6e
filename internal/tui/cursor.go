// SPDX-License-Identifier: Apache-2.0

package tui

import "cairn/game"

// toward returns the nearest point in a direction of the grid, one of dx and dy
// being 0. Going aside counts three times as much as going on, so that the
// cursor follows the lines of a board. Where nothing lies that way it stays.
func toward(b *game.Board, from game.Point, dx, dy int) game.Point {
	best, least := from, 0
	at := b.Points[from]
	for i, spot := range b.Points {
		along := (spot.X-at.X)*dx + (spot.Y-at.Y)*dy
		across := (spot.X-at.X)*dy + (spot.Y-at.Y)*dx
		if along <= 0 {
			continue
		}
		if cost := along + 3*max(across, -across); least == 0 || cost < least {
			best, least = game.Point(i), cost
		}
	}
	return best
}
