// SPDX-License-Identifier: Apache-2.0

package canvas

import (
	"image/color"

	"cairn/game"
)

// Fills returns the brightness of every pair of pieces and of every board.
func Fills() (men [][2]float64, boards []float64) {
	for _, m := range menChoices {
		men = append(men, [2]float64{brightness(m.fill[0]), brightness(m.fill[1])})
	}
	for _, b := range boardChoices {
		boards = append(boards, brightness(b.ground))
	}
	return men, boards
}

// Basic returns what is drawn on a board of 16 colours, and the board.
func Basic() (drawn []color.Color, board color.Color) {
	l := Look{Colour: true, Basic: true}
	b := l.boardColours()
	return []color.Color{l.Man(game.White).fg, l.Man(game.Black).fg, b.line, b.light, b.cursor}, b.ground
}

// Ink returns the colour of a text.
func Ink(p Paint) color.Color { return p.fg }
