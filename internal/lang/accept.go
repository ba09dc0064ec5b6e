// SPDX-License-Identifier: Apache-2.0

package lang

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// wish is a language that a reader asks for, and how much he wants it: from 0,
// not at all, to 1.
type wish struct {
	tag     string
	quality float64
}

// Match returns the best of have for the value of an Accept-Language header
// (RFC 9110, section 12.5.4), or "" when none will do. A region is left aside:
// who asks for "fr-CA" gets "fr". The wish "*" is answered with the first of
// have that is not refused.
func Match(accept string, have []string) string {
	wishes := parseWishes(accept)
	refused := func(code string) bool {
		return slices.ContainsFunc(wishes, func(w wish) bool { return w.quality == 0 && w.tag == code })
	}
	for _, w := range wishes {
		if w.quality == 0 {
			return ""
		}
		primary, _, _ := strings.Cut(w.tag, "-")
		for _, code := range have {
			if (code == primary || w.tag == "*") && !refused(code) {
				return code
			}
		}
	}
	return ""
}

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

// parseWishes returns the wishes of a header, the strongest first, equal ones
// in the order of the header. What cannot be read is left out.
func parseWishes(accept string) []wish {
	var wishes []wish
	for part := range strings.SplitSeq(accept, ",") {
		tag, weight, weighed := strings.Cut(part, ";")
		w := wish{tag: strings.ToLower(strings.TrimSpace(tag)), quality: 1}
		if weighed {
			number, ok := strings.CutPrefix(strings.TrimSpace(weight), "q=")
			quality, err := strconv.ParseFloat(number, 64)
			if !ok || err != nil || !(quality >= 0 && quality <= 1) {
				continue
			}
			w.quality = quality
		}
		if w.tag != "" {
			wishes = append(wishes, w)
		}
	}
	slices.SortStableFunc(wishes, func(a, b wish) int { return cmp.Compare(b.quality, a.quality) })
	return wishes
}
