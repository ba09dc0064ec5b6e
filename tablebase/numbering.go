// SPDX-License-Identifier: Apache-2.0

package tablebase

import (
	"math/bits"
	"slices"
	"sync"

	"cairn/game"
)

// Numbering numbers the placements of two sets of men on a board up to symmetry, for the
// Indexers of games with few men. The number is a row and a column: the row is the
// placement of the larger set (the first of equal ones) up to symmetry, the column the
// combinatorial number of the other set on the free points. It is safe for concurrent use.
//
// Callers pass sets of bits as the game assigns them; internally points are counted from
// 0 without gaps.
type Numbering struct {
	bits    []game.Point   // point → its bit in sets
	images  [][64]uint8    // symmetry → bit → the point it goes to
	product [16][16]uint8  // g, h → the symmetry that applies h, then g
	orbits  []uint64       // number of men → number of rows
	rows    []func() *rows // number of men → rows, made on first use
}

// Images is a set of symmetries, a bit for each index in the list of NewNumbering.
type Images uint16

// NewNumbering returns a numbering for sets of at most most men on a board whose points
// have the bits places. The symmetries, at most sixteen, map points to points and form a
// group, the identity first.
func NewNumbering(places []game.Point, symmetries [][]game.Point, most int) *Numbering {
	n := &Numbering{bits: places, images: make([][64]uint8, len(symmetries)), orbits: Orbits(symmetries, most)}
	for g, symmetry := range symmetries {
		for p, image := range symmetry {
			n.images[g][places[p]] = uint8(image)
		}
		for h, first := range symmetries {
			n.product[g][h] = findProduct(symmetries, symmetry, first)
		}
	}
	for men := range most + 1 {
		n.rows = append(n.rows, sync.OnceValue(func() *rows { return n.newRows(men) }))
	}
	return n
}

// findProduct returns the index of the symmetry that applies first, then then.
func findProduct(symmetries [][]game.Point, then, first []game.Point) uint8 {
	product := make([]game.Point, len(first))
	for p, image := range first {
		product[p] = then[image]
	}
	k := slices.IndexFunc(symmetries, func(s []game.Point) bool { return slices.Equal(s, product) })
	if k < 0 {
		panic("tablebase: symmetries are no group") // a mistake of the program
	}
	return uint8(k)
}

// Size returns the count of numbers for sets of own and of other men.
func (n *Numbering) Size(own, other int) uint64 {
	large, small := max(own, other), min(own, other)
	return n.orbits[large] * n.width(large, small)
}

// Orbits returns the number of sets of points up to symmetry, by size from 0 to most: the
// mean number of sets that a symmetry fixes (Burnside's lemma).
func Orbits(symmetries [][]game.Point, most int) []uint64 {
	orbits := make([]uint64, most+1)
	for _, symmetry := range symmetries {
		kept := make([]uint64, most+1) // sets of whole cycles
		kept[0] = 1
		seen := make([]bool, len(symmetry))
		for p := range symmetry {
			length := 0
			for at := p; !seen[at]; at = int(symmetry[at]) {
				seen[at] = true
				length++
			}
			for men := most; length > 0 && men >= length; men-- {
				kept[men] += kept[men-length]
			}
		}
		for men := range orbits {
			orbits[men] += kept[men]
		}
	}
	for men := range orbits {
		orbits[men] /= uint64(len(symmetries))
	}
	return orbits
}

func (n *Numbering) width(large, small int) uint64 { return choose[len(n.bits)-large][small] }

// Rank returns the number of a placement and the symmetries that map it to the placement
// of Unrank, several if that is its own mirror image.
func (n *Numbering) Rank(own, other uint64) (number uint64, by Images) {
	large, small, most, fewest := own, other, bits.OnesCount64(own), bits.OnesCount64(other)
	if most < fewest {
		large, small, most, fewest = small, large, fewest, most
	}
	r := n.rows[most]()
	class := r.classes[colex(n.image(0, large))]
	row, g := class>>classBits, class&classMask
	column := n.column(g, small, r.sets[row])
	by = 1 << g
	for keep := r.keep[row] &^ 1; keep != 0; keep &= keep - 1 {
		k := uint32(n.product[bits.TrailingZeros16(uint16(keep))][g])
		switch c := n.column(k, small, r.sets[row]); {
		case c < column:
			column, by = c, 1<<k
		case c == column:
			by |= 1 << k
		}
	}
	return uint64(row)*n.width(most, fewest) + column, by
}

// Unrank returns the placement of a number.
func (n *Numbering) Unrank(own, other int, number uint64) (ownSet, otherSet uint64) {
	if own < other {
		otherSet, ownSet = n.Unrank(other, own, number)
		return ownSet, otherSet
	}
	width := n.width(own, other)
	set := n.rows[own]().sets[number/width]
	rest := Combination(number%width, other, len(n.bits)-own)
	var points uint64
	for free := ^set; rest != 0; free &= free - 1 {
		if rest&1 != 0 {
			points |= free & -free
		}
		rest >>= 1
	}
	return n.spread(set), n.spread(points)
}

// Doubles calls yield with every number that Rank never returns, because a mirror image
// of its placement has another number.
func (n *Numbering) Doubles(own, other int, yield func(number uint64)) {
	width := n.width(max(own, other), min(own, other))
	for row, keep := range n.rows[max(own, other)]().keep {
		if keep == 1 {
			continue
		}
		for number := uint64(row) * width; number < uint64(row+1)*width; number++ {
			if back, _ := n.Rank(n.Unrank(own, other, number)); back != number {
				yield(number)
			}
		}
	}
}

// Image returns the image of a bit under a symmetry.
func (n *Numbering) Image(g int, bit game.Point) game.Point { return n.bits[n.images[g][bit&63]] }

// image returns the image of a set of bits under a symmetry, as points.
func (n *Numbering) image(g uint32, set uint64) (points uint64) {
	image := &n.images[g]
	for ; set != 0; set &= set - 1 {
		points |= 1 << (image[bits.TrailingZeros64(set)&63] & 63)
	}
	return points
}

// spread returns the bits of a set of points.
func (n *Numbering) spread(points uint64) (set uint64) {
	for ; points != 0; points &= points - 1 {
		set |= 1 << (n.bits[bits.TrailingZeros64(points)] & 63)
	}
	return set
}

// column returns the combinatorial number of the image of a set on the free points.
func (n *Numbering) column(g uint32, set, taken uint64) (number uint64) {
	size := 1
	for points := n.image(g, set); points != 0; points &= points - 1 {
		below := points&-points - 1
		number += choose[(bits.TrailingZeros64(points)-bits.OnesCount64(taken&below))&63][size&63]
		size++
	}
	return number
}

// rows are the placements of some men up to symmetry.
type rows struct {
	sets    []uint64 // row → its placement, the first among its images
	keep    []Images // row → the symmetries that fix it
	classes []uint32 // number of a placement → row<<classBits | symmetry that maps it to the set of the row
}

const (
	classBits = 4
	classMask = 1<<classBits - 1
)

func (n *Numbering) newRows(men int) *rows {
	const unknown = 1<<32 - 1
	r := &rows{classes: make([]uint32, choose[len(n.bits)][men])}
	for i := range r.classes {
		r.classes[i] = unknown
	}
	set := uint64(1)<<men - 1
	for i := range r.classes {
		if r.classes[i] == unknown {
			n.addRow(r, set)
		}
		if low := set & -set; low != 0 { // the next larger set of the same size (Gosper)
			ripple := set + low
			set = ripple | (set^ripple)/low>>2
		}
	}
	return r
}

// addRow adds a row for a placement and classes for its images.
func (n *Numbering) addRow(r *rows, points uint64) {
	row, set := uint32(len(r.sets)), n.spread(points)
	var keep Images
	for g := range n.images {
		image := n.image(uint32(g), set)
		if image == points {
			keep |= 1 << g
		}
		for back := range n.images { // find the inverse of g
			if n.product[back][g] == 0 {
				r.classes[colex(image)] = row<<classBits | uint32(back)
			}
		}
	}
	r.sets, r.keep = append(r.sets, points), append(r.keep, keep)
}

// Sets of points of one size are numbered in colexicographic order: the set of
// points p0 < p1 < … has the number C(p0,1) + C(p1,2) + …, which does not depend
// on how many points the board has.

// choose holds the binomial coefficients. Coefficients that overflow 64 bits are never used:
// no table would hold as many positions.
var choose = func() (c [64][64]uint64) {
	for n := range c {
		c[n][0] = 1
		for k := 1; k <= n; k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()

// Choose returns the number of sets of k points out of n, both below 64.
func Choose(n, k int) uint64 { return choose[n&63][k&63] }

// colex returns the number of a set of points.
func colex(points uint64) (number uint64) {
	for size := 1; points != 0; points &= points - 1 {
		number += choose[bits.TrailingZeros64(points)&63][size&63]
		size++
	}
	return number
}

// Combination returns the set with a number among the sets of size points out of n.
func Combination(number uint64, size, n int) (points uint64) {
	for p := n - 1; size > 0; p-- {
		if c := choose[p][size]; c <= number {
			number -= c
			points |= 1 << p
			size--
		}
	}
	return points
}

// Symmetries returns the symmetries of a rectangular board, four, or eight of a square,
// the identity first. Every place of its grid must be a point.
func Symmetries(b *game.Board) [][]game.Point {
	kinds := 4
	if b.Width == b.Height {
		kinds = 8
	}
	all := make([][]game.Point, kinds)
	for kind := range all {
		for _, spot := range b.Points {
			x, y := spot.X, spot.Y
			if kind&1 != 0 { // left and right
				x = b.Width - 1 - x
			}
			if kind&2 != 0 { // top and bottom
				y = b.Height - 1 - y
			}
			if kind&4 != 0 { // rows and columns
				x, y = y, x
			}
			image, _ := b.At(x, y)
			all[kind] = append(all[kind], image)
		}
	}
	return all
}
