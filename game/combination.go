// SPDX-License-Identifier: Apache-2.0

package game

import "math/bits"

// Sets of points of one size are numbered in colexicographic order: the set of
// points p0 < p1 < … has the number C(p0,1) + C(p1,2) + …, which does not depend
// on how many points the board has.

// choose holds the binomial coefficients. Those beyond 64 bits are never asked
// for: no table would hold as many positions.
var choose = func() (c [64][64]uint64) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k <= n; k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()

// colex returns the number of a set among those of its size.
func colex(points uint64) (number uint64) {
	for size := 1; points != 0; points &= points - 1 {
		number += choose[bits.TrailingZeros64(points)&63][size&63]
		size++
	}
	return number
}

// combination returns the set of that number among sets of size points out of
// n.
func combination(number uint64, size, n int) (points uint64) {
	for p := n - 1; size > 0; p-- {
		if c := choose[p][size]; c <= number {
			number -= c
			points |= 1 << p
			size--
		}
	}
	return points
}
