// SPDX-License-Identifier: Apache-2.0

package totp

import (
	"crypto/rand"
	"strings"
)

// symbols is the alphabet of Crockford's base32, without i, l, o and u, which look like
// other symbols.
const symbols = "0123456789abcdefghjkmnpqrstvwxyz"

// A recovery code has six groups of four symbols, 120 bits in all: too many to
// guess even when only a fast hash of it is stored.
const (
	groups    = 6
	groupSize = 4
)

// NewCodes returns n new random recovery codes such as "k7qd-93mf-xa2p-8e0t-4vzc-m5rh".
func NewCodes(n int) []string {
	codes := make([]string, n)
	for i := range codes {
		var random [groups * groupSize]byte
		_, _ = rand.Read(random[:]) // never fails; see its documentation
		for j, b := range random {
			random[j] = symbols[int(b)%len(symbols)] // 32 divides 256: all are equally likely
		}
		codes[i] = grouped(random[:])
	}
	return codes
}

// CleanCode returns a typed recovery code in the form of NewCodes: capitals, spaces
// and dashes are ignored, o is read as zero, and i and l as one. It returns "" if
// the text is not a code.
func CleanCode(typed string) string {
	clean := typedSymbols.Replace(strings.ToLower(typed))
	if len(clean) != groups*groupSize || strings.Trim(clean, symbols) != "" {
		return ""
	}
	return grouped([]byte(clean))
}

// typedSymbols replaces the characters of typed codes that are no symbols.
var typedSymbols = strings.NewReplacer(" ", "", "-", "", "\t", "", "\r", "", "\n", "", "o", "0", "i", "1", "l", "1")

// grouped puts a dash between the groups.
func grouped(code []byte) string {
	parts := make([]string, groups)
	for i := range parts {
		parts[i] = string(code[i*groupSize : (i+1)*groupSize])
	}
	return strings.Join(parts, "-")
}
