// SPDX-License-Identifier: Apache-2.0

package screentest

import "strings"

// run is a part of a line with one style.
type run struct {
	column int
	text   string
	style  style
}

// parse splits a terminal's text into runs, line by line.
func parse(text string) [][]run {
	lines := [][]run{nil}
	var now style
	column := 0
	for text != "" {
		if code, params, rest, ok := escape(text); ok {
			if code == 'm' {
				now.apply(params)
			}
			text = rest
			continue
		}
		end := strings.IndexAny(text[1:], "\x1b\n") + 1
		if end == 0 {
			end = len(text)
		}
		if text[0] == '\n' {
			lines, column, text = append(lines, nil), 0, text[1:]
			continue
		}
		piece := strings.Map(printable, text[:end])
		if piece != "" {
			last := len(lines) - 1
			lines[last] = append(lines[last], run{column, piece, now})
			column += len([]rune(piece))
		}
		text = text[end:]
	}
	return lines
}

// printable drops control characters.
func printable(r rune) rune {
	if r < ' ' || r == 0x7f {
		return -1
	}
	return r
}

// escape removes an escape sequence from the front of a text and returns its final byte and
// parameters. Sequences other than CSI end at BEL, at ST or after one character.
func escape(text string) (final byte, params, rest string, ok bool) {
	if text[0] != '\x1b' {
		return 0, "", text, false
	}
	if len(text) < 2 {
		return 0, "", "", true
	}
	switch text[1] {
	case '[':
		for i := 2; i < len(text); i++ {
			if text[i] >= '@' && text[i] <= '~' {
				return text[i], text[2:i], text[i+1:], true
			}
		}
		return 0, "", "", true
	case ']', 'P', '_', '^':
		for i := 2; i < len(text); i++ {
			if text[i] == '\a' || text[i] == '\\' && text[i-1] == '\x1b' {
				return 0, "", text[i+1:], true
			}
		}
		return 0, "", "", true
	}
	return 0, "", text[2:], true
}
