// SPDX-License-Identifier: Apache-2.0

package totp

import (
	"crypto/rand"
	"strings"
)

// symbols are those of Crockford's base32: no two look alike, as i, l, o and u
// are missing.
const symbols = "0123456789abcdefghjkmnpqrstvwxyz"

// A recovery code has six groups of four symbols, 120 bits in all: too many to
// guess even when only a fast hash of it is stored.
const (
	groups    = 6
	groupSize = 4
)

// NewCodes returns n fresh recovery codes such as "k7qd-93mf-xa2p-8e0t-4vzc-m5rh".
func NewCodes(n int) []string {
	codes := make([]string, n)
	for i := range codes {
		var random [groups * groupSize]byte
		_, _ = rand.Read(random[:]) // never fails; see its documentation
		for j, b := range random {
			random[j] = symbols[int(b)%len(symbols)] // 32 symbols: all are as likely
		}
		codes[i] = grouped(random[:])
	}
	return codes
}

// CleanCode returns a recovery code as NewCodes wrote it, however it was typed:
// capitals, spaces and dashes do not matter, and neither does an o for a zero, nor
// an i or l for a one. What cannot be a code becomes "".
func CleanCode(typed string) string {
	var clean []byte
	for _, r := range strings.ToLower(typed) {
		switch r {
		case ' ', '-', '\t', '\r', '\n':
			continue
		case 'o':
			r = '0'
		case 'i', 'l':
			r = '1'
		}
		if !strings.ContainsRune(symbols, r) || len(clean) == groups*groupSize {
			return ""
		}
		clean = append(clean, byte(r))
	}
	if len(clean) < groups*groupSize {
		return ""
	}
	return grouped(clean)
}

// grouped puts a dash between the groups.
func grouped(code []byte) string {
	parts := make([]string, groups)
	for i := range parts {
		parts[i] = string(code[i*groupSize : (i+1)*groupSize])
	}
	return strings.Join(parts, "-")
}
