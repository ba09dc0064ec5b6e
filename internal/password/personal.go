// SPDX-License-Identifier: Apache-2.0

package password

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// site is a word that everybody here knows.
	site = "cairn"
	// shortest is the length from which a word counts; shorter ones are in many
	// good passwords by chance.
	shortest = 3
	// A decoration is no longer than a date written out, as in ann19991231, and
	// has at most two letters, as in my-ann.
	maxDecoration        = 8
	maxDecorationLetters = 2
)

// isPersonal reports whether a password is made of personal words, with mere
// decoration around them.
func isPersonal(folded string, personal []string) bool {
	rest := folded
	for _, word := range personalWords(personal) {
		rest = strings.ReplaceAll(rest, word, "")
	}
	if rest == folded {
		return false
	}
	letters := 0
	for _, r := range rest {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return utf8.RuneCountInString(rest) <= maxDecoration && letters <= maxDecorationLetters
}

// personalWords returns what to look for, the longest first: each text whole, what
// an address has before its @, and the parts of both, so that ann.miller@x.org
// gives annmiller away, too.
func personalWords(personal []string) []string {
	words := []string{site}
	for _, text := range personal {
		text = strings.ToLower(strings.TrimSpace(text))
		local, _, _ := strings.Cut(text, "@")
		words = append(words, text, local)
		words = append(words, strings.FieldsFunc(local, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })...)
	}
	words = slices.DeleteFunc(words, func(w string) bool { return utf8.RuneCountInString(w) < shortest })
	slices.SortFunc(words, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return words
}
