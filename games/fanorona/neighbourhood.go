// SPDX-License-Identifier: Apache-2.0

package fanorona

// The neighbourhood of a place, read as a number, is the index of a table that
// knows which steps it allows. Rotated so that the place itself stands at bit
// 20, the near places (n) and the far ones (f) are these bits:
//
//	 0 f         2 f         4 f
//	      10 n  11 n  12 n
//	18 f  19 n   20   21 n  22 f
//	      28 n  29 n  30 n
//	36 f        38 f        40 f
//
// A multiplication lays the three rows side by side. No two bits of the product
// meet, so nothing is carried.
const (
	centre = place(20)

	nearSize = 1 << 9
	farSize  = 1 << 11
)

// nearIndex makes nine bits of a rotated set of near places.
func nearIndex(set uint64) uint64 { return set * (1 | 1<<6 | 1<<12) >> 22 & (nearSize - 1) }

// farIndex makes eleven bits of a rotated set of far places.
func farIndex(set uint64) uint64 { return set * (1 | 1<<13 | 1<<30) >> 30 & (farSize - 1) }

// The steps that end on a free place, leave an opposing stone right behind, or
// end right before one, by the index of those places or stones.
var canLand, canWithdraw, canApproach = func() (land, behind [nearSize]steps, ahead [farSize]steps) {
	for d := range directions {
		near, far := (centre + offsets[d]).bit(), (centre + 2*offsets[d]).bit()
		allow(land[:], nearIndex(near), either(d))
		allow(behind[:], nearIndex(near), only(withdrawal(d.opposite())))
		allow(ahead[:], farIndex(far), only(approach(d)))
	}
	return land, behind, ahead
}()

// allow adds steps to all entries of a table whose index has that bit.
func allow(table []steps, bit uint64, add steps) {
	for i := range table {
		if uint64(i)&bit != 0 {
			table[i] |= add
		}
	}
}
