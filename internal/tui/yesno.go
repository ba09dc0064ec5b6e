// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"slices"
	"strings"

	"cairn/internal/lang"
)

// yesNo reads the answer to a question, a word or its letter in the language
// at hand; it reports whether it is one.
func yesNo(words *lang.Catalogue, text string) (yes, ok bool) {
	text = strings.ToLower(text)
	if slices.Contains(strings.Fields(words.Text("answer.yes")), text) {
		return true, true
	}
	return false, slices.Contains(strings.Fields(words.Text("answer.no")), text)
}
