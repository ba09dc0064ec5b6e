// SPDX-License-Identifier: Apache-2.0

// Package lang turns typed facts into sentences: notes of moves, reasons of
// refusals and ends, phases, sides, and the words of the displays.
//
// The texts are in catalogues, one embedded file per language, never in code.
// An incomplete language takes missing texts from another. A game's own texts
// are in its folder; see [Catalogue.For]. The package knows no rules, no
// concrete game and no display. Displays may have catalogues of their own.
package lang

import (
	"embed"
	"slices"
	"strings"
	"sync"
)

// Language is a language of Cairn.
type Language struct {
	Code string // as in Accept-Language: "fr"
	Name string // in the language itself, followed by the language of missing texts
}

// languages lists all languages; the first is the default.
var languages = []Language{
	{"en", "English"},
	{"fr", "Français"},
	{"de", "Deutsch"},
	{"mg", "Malagasy · français"},
}

// bases maps an incomplete language to the one its missing texts come from.
// French is the second language of Madagascar and forms its plural alike.
var bases = map[string]string{"mg": "fr"}

//go:embed *.yaml
var files embed.FS

// loaded holds the embedded catalogues by code, each read on first use.
var loaded = func() map[string]func() *Catalogue {
	all := map[string]func() *Catalogue{}
	for _, l := range languages {
		all[l.Code] = sync.OnceValue(func() *Catalogue { return read(l.Code) })
	}
	return all
}()

// Languages returns the languages to choose from, English first. Incomplete languages are
// left out, since their pages would be in two languages; Load has them for translators.
func Languages() []Language {
	return slices.DeleteFunc(slices.Clone(languages), func(l Language) bool { return Base(l.Code) != "" })
}

// Base returns the language that missing texts of an incomplete language come
// from, or "" for a complete one.
func Base(code string) string { return bases[code] }

// chain returns a language and its fallbacks, English at the end.
func chain(code string) []string {
	codes := []string{code}
	for base := Base(code); base != ""; base = Base(base) {
		codes = append(codes, base)
	}
	if codes[len(codes)-1] != "en" {
		codes = append(codes, "en")
	}
	return codes
}

// English returns the English texts.
func English() *Catalogue { return loaded["en"]() }

// Load returns the texts of a language and whether the language exists.
func Load(code string) (*Catalogue, bool) {
	load, ok := loaded[code]
	if !ok {
		return nil, false
	}
	return load(), true
}

func read(code string) *Catalogue {
	data, err := files.ReadFile(code + ".yaml")
	if err != nil {
		panic("lang: a catalogue is not embedded: " + err.Error())
	}
	c, err := ParseLanguage(code, data)
	if err != nil {
		panic("lang: an embedded catalogue is broken: " + err.Error())
	}
	if base := Base(code); base != "" {
		return c.Over(read(base))
	}
	return c
}

// Plural returns the form that a language gives to n things, "one" or "other",
// by the rules of the Unicode CLDR for whole numbers (chart "Language Plural
// Rules"). The French form for round millions is left out: no game counts so
// far.
func Plural(code string, n int) string {
	if n == 1 || n == 0 && (code == "fr" || code == "mg") {
		return "one"
	}
	return "other"
}

// FromLocale returns the language of a locale as the environment of a terminal
// names it, "de_DE.UTF-8", or "" when it is none of ours.
func FromLocale(locale string) string {
	name := strings.ToLower(locale[:strings.IndexAny(locale+".", "._@")])
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
