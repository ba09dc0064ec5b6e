// SPDX-License-Identifier: Apache-2.0

package record

import "strings"

// DefaultName returns the name of a save that was given none: the first word of
// the rule set's id and "Save", for example "NineSave". It has no extension.
func DefaultName(gameID string) string {
	word, _, _ := strings.Cut(gameID, "-")
	if word == "" {
		return "Save"
	}
	return strings.ToUpper(word[:1]) + word[1:] + "Save"
}
