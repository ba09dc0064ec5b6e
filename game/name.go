// SPDX-License-Identifier: Apache-2.0

package game

import (
	"fmt"
	"slices"
	"strings"
)

// NameOf returns the name of a value of an enumeration in its table; a value
// outside it has a number only.
func NameOf[E ~uint8](e E, names []string) string {
	if int(e) < len(names) {
		return names[e]
	}
	return fmt.Sprint(uint8(e))
}

// ParseName sets an enumeration from the name it has in its table.
func ParseName[E ~uint8](e *E, text []byte, names []string, what string) error {
	i := slices.Index(names, string(text))
	if i < 0 {
		return fmt.Errorf("%s %q: want one of %s", what, text, strings.Join(names, ", "))
	}
	*e = E(i)
	return nil
}
