// SPDX-License-Identifier: Apache-2.0

package password

import (
	"strings"
	"unicode/utf8"
)

// Problem is what is wrong with a password; its text is part of a key of the
// catalogues.
type Problem string

// What can be wrong with a password.
const (
	None       Problem = ""
	TooShort   Problem = "short"      // fewer than MinRunes characters
	TooLong    Problem = "long"       // more than MaxBytes
	Personal   Problem = "personal"   // a name or address, and little else
	Repetitive Problem = "repetitive" // a pattern such as aaaaaaaa, 12345678 or qwertyui
	Common     Problem = "common"     // one of those that are tried first
)

const (
	// MinRunes is the least number of characters, as NIST SP 800-63B and ASVS ask.
	MinRunes = 8
	// MaxBytes keeps hashing cheap, and leaves room for any phrase.
	MaxBytes = 1000
)

// Check returns the first problem of a password, or None. Personal are words that
// others know of its owner: the name, the e-mail address.
func Check(password string, personal ...string) Problem {
	if len(password) > MaxBytes {
		return TooLong
	}
	folded := strings.ToLower(password)
	switch {
	case utf8.RuneCountInString(password) < MinRunes:
		return TooShort
	case isPersonal(folded, personal):
		return Personal
	case isRepetitive([]rune(folded)):
		return Repetitive
	case isCommon(folded):
		return Common
	}
	return None
}
