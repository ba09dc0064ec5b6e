// SPDX-License-Identifier: Apache-2.0

package password

import (
	"slices"
	"strings"
)

// rows are the rows of English, German and French keyboards. Alphabet and digits
// need none, as they are in order in Unicode; only on keyboards 0 is after 9.
var rows = []string{"1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn"}

const (
	// maxPeriod is the longest piece whose repetition counts as a pattern.
	maxPeriod = 4
	// maxRuns is the largest number of runs that counts as a pattern: abcd1234 has
	// two.
	maxRuns = 2
)

// isRepetitive reports whether a password is a pattern: at most two different
// characters, one short piece repeated, or one or two runs.
func isRepetitive(password []rune) bool {
	return distinct(password) <= 2 || hasPeriod(password, maxPeriod) || runs(password) <= maxRuns
}

// distinct counts the different characters.
func distinct(password []rune) int {
	return len(slices.Compact(slices.Sorted(slices.Values(password))))
}

// hasPeriod reports whether a password repeats a piece of at most that length; the
// last repetition may be incomplete.
func hasPeriod(password []rune, longest int) bool {
	for period := 1; period <= longest; period++ {
		if string(password[period:]) == string(password[:len(password)-period]) {
			return true
		}
	}
	return false
}

// runs counts the runs: pieces in which every character follows the previous one in
// the same direction.
func runs(password []rune) int {
	count, way := 1, unknown
	for i := 1; i < len(password); i++ {
		next := follows(password[i-1], password[i])
		if next == none || way != unknown && next != way {
			count++
			next = unknown
		}
		way = next
	}
	return count
}

// direction is how a character follows another.
type direction int

const (
	unknown direction = iota // at the start of a run
	none
	same
	up
	down
)

func follows(a, b rune) direction {
	switch {
	case a == b:
		return same
	case b == a+1 || onRow(a, b):
		return up
	case b == a-1 || onRow(b, a):
		return down
	}
	return none
}

// onRow reports whether b is to the right of a on some row.
func onRow(a, b rune) bool {
	for _, row := range rows {
		if strings.Contains(row, string([]rune{a, b})) {
			return true
		}
	}
	return false
}
