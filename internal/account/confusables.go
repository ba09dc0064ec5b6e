// SPDX-License-Identifier: Apache-2.0

package account

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// technical are letters of phonetics, formulas and old orthographies, and presentation
// forms, that look like plain letters and have no decomposition that says so.
var technical = &unicode.RangeTable{R16: []unicode.Range16{
	{0x01c0, 0x01c3, 1}, // clicks
	{0x0250, 0x02ff, 1}, // phonetics, modifiers
	{0x1d00, 0x1dbf, 1}, // phonetics
	{0x2100, 0x218f, 1}, // signs made of letters
	{0x2c60, 0x2c7f, 1}, // Latin of old orthographies
	{0xa720, 0xa7ff, 1}, // medieval and phonetic Latin
	{0xab30, 0xab6f, 1}, // phonetics
	{0xf900, 0xffef, 1}, // duplicate ideographs, ligatures, full and half width
}}

// ligatures are everyday letters of Armenian and Lao, although Unicode decomposes them.
const ligatures = "ևໜໝ"

// isPlain reports whether a letter is the usual code point for what it looks like. Unicode
// normalization (NFKC) replaces the others: ﬁ, ſ, 𝐀, K, and ά, of which there are two. A
// decomposition with a mark is a letter of its own, like ज़ and ำ.
func isPlain(r rune) bool {
	if unicode.Is(technical, r) {
		return false
	}
	plain := norm.NFKC.String(string(r))
	return plain == string(r) || strings.ContainsRune(ligatures, r) || strings.ContainsFunc(plain, unicode.IsMark)
}

// together maps scripts that are mixed in one language to one of them.
var together = map[string]string{"Hiragana": "Han", "Katakana": "Han", "Bopomofo": "Han"}

// oneScript reports whether all letters of a name are plain letters of one
// script: letters of different scripts may look alike. Digits 0 to 9 are allowed
// with any script.
func oneScript(name string) bool {
	script := ""
	for _, r := range name {
		if isJoint(r) || r >= '0' && r <= '9' {
			continue
		}
		of := scriptOf(r)
		if of == "" || !isPlain(r) || script != "" && of != script {
			return false
		}
		script = of
	}
	return true
}

// scriptOf returns the name of the script of a letter, empty if it has none.
func scriptOf(r rune) string {
	if r == 'ー' { // lengthens a vowel in either kana
		return "Han"
	}
	for name, table := range unicode.Scripts {
		if name != "Common" && name != "Inherited" && unicode.Is(table, r) {
			if group := together[name]; group != "" {
				return group
			}
			return name
		}
	}
	return ""
}

// latinLooks are the Cyrillic and Greek letters that look like Latin ones.
const latinLooks = "авеорсухіјѕһԁԛԝӏ" + "АВЕКМНОРСТУХІЈЅҺԚԜӀ" + "αικνορυ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"

// looksLatin reports whether all letters of a Cyrillic or Greek name look like
// Latin ones.
func looksLatin(name string) bool {
	letters := strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return r
	}, name)
	return letters != "" && strings.Trim(letters, latinLooks) == ""
}
