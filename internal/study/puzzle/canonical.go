// SPDX-License-Identifier: Apache-2.0

package puzzle

import (
	"fmt"

	"cairn/game"
)

// canonical returns a text that is the same for mirror images of a position, and for
// the same position with colours exchanged.
func canonical(symmetries [][]game.Point, v game.View) string {
	own, best := game.ManOf(v.Turn), ""
	for _, symmetry := range symmetries {
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
