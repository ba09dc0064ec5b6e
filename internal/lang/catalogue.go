// SPDX-License-Identifier: Apache-2.0

package lang

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"cairn/game"
)

// Catalogue holds the texts of one language. It is never changed after it is
// made and may be shared.
type Catalogue struct {
	code   string
	texts  map[string]string
	own    map[string]string // texts of one game, which come first; see [Catalogue.For]
	base   *Catalogue        // looked up for missing texts; may be nil
	sides  [2]string         // keys of the sides' names
	pieces game.Pieces       // the word for {piece} and {pieces}
}

// ParseLanguage reads the catalogue of one language from any number of files.
// Each is a YAML map from keys to texts; a text may hold {name} as a place for a
// value. A key given twice, in one file or in two, is an error.
func ParseLanguage(code string, files ...[]byte) (*Catalogue, error) {
	c := &Catalogue{code: code, texts: map[string]string{}, sides: [2]string{"side.white", "side.black"}}
	for _, data := range files {
		var found map[string]string
		if err := yaml.Unmarshal(data, &found); err != nil {
			return nil, fmt.Errorf("read catalogue %s: %w", code, err)
		}
		for key, value := range found {
			if _, twice := c.texts[key]; twice {
				return nil, fmt.Errorf("read catalogue %s: %s stands in two files", code, key)
			}
			c.texts[key] = value
		}
	}
	return c, nil
}

// Over returns a catalogue that takes missing texts from base.
func (c *Catalogue) Over(base *Catalogue) *Catalogue {
	over := *c
	if over.base = base; c.base != nil {
		over.base = c.base.Over(base)
	}
	return &over
}

// Code returns the code of the language, as "fr".
func (c *Catalogue) Code() string { return c.code }

// Keys returns the keys of all texts, the base included, in no order.
func (c *Catalogue) Keys() []string {
	var keys []string
	if c.base != nil {
		keys = c.base.Keys()
	}
	for key := range c.texts {
		if c.base == nil || !c.base.Has(key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// Has reports whether there is a text for a key.
func (c *Catalogue) Has(key string) bool {
	for ; c != nil; c = c.base {
		if _, ok := c.find(key); ok {
			return true
		}
	}
	return false
}

// find looks a key up without the base.
func (c *Catalogue) find(key string) (string, bool) {
	if found, ok := c.own[key]; ok {
		return found, true
	}
	found, ok := c.texts[key]
	return found, ok
}

// Text returns the text of a key. The arguments are names and values in turn:
// each {name} in the text is replaced by its value. For a missing key it returns the key
// in brackets, so that a fault in a catalogue never stops a game.
func (c *Catalogue) Text(key string, args ...any) string {
	for at := c; at != nil; at = at.base {
		if found, ok := at.find(key); ok {
			return at.fill(found, args)
		}
	}
	return "[" + key + "]"
}

// Count is Text for a counted thing: the text of key.one or key.other, as the
// grammar of the language asks, in which {count} is n.
func (c *Catalogue) Count(key string, n int, args ...any) string {
	args = append(args[:len(args):len(args)], "count", n)
	for at := c; at != nil; at = at.base {
		if found, ok := at.find(key + "." + Plural(at.code, n)); ok {
			return at.fill(found, args)
		}
	}
	return "[" + key + "]"
}

// Naming returns a catalogue that calls the sides by other names, the texts of
// side.WHITE and side.BLACK, for pieces of other colours.
func (c *Catalogue) Naming(white, black string) *Catalogue {
	named := *c
	named.sides = [2]string{"side." + white, "side." + black}
	return &named
}

// Side returns the name of a side.
func (c *Catalogue) Side(s game.Side) string { return c.Text(c.sides[s]) }
