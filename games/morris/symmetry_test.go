// SPDX-License-Identifier: Apache-2.0

package morris_test

import (
	"testing"

	"cairn/game"
	"cairn/game/gametest"
)

// TestSymmetry turns and mirrors every board; those of nested squares are also
// turned inside out.
func TestSymmetry(t *testing.T) {
	each(t, func(t *testing.T, d def) {
		for name, f := range map[string]func(x, y, last int) (int, int){
			"turn":   func(x, y, last int) (int, int) { return last - y, x },
			"mirror": func(x, y, last int) (int, int) { return last - x, y },
		} {
			gametest.Symmetry(t, d, name, func(p game.Point) game.Point {
				spot, last := d.Board.Points[p], d.Board.Width-1
				return at(t, d.Board, spot, func() (int, int) { return f(spot.X, spot.Y, last) })
			})
		}
		if d.Men == 3 {
			return
		}
		gametest.Symmetry(t, d, "inside out", func(p game.Point) game.Point {
			spot, half := d.Board.Points[p], d.Board.Width/2
			return at(t, d.Board, spot, func() (int, int) {
				dx, dy := spot.X-half, spot.Y-half
				ring := max(dx, -dx, dy, -dy)
				return half + dx/ring*(half+1-ring), half + dy/ring*(half+1-ring)
			})
		})
	})
}

func at(t *testing.T, b *game.Board, spot game.Spot, place func() (int, int)) game.Point {
	t.Helper()
	x, y := place()
	p, ok := b.At(x, y)
	if !ok {
		t.Fatalf("%s has no image at %d,%d", spot.Name, x, y)
	}
	return p
}
