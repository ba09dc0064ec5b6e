// SPDX-License-Identifier: Apache-2.0

package tui

// quadrants are the block characters by the quarters they fill: upper left 1,
// upper right 2, lower left 4, lower right 8.
var quadrants = []rune(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")

// disc draws a filled circle in a box of cells, a quarter of a cell at a time.
// The radius is in lines; a cell is taken as twice as high as it is wide.
func disc(width, height int, radius float64) [][]rune {
	rows := make([][]rune, height)
	for y := range rows {
		rows[y] = make([]rune, width)
		for x := range rows[y] {
			filled := 0
			for quarter := range 4 {
				across := (float64(2*x+quarter%2)+0.5)/4 - float64(width)/4
				down := (float64(2*y+quarter/2)+0.5)/2 - float64(height)/2
				if across*across+down*down <= radius*radius {
					filled |= 1 << quarter
				}
			}
			rows[y][x] = quadrants[filled]
		}
	}
	return rows
}
