// SPDX-License-Identifier: Apache-2.0

package password

import "strings"

// rows are what a finger can slide along: the rows of keyboards as used for
// English, German and French. Alphabet and digits need none, as they follow each
// other in Unicode; 0 is after 9 on keyboards only.
var rows = []string{"1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn"}

const (
	// maxPeriod is the longest piece that counts as a pattern when all of a
	// password is made of it.
	maxPeriod = 4
	// maxRuns is how many straight runs a password may at most have to count as a
	// pattern: abcd1234 has two.
	maxRuns = 2
)

// isRepetitive reports whether a password is a pattern: few characters in any
// order, one short piece over and over, or a run or two along a row.
func isRepetitive(password []rune) bool {
	return distinct(password) <= 2 || hasPeriod(password, maxPeriod) || runs(password) <= maxRuns
}

func distinct(password []rune) int {
	seen := map[rune]bool{}
	for _, r := range password {
		seen[r] = true
	}
	return len(seen)
}

// hasPeriod reports whether a password repeats a piece of at most that length; the
// last time may be cut short.
func hasPeriod(password []rune, longest int) bool {
	for period := 1; period <= longest; period++ {
		if string(password[period:]) == string(password[:len(password)-period]) {
			return true
		}
	}
	return false
}

// runs counts the pieces in which every character follows the one before it in the
// same way: the same again, the next one or the one before on some row.
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
	unknown direction = iota // at the beginning of a run
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

// onRow reports whether b is right of a on some row.
func onRow(a, b rune) bool {
	for _, row := range rows {
		if strings.Contains(row, string([]rune{a, b})) {
			return true
		}
	}
	return false
}
