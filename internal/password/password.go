// SPDX-License-Identifier: Apache-2.0

// Package password finds passwords that are easy to guess: short ones, common ones,
// ones made of the user's name, and simple patterns. It asks for no capitals,
// digits or signs, which make passwords hard to remember and hardly better.
//
// It does not hash, store or compare passwords, and uses no network.
//
// The list of common passwords, common.gz, comes from zxcvbn 4.4.2 by Dan Wheeler and
// Dropbox, Inc. (MIT licence, in common.LICENSE), and that from the ten million passwords
// that Mark Burnett published in 2015. It has the passwords of 8 characters and more,
// and words of 5 to 7 letters among the first 5,000, which people extend with digits.
package password

import (
	"bytes"
	"cmp"
	"compress/gzip"
	_ "embed"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Problem is the reason why a password is refused. It is part of the key of a
// translated text.
type Problem string

// The problems of a password.
const (
	None       Problem = ""
	TooShort   Problem = "short"      // fewer than MinRunes characters
	TooLong    Problem = "long"       // more than MaxBytes
	Personal   Problem = "personal"   // the user's name or address, and little else
	Repetitive Problem = "repetitive" // a pattern such as aaaaaaaa, 12345678 or qwertyui
	Common     Problem = "common"     // on the list of common passwords
)

const (
	// MinRunes is the least number of characters, as in NIST SP 800-63B and ASVS.
	MinRunes = 8
	// MaxBytes keeps hashing cheap, and is enough for any phrase.
	MaxBytes = 1000
)

// Check returns the first problem of a password, or None. Personal are the words
// that others know about the user: the name, the email address.
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

//go:embed common.gz
var commonList []byte

// common returns the list of common passwords, in lower case and sorted by bytes.
// The first call takes some milliseconds; the list takes half a megabyte.
var common = sync.OnceValue(func() []string {
	list, err := unpack(commonList)
	if err != nil {
		panic("password: the built-in list is broken: " + err.Error())
	}
	return list
})

// unpack reads a compressed list of one password a line.
func unpack(compressed []byte) ([]string, error) {
	reader, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(reader)
	return strings.Fields(string(text)), err
}

// isCommon reports whether a password is on the list, as it is or without trailing
// digits and signs.
func isCommon(folded string) bool {
	bare := strings.TrimRightFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) })
	return listed(folded) || listed(bare)
}

func listed(word string) bool {
	_, found := slices.BinarySearch(common(), word)
	return found
}

const (
	// site is a word that every user knows.
	site = "cairn"
	// minWord is the length from which a personal word counts; shorter ones are in
	// many good passwords by chance.
	minWord = 3
	// What is left of a password without its personal words is decoration if it is
	// no longer than a date, as in ann19991231, and has at most two letters, as in
	// my-ann.
	maxDecoration        = 8
	maxDecorationLetters = 2
)

// isPersonal reports whether a password consists of personal words and decoration.
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

// personalWords returns the words to look for, the longest first: each text, the
// part of an address before its @, and the parts of both, so that annmiller is
// found to be personal for ann.miller@example.org too.
func personalWords(personal []string) []string {
	words := []string{site}
	for _, text := range personal {
		text = strings.ToLower(strings.TrimSpace(text))
		local, _, _ := strings.Cut(text, "@")
		words = append(words, text, local)
		words = append(words, strings.FieldsFunc(local, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })...)
	}
	words = slices.DeleteFunc(words, func(w string) bool { return utf8.RuneCountInString(w) < minWord })
	slices.SortFunc(words, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return words
}
