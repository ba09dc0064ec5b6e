// SPDX-License-Identifier: Apache-2.0

package qr

import (
	"fmt"
	"strings"
)

// MaxLength is the longest text, in bytes, that fits into version 6 at level M.
const MaxLength = 106

// Code is a QR code.
type Code struct {
	size int
	dark []bool // by row, then column
}

// version is what the standard says of one size of code at level M (tables 1
// and 9, annex E).
type version struct {
	blocks    int // each of the same length
	data      int // codewords of data in a block
	check     int // codewords of error correction in a block
	alignment int // place of the alignment pattern in both directions; 0 for none
}

var versions = []version{
	{blocks: 1, data: 16, check: 10},
	{blocks: 1, data: 28, check: 16, alignment: 18},
	{blocks: 1, data: 44, check: 26, alignment: 22},
	{blocks: 2, data: 32, check: 18, alignment: 26},
	{blocks: 2, data: 43, check: 24, alignment: 30},
	{blocks: 4, data: 27, check: 16, alignment: 34},
}

// Encode makes the smallest code that holds a text.
func Encode(text string) (*Code, error) {
	for i, v := range versions {
		if len(text) <= v.capacity() {
			return v.encode(17+4*(i+1), []byte(text)), nil
		}
	}
	return nil, fmt.Errorf("qr: the text has %d bytes, want at most %d", len(text), MaxLength)
}

// capacity is the number of bytes a version holds: all data but the mode (4
// bits) and the length (8 bits), which leave half a byte over.
func (v version) capacity() int { return v.blocks*v.data - 2 }

// encode tries all masks and takes the one that is easiest to read.
func (v version) encode(size int, text []byte) *Code {
	words := v.codewords(text)
	var best *Code
	least := 0
	for mask := range masks {
		m := newMatrix(size, v.alignment)
		m.place(words, mask)
		m.format(mask)
		code := &Code{size: size, dark: m.dark}
		if p := code.penalty(); best == nil || p < least {
			best, least = code, p
		}
	}
	return best
}

// Size returns the number of modules along a side, without the white border of
// four modules that readers need.
func (c *Code) Size() int { return c.size }

// Dark reports whether a module is dark.
func (c *Code) Dark(x, y int) bool { return c.dark[y*c.size+x] }

// Path returns the dark modules as the data of an SVG path, a module being one
// unit.
func (c *Code) Path() string {
	var d strings.Builder
	for y := range c.size {
		for x := 0; x < c.size; x++ {
			first := x
			for x < c.size && c.Dark(x, y) {
				x++
			}
			if x > first {
				fmt.Fprintf(&d, "M%d %dh%dv1h-%dz", first, y, x-first, x-first)
			}
		}
	}
	return d.String()
}
