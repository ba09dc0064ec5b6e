// SPDX-License-Identifier: Apache-2.0

package lang

// Plural returns the form that a language gives to n things, "one" or "other",
// by the rules of the Unicode CLDR for whole numbers (chart "Language Plural
// Rules"). The French form for round millions is left out: no game counts so
// far.
func Plural(code string, n int) string {
	one := n == 1
	switch code {
	case "fr", "mg":
		one = n == 0 || n == 1
	}
	if one {
		return "one"
	}
	return "other"
}
