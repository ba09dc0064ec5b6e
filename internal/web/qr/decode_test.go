// SPDX-License-Identifier: Apache-2.0

package qr_test

import "testing"

// layouts are blocks, data words and check words at level M by size, from the
// standard.
var layouts = map[int][3]int{
	21: {1, 16, 10}, 25: {1, 28, 16}, 29: {1, 44, 26}, 33: {2, 32, 18}, 37: {2, 43, 24}, 41: {4, 27, 16},
}

// decode reads an undamaged code as scanners do: format, mask,
// words along the columns, blocks, check words, text.
func decode(t *testing.T, c *grid) string {
	t.Helper()
	layout := layouts[c.Size()]
	blocks, data, check := layout[0], layout[1], layout[2]
	words := readWords(c, readMask(t, c), blocks*(data+check))
	var text []byte
	for b := range blocks {
		var block []byte
		for i := range data {
			block = append(block, words[i*blocks+b])
		}
		for i := range check {
			block = append(block, words[blocks*data+i*blocks+b])
		}
		checkBlock(t, block, check)
		text = append(text, block[:data]...)
	}
	if mode := text[0] >> 4; mode != 4 {
		t.Fatalf("got mode %d, want 4", mode)
	}
	half := func(i int) byte { return text[i]<<4 | text[i+1]>>4 }
	out := make([]byte, half(0))
	for i := range out {
		out[i] = half(1 + i)
	}
	return string(out)
}

// readMask reads the format beside the upper left finder, from its first bit.
func readMask(t *testing.T, c *grid) int {
	t.Helper()
	bits := 0
	for _, at := range [][2]int{
		{0, 8},
		{1, 8},
		{2, 8},
		{3, 8},
		{4, 8},
		{5, 8},
		{7, 8},
		{8, 8},
		{8, 7},
		{8, 5},
		{8, 4},
		{8, 3},
		{8, 2},
		{8, 1},
		{8, 0},
	} {
		bits <<= 1
		if c.Dark(at[0], at[1]) {
			bits |= 1
		}
	}
	bits ^= 0b101010000010010
	if level := bits >> 13; level != 0 {
		t.Fatalf("got level %02b, want 00 for M", level)
	}
	return bits >> 10 & 7
}

// turned are the masks as formulas of row i and column j.
func turned(mask, i, j int) bool {
	switch mask {
	case 0:
		return (i+j)%2 == 0
	case 1:
		return i%2 == 0
	case 2:
		return j%3 == 0
	case 3:
		return (i+j)%3 == 0
	case 4:
		return (i/2+j/3)%2 == 0
	case 5:
		return i*j%2+i*j%3 == 0
	case 6:
		return (i*j%2+i*j%3)%2 == 0
	default:
		return (i*j%3+(i+j)%2)%2 == 0
	}
}

// readWords follows the data up and down the columns.
func readWords(c *grid, mask, count int) []byte {
	words := make([]byte, count)
	bit, up := 0, true
	for right := c.Size() - 1; right > 0; right -= 2 {
		if right == 6 {
			right--
		}
		for step := range c.Size() {
			row := step
			if up {
				row = c.Size() - 1 - step
			}
			for column := right; column >= right-1; column-- {
				if pattern(c.Size(), row, column) || bit == 8*count {
					continue
				}
				words[bit/8] <<= 1
				if c.Dark(column, row) != turned(mask, row, column) {
					words[bit/8] |= 1
				}
				bit++
			}
		}
		up = !up
	}
	return words
}

// pattern reports the modules that hold no data.
func pattern(size, row, column int) bool {
	low := func(n int) bool { return n <= 8 }
	high := func(n int) bool { return n >= size-8 }
	near := func(n int) bool { return n >= size-9 && n <= size-5 }
	switch {
	case low(row) && (low(column) || high(column)), low(column) && high(row):
		return true
	case row == 6 || column == 6:
		return true
	}
	return size > 21 && near(row) && near(column)
}

// checkBlock checks that a block is zero at every root of the generator.
func checkBlock(t *testing.T, block []byte, check int) {
	t.Helper()
	times := func(a, b int) int { // in GF(256), bit by bit
		product := 0
		for ; b > 0; b >>= 1 {
			if b&1 == 1 {
				product ^= a
			}
			if a <<= 1; a > 255 {
				a ^= 0x11d
			}
		}
		return product
	}
	root := 1
	for i := range check {
		sum := 0
		for _, word := range block {
			sum = times(sum, root) ^ int(word)
		}
		if sum != 0 {
			t.Errorf("syndrome %d is %d, want 0", i, sum)
		}
		root = times(root, 2)
	}
}
