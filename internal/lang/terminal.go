// SPDX-License-Identifier: Apache-2.0

package lang

import (
	"slices"
	"strings"
)

// FromLocale returns the language of a locale as the environment of a terminal
// names it, "de_DE.UTF-8", or "" when it is none of ours.
func FromLocale(locale string) string {
	name, _, _ := strings.Cut(strings.ToLower(locale), ".")
	name, _, _ = strings.Cut(name, "@")
	name, _, _ = strings.Cut(name, "_")
	if slices.ContainsFunc(Languages(), func(l Language) bool { return l.Code == name }) {
		return name
	}
	return ""
}

// UTF8 reports whether a terminal with a locale shows more than ASCII. Without a
// locale, or one without a character set, it is taken to.
func UTF8(locale string) bool {
	name, set, named := strings.Cut(strings.ToLower(locale), ".")
	set, _, _ = strings.Cut(set, "@")
	if !named {
		return name != "c" && name != "posix"
	}
	return set == "utf-8" || set == "utf8"
}
