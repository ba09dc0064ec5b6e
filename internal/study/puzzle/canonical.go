// SPDX-License-Identifier: Apache-2.0

package puzzle

import (
	"fmt"

	"cairn/game"
	"cairn/tablebase"
)

// canonical returns a text that is the same for mirror images of a position, and for
// the same position with colours exchanged.
func canonical(b *game.Board, v game.View) string {
	own, best := game.ManOf(v.Turn), ""
	for _, symmetry := range symmetries(b) {
		men := make([]byte, len(v.Men))
		for p, man := range v.Men {
			switch man {
			case game.NoMan:
				men[symmetry[p]] = '.'
			case own:
				men[symmetry[p]] = 'o'
			default:
				men[symmetry[p]] = 'x'
			}
		}
		if text := string(men); best == "" || text < best {
			best = text
		}
	}
	return fmt.Sprint(best, v.Sides[v.Turn].Hand, " ", v.Sides[v.Turn.Other()].Hand)
}

// symmetries returns the mirrorings of a board, and those that turn its rings inside
// out as well if it has nothing but rings.
func symmetries(b *game.Board) [][]game.Point {
	all := tablebase.Symmetries(b)
	turned := insideOut(b)
	if turned == nil {
		return all
	}
	for _, symmetry := range all {
		both := make([]game.Point, len(symmetry))
		for p := range symmetry {
			both[p] = symmetry[turned[p]]
		}
		all = append(all, both)
	}
	return all
}

// insideOut maps the outer ring of a board to the inner one and back, nil if the board
// has no rings.
func insideOut(b *game.Board) []game.Point {
	if b.Width != b.Height {
		return nil
	}
	middle := b.Width / 2
	image := make([]game.Point, len(b.Points))
	for p, spot := range b.Points {
		dx, dy := spot.X-middle, spot.Y-middle
		ring := max(dx, -dx, dy, -dy)
		if ring == 0 {
			return nil
		}
		to, ok := b.At(middle+dx/ring*(middle+1-ring), middle+dy/ring*(middle+1-ring))
		if !ok {
			return nil
		}
		image[p] = to
	}
	return image
}
