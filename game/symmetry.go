// SPDX-License-Identifier: Apache-2.0

package game

// Symmetries returns the maps of a board to itself, the identity first: four
// mirrorings of a rectangle, eight of a square. Every place of its grid must be a
// point, as in games played on the crossings or cells of a whole grid.
func (b *Board) Symmetries() [][]Point {
	kinds := 4
	if b.Width == b.Height {
		kinds = 8
	}
	all := make([][]Point, kinds)
	for kind := range all {
		for _, spot := range b.Points {
			image, _ := b.At(b.mirror(kind, spot.X, spot.Y))
			all[kind] = append(all[kind], image)
		}
	}
	return all
}

// mirror turns left and right by the first bit of kind, top and bottom by the
// second, and then rows into columns by the third.
func (b *Board) mirror(kind, x, y int) (int, int) {
	if kind&1 != 0 {
		x = b.Width - 1 - x
	}
	if kind&2 != 0 {
		y = b.Height - 1 - y
	}
	if kind&4 != 0 {
		x, y = y, x
	}
	return x, y
}
