// SPDX-License-Identifier: Apache-2.0

package lang

import (
	"embed"
	"sync"
)

// Language is a language that Cairn speaks.
type Language struct {
	Code string // as in the web's Accept-Language: "fr"
	Name string // in the language itself, with the one that lends it texts
}

// languages are all there are; the first is that of whoever asks for another.
var languages = []Language{
	{"en", "English"},
	{"fr", "Français"},
	{"de", "Deutsch"},
	{"mg", "Malagasy · français"},
}

// bases are the languages that lend their texts to an incomplete one. French
// is the second language of Madagascar, and its plural is formed alike.
var bases = map[string]string{"mg": "fr"}

//go:embed *.yaml
var files embed.FS

// loaded are the embedded catalogues by code, each read when it is first asked
// for.
var loaded = func() map[string]func() *Catalogue {
	all := map[string]func() *Catalogue{}
	for _, l := range languages {
		all[l.Code] = sync.OnceValue(func() *Catalogue { return read(l.Code) })
	}
	return all
}()

// Languages returns all languages, English first.
func Languages() []Language { return append([]Language(nil), languages...) }

// Base returns the language whose texts stand in where those of an incomplete
// one are missing, or "" for a complete one.
func Base(code string) string { return bases[code] }

// English returns the English texts.
func English() *Catalogue { return loaded["en"]() }

// Load returns the texts of a language, and whether there is such a language.
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
