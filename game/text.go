// SPDX-License-Identifier: Apache-2.0

package game

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The parts of position texts that games share. The errors of parsers say what is wrong,
// where, and what is expected.

// FormatRows writes the men of both sides row by row.
func FormatRows(b *Board, men [2]uint64) string {
	var space [2 * maxPoints]byte // no text is longer
	out, empty := space[:0], 0
	for i, spot := range b.Points {
		if i > 0 && spot.Y != b.Points[i-1].Y {
			out, empty = append(appendEmpty(out, empty), '/'), 0
		}
		switch {
		case men[White]>>i&1 != 0:
			out, empty = append(appendEmpty(out, empty), 'w'), 0
		case men[Black]>>i&1 != 0:
			out, empty = append(appendEmpty(out, empty), 'b'), 0
		default:
			empty++
		}
	}
	return string(appendEmpty(out, empty))
}

// maxPoints is the largest number of points of a board of [2]uint64.
const maxPoints = 64

// appendEmpty writes a number of empty points.
func appendEmpty(out []byte, empty int) []byte {
	for ; empty > 9; empty -= 9 {
		out = append(out, '9')
	}
	if empty > 0 {
		out = append(out, byte('0'+empty))
	}
	return out
}

// ParseRows reads the text of FormatRows; adjacent digits are added up. It reports every
// faulty row.
func ParseRows(b *Board, text string) (men [2]uint64, err error) {
	lengths := rowLengths(b)
	rows := strings.Split(text, "/")
	if len(rows) != len(lengths) {
		return men, fmt.Errorf("board %q has %d rows, want %d", text, len(rows), len(lengths))
	}
	var faults []error
	point := 0
	for i, row := range rows {
		got, err := parseRow(row, point, &men)
		switch {
		case err != nil:
			faults = append(faults, fmt.Errorf("row %d: %w", i+1, err))
		case got != lengths[i]:
			faults = append(faults, fmt.Errorf("row %d %q has %d points, want %d", i+1, row, got, lengths[i]))
		}
		point += lengths[i]
	}
	return men, errors.Join(faults...)
}

func parseRow(row string, point int, men *[2]uint64) (length int, err error) {
	for i, r := range row {
		switch {
		case r == 'w':
			men[White] |= 1 << (point + length)
			length++
		case r == 'b':
			men[Black] |= 1 << (point + length)
			length++
		case '1' <= r && r <= '9':
			length += int(r - '0')
		default:
			return 0, fmt.Errorf("%q at column %d: want w, b or a digit from 1 to 9", r, i+1)
		}
	}
	return length, nil
}

func rowLengths(b *Board) []int {
	lengths := make([]int, 0, b.Height)
	for i, spot := range b.Points {
		if i == 0 || spot.Y != b.Points[i-1].Y {
			lengths = append(lengths, 0)
		}
		lengths[len(lengths)-1]++
	}
	return lengths
}

// SplitFields splits a position text at single blanks into as many fields as there are
// names.
func SplitFields(text string, names ...string) ([]string, error) {
	fields := strings.Split(text, " ")
	if len(fields) != len(names) {
		return nil, fmt.Errorf("position %q has %d fields, want %d: %s", text, len(fields), len(names), strings.Join(names, " "))
	}
	return fields, nil
}

// ParseSide reads the side to move.
func ParseSide(text string) (Side, error) {
	switch text {
	case "w":
		return White, nil
	case "b":
		return Black, nil
	}
	return White, fmt.Errorf("side %q: want w or b", text)
}

// ParseHands reads the men in hand, White's and Black's, each at most limit.
func ParseHands(text string, limit int) (hands [2]int, err error) {
	parts := strings.Split(text, ",")
	if len(parts) != 2 {
		return hands, fmt.Errorf("hands %q: want two numbers like 9,9", text)
	}
	for i, part := range parts {
		if hands[i], err = parseCount(part, limit); err != nil {
			return hands, fmt.Errorf("hand of %s: %w", Side(i), err)
		}
	}
	return hands, nil
}

// ParseClock reads the no-progress clock.
func ParseClock(text string) (int, error) {
	n, err := parseCount(text, MaxClock)
	if err != nil {
		return 0, fmt.Errorf("clock: %w", err)
	}
	return n, nil
}

func parseCount(text string, limit int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || text != strconv.Itoa(n) {
		return 0, fmt.Errorf("%q is not a number from 0 to %d", text, limit)
	}
	if n > limit {
		return 0, fmt.Errorf("%d is more than %d", n, limit)
	}
	return n, nil
}

// Leap is a move of a man whose way back may be barred.
type Leap struct{ From, To Point }

// FormatLeaps writes the remembered moves of both sides, "-" for none.
func FormatLeaps(b *Board, leaps [2]Leap, has [2]bool) string {
	var parts [2]string
	for i := range parts {
		parts[i] = "-"
		if has[i] {
			parts[i] = b.Name(leaps[i].From) + b.Name(leaps[i].To)
		}
	}
	return parts[0] + "," + parts[1]
}

// ParseLeaps reads the text of FormatLeaps.
func ParseLeaps(b *Board, text string) (leaps [2]Leap, has [2]bool, err error) {
	parts := strings.Split(text, ",")
	if len(parts) != 2 {
		return leaps, has, fmt.Errorf("last moves %q: want two like b2b3,-", text)
	}
	for i, part := range parts {
		if part == "-" {
			continue
		}
		if leaps[i], err = parseLeap(b, part); err != nil {
			return leaps, has, fmt.Errorf("last move of %s: %w", Side(i), err)
		}
		has[i] = true
	}
	return leaps, has, nil
}

func parseLeap(b *Board, text string) (Leap, error) {
	for cut := 1; cut < len(text); cut++ {
		from, ok := b.Find(text[:cut])
		to, ok2 := b.Find(text[cut:])
		if ok && ok2 {
			return Leap{from, to}, nil
		}
	}
	return Leap{}, fmt.Errorf("%q: want - or two points like b2b3", text)
}
