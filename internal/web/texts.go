// SPDX-License-Identifier: Apache-2.0

package web

import (
	"strings"

	"cairn/game"
	"cairn/internal/lang"
)

// Texts are the catalogue that all displays share and that of the pages, whose
// keys begin with "web.".
type Texts struct {
	*lang.Catalogue
	pages *lang.Catalogue
}

func (t *Texts) of(key string) *lang.Catalogue {
	if strings.HasPrefix(key, "web.") {
		return t.pages
	}
	return t.Catalogue
}

// Text returns the text of a key of either catalogue.
func (t *Texts) Text(key string, args ...any) string { return t.of(key).Text(key, args...) }

// Count returns the text of a counted thing from either catalogue.
func (t *Texts) Count(key string, n int, args ...any) string {
	return t.of(key).Count(key, n, args...)
}

// Keys lists the keys of the pages.
func (t *Texts) Keys() []string { return t.pages.Keys() }

// For returns the texts as one game uses them; see [lang.Catalogue.For].
func (t *Texts) For(info *game.Info) *Texts { return &Texts{t.Catalogue.For(info), t.pages.For(info)} }

// Has reports whether a key has a text.
func (t *Texts) Has(key string) bool { return t.of(key).Has(key) }

// Script returns the texts for scripts: those of the pages by the rest of
// their key, and the names of sides and phases.
func (t *Texts) Script() map[string]string {
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

// Level names a level of the computer; one without a text is named as the
// engine names it.
func (t *Texts) Level(name string) string {
	if key := "web.level." + name; t.Has(key) {
		return t.Text(key)
	}
	return name
}
