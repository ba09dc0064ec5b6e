// SPDX-License-Identifier: Apache-2.0

package qr

// penalty counts what makes a code hard to read (section 7.8.3 of the standard):
// long runs, blocks of one colour, patterns like those of the corners, and an
// unequal number of dark and light modules.
func (c *Code) penalty() int {
	total := c.blocks() + c.balance()
	for i := range c.size {
		row := func(j int) bool { return c.Dark(j, i) }
		column := func(j int) bool { return c.Dark(i, j) }
		for _, line := range []func(int) bool{row, column} {
			total += c.runs(line) + c.finders(line)
		}
	}
	return total
}

// runs counts 3 for five modules of one colour in a line, and 1 for each more.
func (c *Code) runs(line func(int) bool) int {
	total, length := 0, 0
	for i := range c.size {
		if i > 0 && line(i) != line(i-1) {
			length = 0
		}
		switch length++; {
		case length == 5:
			total += 3
		case length > 5:
			total++
		}
	}
	return total
}

// finder is the middle line of a corner pattern, dark 1:1:3:1:1, with four light
// modules after it.
var finder = [11]bool{true, false, true, true, true, false, true, false, false, false, false}

// finders counts 40 for each finder in a line, in either direction.
func (c *Code) finders(line func(int) bool) int {
	total := 0
	for at := 0; at+len(finder) <= c.size; at++ {
		forth, back := true, true
		for i, dark := range finder {
			forth = forth && line(at+i) == dark
			back = back && line(at+len(finder)-1-i) == dark
		}
		if forth {
			total += 40
		}
		if back {
			total += 40
		}
	}
	return total
}

// blocks counts 3 for each square of two by two of one colour.
func (c *Code) blocks() int {
	total := 0
	for y := 1; y < c.size; y++ {
		for x := 1; x < c.size; x++ {
			dark := c.Dark(x, y)
			if dark == c.Dark(x-1, y) && dark == c.Dark(x, y-1) && dark == c.Dark(x-1, y-1) {
				total += 3
			}
		}
	}
	return total
}

// balance counts 10 for every 5 % that the dark modules are away from half.
func (c *Code) balance() int {
	dark := 0
	for _, d := range c.dark {
		if d {
			dark++
		}
	}
	off := 20*dark - 10*len(c.dark) // in twentieths of all modules
	return 10 * (max(off, -off) / len(c.dark))
}
