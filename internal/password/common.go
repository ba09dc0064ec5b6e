// SPDX-License-Identifier: Apache-2.0

package password

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode"
)

//go:embed common.gz
var commonList []byte

// common returns the list of common passwords, in lower case and sorted by bytes.
// It takes some milliseconds the first time, and half a megabyte from then on.
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

// isCommon reports whether a password is on the list, as it is or without the
// digits and signs that people put behind a word to please a rule.
func isCommon(folded string) bool {
	bare := strings.TrimRightFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) })
	return listed(folded) || listed(bare)
}

func listed(word string) bool {
	_, found := slices.BinarySearch(common(), word)
	return found
}
