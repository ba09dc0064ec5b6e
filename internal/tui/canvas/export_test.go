// SPDX-License-Identifier: Apache-2.0

package canvas

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
