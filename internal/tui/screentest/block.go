// SPDX-License-Identifier: Apache-2.0

package screentest

import (
	"fmt"
	"strings"
)

// blocks are the characters that fill quarters of a cell: upper left 1, upper
// right 2, lower left 4, lower right 8.
var blocks = []rune(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")

// block draws a block character, and reports whether the character is one.
func block(out *strings.Builder, x, y int, char rune, fill string) bool {
	for filled, r := range blocks {
		if r != char || filled == 0 {
			continue
		}
		for quarter := range 4 {
			if filled>>quarter&1 != 0 {
				top, bottom := quarter/2*cellHeight/2, (quarter/2+1)*cellHeight/2
				box(out, x+quarter%2*cellWidth/2, y+top, cellWidth/2, bottom-top, fill)
			}
		}
		return true
	}
	return false
}

func box(out *strings.Builder, x, y, width, height int, fill string) {
	fmt.Fprintf(out, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", x, y, width, height, fill)
}
