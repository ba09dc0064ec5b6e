// SPDX-License-Identifier: Apache-2.0

package web

import (
	"embed"
	"io/fs"
	"strings"

	"cairn/game"
	"cairn/internal/lang"
)

//go:embed texts/*/*.yaml
var textFiles embed.FS

// texts are the catalogue that all displays share, and the one of the pages,
// whose keys begin with "web.".
type texts struct {
	*lang.Catalogue
	pages *lang.Catalogue
}

// newTexts returns the texts of a language there is.
func newTexts(code string) *texts {
	shared, ok := lang.Load(code)
	if !ok {
		panic("web: no language " + code)
	}
	return &texts{shared, readPages(code)}
}

// readPages reads the files of a language. What an incomplete one lacks comes
// from the language that stands in for it, and at last from English.
func readPages(code string) *lang.Catalogue {
	names, err := fs.Glob(textFiles, "texts/"+code+"/*.yaml")
	if err != nil {
		panic(err) // codes hold nothing special
	}
	var files [][]byte
	for _, name := range names {
		data, err := textFiles.ReadFile(name)
		if err != nil {
			panic("web: read texts: " + err.Error()) // they are in the program
		}
		files = append(files, data)
	}
	pages, err := lang.ParseLanguage(code, files...)
	if err != nil {
		panic("web: the embedded texts are broken: " + err.Error())
	}
	if code == fallback {
		return pages
	}
	return pages.Over(readPages(baseOf(code)))
}

// baseOf returns the language that stands in for what another lacks.
func baseOf(code string) string {
	if base := lang.Base(code); base != "" {
		return base
	}
	return fallback
}

func (t *texts) of(key string) *lang.Catalogue {
	if strings.HasPrefix(key, "web.") {
		return t.pages
	}
	return t.Catalogue
}

// Text returns the text of a key of either catalogue.
func (t *texts) Text(key string, args ...any) string { return t.of(key).Text(key, args...) }

// Count returns the text of a counted thing from either catalogue.
func (t *texts) Count(key string, n int, args ...any) string {
	return t.of(key).Count(key, n, args...)
}

// For returns the texts as one game uses them; see [lang.Catalogue.For].
func (t *texts) For(info *game.Info) *texts { return &texts{t.Catalogue.For(info), t.pages.For(info)} }

// has reports whether there is a text for a key.
func (t *texts) has(key string) bool { return t.of(key).Has(key) }

// script returns the texts that scripts show: those of the pages by the rest of
// their key, and the names of sides and phases.
func (t *texts) script() map[string]string {
	found := map[string]string{}
	for _, key := range t.pages.Keys() {
		if short, ok := strings.CutPrefix(key, "web.js."); ok {
			found[short] = t.Text(key)
		}
	}
	for _, side := range game.Sides {
		found["side."+side.String()] = t.Side(side)
	}
	for phase := game.Placing; phase <= game.Mixed; phase++ {
		found["phase."+phase.String()] = t.Phase(phase)
	}
	return found
}

// level names a level of the computer; one without a text of its own is called
// as the engine calls it.
func (t *texts) level(name string) string {
	if key := "web.level." + name; t.has(key) {
		return t.Text(key)
	}
	return name
}
