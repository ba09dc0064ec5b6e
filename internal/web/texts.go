// SPDX-License-Identifier: Apache-2.0

package web

import (
	_ "embed"
	"strings"

	"cairn/game"
	"cairn/internal/lang"
)

//go:embed texts/en.yaml
var english []byte

// texts are the catalogue that all displays share, and the one of the pages,
// whose keys begin with "web.".
type texts struct {
	*lang.Catalogue
	pages *lang.Catalogue
}

func newTexts(shared *lang.Catalogue) *texts {
	pages, err := lang.Parse(english)
	if err != nil {
		panic("web: the embedded catalogue is broken: " + err.Error())
	}
	return &texts{shared, pages}
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

// has reports whether there is a text for a key; a missing one shows its key.
func (t *texts) has(key string) bool { return t.Text(key) != "["+key+"]" }

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
