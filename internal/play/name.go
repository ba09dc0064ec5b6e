// SPDX-License-Identifier: Apache-2.0

package play

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// checkName adds what is wrong with a name. Whoever has one from before a rule
// keeps it: only new names are looked at.
func checkName(fields map[string]string, name string) {
	switch {
	case name == "":
		fields["name"] = "name-missing"
	case !goodName(name):
		fields["name"] = "name-malformed"
	case !oneScript(name):
		fields["name"] = "name-mixed"
	case looksLatin(name):
		fields["name"] = "name-lookalike"
	case isReserved(name):
		fields["name"] = "name-reserved"
	}
}

// goodName allows letters and digits of any script, with hyphens, underscores and
// dots between them; "guest-" is kept for guests.
func goodName(name string) bool {
	n := utf8.RuneCountInString(name)
	if n < 2 || n > 20 || strings.HasPrefix(strings.ToLower(name), "guest") {
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

// isJoint reports what may stand between letters.
func isJoint(r rune) bool { return strings.ContainsRune("-_.", r) }

// reserved are names that others would take for the site, for those who look after
// it, or for what pages call a seat without a person, in every language they speak.
var reserved = map[string]bool{
	"admin": true, "administrator": true, "administrateur": true, "mod": true, "moderator": true, "modérateur": true, "moderateur": true,
	"cairn": true, "system": true, "root": true, "operator": true, "support": true, "staff": true, "server": true, "null": true, "undefined": true,
	"computer": true, "ordinateur": true, "anonymous": true, "anonyme": true, "anonym": true, "guest": true, "invité": true, "gast": true,
	"deleted": true, "deletedplayer": true, "supprimé": true, "joueursupprimé": true, "gelöscht": true, "gelöschterspieler": true,
}

// digitLetters are the letters that digits are written for.
var digitLetters = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t")

// isReserved reports a name that is kept, whatever the letter case and whatever
// joints and digits decorate it: "A.d.m.i.n", "mod_42", "r00t".
func isReserved(name string) bool {
	bare := strings.Map(func(r rune) rune {
		if isJoint(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
	trimmed := strings.TrimFunc(bare, unicode.IsDigit)
	return reserved[trimmed] || reserved[digitLetters.Replace(trimmed)] || reserved[digitLetters.Replace(bare)]
}
