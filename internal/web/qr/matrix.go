// SPDX-License-Identifier: Apache-2.0

package qr

// matrix is a code being made.
type matrix struct {
	size  int
	dark  []bool
	fixed []bool // belongs to a pattern, not to the data
}

// newMatrix draws the patterns by which readers find and measure a code.
func newMatrix(size, alignment int) *matrix {
	m := &matrix{size: size, dark: make([]bool, size*size), fixed: make([]bool, size*size)}
	for i := range size { // timing: dark and light by turns
		m.set(i, 6, i%2 == 0)
		m.set(6, i, i%2 == 0)
	}
	for _, corner := range [][2]int{{3, 3}, {size - 4, 3}, {3, size - 4}} {
		m.rings(corner[0], corner[1], 4, 2)
	}
	if alignment > 0 {
		m.rings(alignment, alignment, 2, 1)
	}
	m.set(8, size-8, true) // always dark
	for i := range 9 {     // room for the format, written last
		m.reserve(i, 8)
		m.reserve(8, i)
	}
	for i := range 8 {
		m.reserve(size-1-i, 8)
		m.reserve(8, size-1-i)
	}
	return m
}

// rings draws dark squares around a middle, as far as a radius, with a light one
// at a distance; the square at 4 is the light border of a finder.
func (m *matrix) rings(x, y, radius, light int) {
	for dy := -radius; dy <= radius; dy++ {
		for dx := -radius; dx <= radius; dx++ {
			if x+dx < 0 || y+dy < 0 || x+dx >= m.size || y+dy >= m.size {
				continue
			}
			distance := max(dx, -dx, dy, -dy)
			m.set(x+dx, y+dy, distance != light && distance != 4)
		}
	}
}

func (m *matrix) set(x, y int, dark bool) {
	m.dark[y*m.size+x], m.fixed[y*m.size+x] = dark, true
}

func (m *matrix) reserve(x, y int) { m.fixed[y*m.size+x] = true }

// masks say which modules of the data are turned, so that no large patches and
// no false patterns arise (table 10 of the standard, by column and row).
var masks = [8]func(x, y int) bool{
	func(x, y int) bool { return (x+y)%2 == 0 },
	func(_, y int) bool { return y%2 == 0 },
	func(x, _ int) bool { return x%3 == 0 },
	func(x, y int) bool { return (x+y)%3 == 0 },
	func(x, y int) bool { return (y/2+x/3)%2 == 0 },
	func(x, y int) bool { return x*y%2+x*y%3 == 0 },
	func(x, y int) bool { return (x*y%2+x*y%3)%2 == 0 },
	func(x, y int) bool { return ((x+y)%2+x*y%3)%2 == 0 },
}

// place writes the words bit by bit, in columns of two from the right, up and
// down by turns, around the patterns. Bits left over stay light before masking.
func (m *matrix) place(words []byte, mask int) {
	bit := 0
	for right := m.size - 1; right > 0; right -= 2 {
		if right == 6 { // the timing pattern takes this column
			right = 5
		}
		for i := range m.size {
			y := i
			if (right+1)&2 == 0 {
				y = m.size - 1 - i
			}
			for x := right; x > right-2; x-- {
				if m.fixed[y*m.size+x] {
					continue
				}
				dark := bit < 8*len(words) && words[bit/8]>>(7-bit%8)&1 == 1
				m.dark[y*m.size+x] = dark != masks[mask](x, y)
				bit++
			}
		}
	}
}

// format writes level and mask twice, with error correction of their own.
func (m *matrix) format(mask int) {
	bits := formatBits(mask)
	for i := range 15 {
		dark := bits>>i&1 == 1
		switch { // around the upper left corner
		case i < 6:
			m.set(8, i, dark)
		case i < 8:
			m.set(8, i+1, dark)
		case i == 8:
			m.set(7, 8, dark)
		default:
			m.set(14-i, 8, dark)
		}
		if i < 8 { // and along the other two
			m.set(m.size-1-i, 8, dark)
		} else {
			m.set(8, m.size-15+i, dark)
		}
	}
}

// formatBits returns the 15 bits for level M, whose number is 00, and a mask: a
// BCH code with the generator 10100110111, turned by 101010000010010.
func formatBits(mask int) int {
	rest := mask << 10
	for i := 14; i >= 10; i-- {
		if rest>>i&1 == 1 {
			rest ^= 0b10100110111 << (i - 10)
		}
	}
	return (mask<<10 | rest) ^ 0b101010000010010
}
