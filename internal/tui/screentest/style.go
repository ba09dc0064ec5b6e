// SPDX-License-Identifier: Apache-2.0

package screentest

import (
	"fmt"
	"strconv"
	"strings"
)

// style is the look of a character; colours are "#rrggbb", or empty for the
// picture's own.
type style struct {
	fg, bg                                  string
	bold, faint, italic, underline, reverse bool
}

// basic are the sixteen named colours, as a calm dark terminal shows them.
var basic = [16]string{
	"#1e1a17", "#c5524a", "#7a9a5a", "#d0a15f", "#5f86b3", "#a574a0", "#5fa3a0", "#d8cfc0",
	"#6b625a", "#e0736a", "#9cbd78", "#ecc27e", "#82aad6", "#c796c2", "#82c6c2", "#fbf5ea",
}

// apply changes the style by the parameters of one SGR code.
func (s *style) apply(params string) {
	codes := strings.FieldsFunc(params, func(r rune) bool { return r == ';' || r == ':' })
	if len(codes) == 0 {
		*s = style{}
	}
	for len(codes) > 0 {
		n, _ := strconv.Atoi(codes[0])
		codes = codes[1:]
		switch {
		case n == 38 || n == 48:
			var colour string
			colour, codes = extended(codes)
			s.colour(n == 48, colour)
		case n >= 30 && n <= 37:
			s.fg = basic[n-30]
		case n >= 40 && n <= 47:
			s.bg = basic[n-40]
		case n >= 90 && n <= 97:
			s.fg = basic[n-90+8]
		case n >= 100 && n <= 107:
			s.bg = basic[n-100+8]
		default:
			s.attribute(n)
		}
	}
}

func (s *style) colour(back bool, colour string) {
	if back {
		s.bg = colour
	} else {
		s.fg = colour
	}
}

func (s *style) attribute(n int) {
	switch n {
	case 0:
		*s = style{}
	case 1:
		s.bold = true
	case 2:
		s.faint = true
	case 3:
		s.italic = true
	case 4:
		s.underline = true
	case 7:
		s.reverse = true
	case 22:
		s.bold, s.faint = false, false
	case 23:
		s.italic = false
	case 24:
		s.underline = false
	case 27:
		s.reverse = false
	case 39:
		s.fg = ""
	case 49:
		s.bg = ""
	}
}

// extended reads the rest of a 38 or 48 code: 2;r;g;b or 5;index.
func extended(codes []string) (colour string, rest []string) {
	number := func(i int) int {
		n, _ := strconv.Atoi(codes[i])
		return min(max(n, 0), 255)
	}
	switch {
	case len(codes) >= 4 && codes[0] == "2":
		return fmt.Sprintf("#%02x%02x%02x", number(1), number(2), number(3)), codes[4:]
	case len(codes) >= 2 && codes[0] == "5":
		return indexed(number(1)), codes[2:]
	}
	return "", nil
}

// indexed returns a colour of the 256: the basic ones, a cube of six levels a
// channel, and greys.
func indexed(n int) string {
	if n < 16 {
		return basic[n]
	}
	if n >= 232 {
		grey := 8 + 10*(n-232)
		return fmt.Sprintf("#%02x%02x%02x", grey, grey, grey)
	}
	levels := [6]int{0, 95, 135, 175, 215, 255}
	n -= 16
	return fmt.Sprintf("#%02x%02x%02x", levels[n/36], levels[n/6%6], levels[n%6])
}
