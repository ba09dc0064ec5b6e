// SPDX-License-Identifier: Apache-2.0

package account

import (
	"strings"
	"unicode"
)

// compatible are letters and digits that exist in Unicode for old encodings,
// formulas or phonetics, and look like plain ones.
var compatible = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x00aa, 0x00ba, 0x10}, // ª º
		{0x0132, 0x0133, 1},    // ĳ
		{0x013f, 0x0140, 1},    // ŀ
		{0x0149, 0x0149, 1},    // ŉ
		{0x017f, 0x017f, 1},    // ſ
		{0x01c0, 0x01cc, 1},    // clicks, ǆ ǉ ǌ
		{0x01f1, 0x01f3, 1},    // ǳ
		{0x0250, 0x02ff, 1},    // phonetics, modifiers
		{0x03d0, 0x03d6, 1},    // ϐ ϑ ϖ
		{0x03f0, 0x03f6, 1},    // ϰ ϱ ϲ ϵ
		{0x1d00, 0x1dbf, 1},    // phonetics
		{0x2070, 0x209f, 1},    // raised and lowered
		{0x2100, 0x218f, 1},    // signs made of letters, K Å ℓ
		{0x2c60, 0x2c7f, 1},    // more Latin for old orthographies
		{0x3131, 0x318e, 1},    // Hangul parts
		{0xa720, 0xa7ff, 1},    // medieval and phonetic Latin
		{0xab30, 0xab6f, 1},    // phonetics
		{0xf900, 0xffef, 1},    // ideographs twice, ligatures, full and half width
	},
	R32: []unicode.Range32{
		{0x1d400, 0x1d7ff, 1}, // letters of formulas
		{0x1ee00, 0x1eeff, 1}, // the same in Arabic
		{0x2f800, 0x2fa1f, 1}, // ideographs twice
	},
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
		if of == "" || unicode.Is(compatible, r) || script != "" && of != script {
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
	letters := 0
	for _, r := range name {
		if !unicode.IsLetter(r) {
			continue
		}
		if !strings.ContainsRune(latinLooks, r) {
			return false
		}
		letters++
	}
	return letters > 0
}
