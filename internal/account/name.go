// SPDX-License-Identifier: Apache-2.0

package account

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// FoldLogin returns the form in which names and email addresses are compared: two
// texts find the same account exactly if their forms are equal. Limits per account
// count by it, too. It ignores letter case and blanks at the ends. It converts to
// upper case first because some letters have several lower cases, like the Greek
// sigma, and some lower cases have the same upper case, like ı and i, or ſ and s.
func FoldLogin(text string) string { return strings.ToLower(strings.ToUpper(strings.TrimSpace(text))) }

// nameProblem returns the key of the problem of a name, empty for none. Only new names are
// checked: existing accounts keep names that later rules refuse.
func nameProblem(name string) string {
	switch {
	case name == "":
		return "name-missing"
	case !goodName(name):
		return "name-malformed"
	case !oneScript(name):
		return "name-mixed"
	case looksLatin(name):
		return "name-lookalike"
	case isReserved(name):
		return "name-reserved"
	}
	return ""
}

// goodName reports whether a name consists of 2 to 20 letters and digits of any
// script, with hyphens, underscores and dots between them, and does not begin with
// "guest".
func goodName(name string) bool {
	n := utf8.RuneCountInString(name)
	if n < 2 || n > 20 || strings.HasPrefix(FoldLogin(name), "guest") {
		return false
	}
	for i, r := range name {
		edge := i == 0 || i+utf8.RuneLen(r) == len(name)
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && (edge || !isJoint(r)) {
			return false
		}
	}
	return true
}

// isJoint reports whether a character is allowed between letters only.
func isJoint(r rune) bool { return strings.ContainsRune("-_.", r) }

// reserved are names that could be mistaken for the site, its staff, or a seat
// without a person, in every language of the site.
var reserved = map[string]bool{
	"admin": true, "administrator": true, "administrateur": true, "mod": true, "moderator": true, "modérateur": true, "moderateur": true,
	"cairn": true, "system": true, "root": true, "operator": true, "support": true, "staff": true, "server": true, "null": true, "undefined": true,
	"computer": true, "ordinateur": true, "anonymous": true, "anonyme": true, "anonym": true, "guest": true, "invité": true, "gast": true,
	"deleted": true, "deletedplayer": true, "supprimé": true, "joueursupprimé": true, "gelöscht": true, "gelöschterspieler": true,
}

// digitLetters maps digits to the letters they resemble.
var digitLetters = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t")

// isReserved reports whether a name is reserved, in any letter case and with any
// joints and digits added: "A.d.m.i.n", "mod_42", "r00t".
func isReserved(name string) bool {
	bare := strings.Map(func(r rune) rune {
		if isJoint(r) {
			return -1
		}
		return r
	}, FoldLogin(name))
	trimmed := strings.TrimFunc(bare, unicode.IsDigit)
	return reserved[trimmed] || reserved[digitLetters.Replace(trimmed)] || reserved[digitLetters.Replace(bare)]
}
