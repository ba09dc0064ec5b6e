// SPDX-License-Identifier: Apache-2.0

package arena

// ScoreOf returns the score of a match by the points of its pairs, 0 to 2.
func ScoreOf(pairs ...float64) (s Score) {
	for _, points := range pairs {
		halves := point(2 * points)
		first := min(halves, win)
		s.add([2]point{first, halves - first})
	}
	return s
}
