// SPDX-License-Identifier: Apache-2.0

package lang

import (
	"fmt"

	"go.yaml.in/yaml/v3"

	"cairn/game"
)

// Catalogue is the texts of one language. It does not change once it is made,
// so that any number of readers may share it.
type Catalogue struct {
	code  string
	texts map[string]text
	base  *Catalogue // has the texts that are missing here; nil when there is none
	sides [2]string  // keys of the sides' names
}

// ParseLanguage reads the catalogue of one language from any number of files.
// Each is a YAML map from keys to texts; a text may hold {name} where a value
// is to stand. A key that stands twice, in one file or in two, is an error.
func ParseLanguage(code string, files ...[]byte) (*Catalogue, error) {
	c := &Catalogue{code: code, texts: map[string]text{}, sides: [2]string{"side.white", "side.black"}}
	for _, data := range files {
		var found map[string]string
		if err := yaml.Unmarshal(data, &found); err != nil {
			return nil, fmt.Errorf("read catalogue %s: %w", code, err)
		}
		for key, value := range found {
			if _, twice := c.texts[key]; twice {
				return nil, fmt.Errorf("read catalogue %s: %s stands in two files", code, key)
			}
			c.texts[key] = parseText(value)
		}
	}
	return c, nil
}

// Over returns a catalogue that takes what is missing here from base.
func (c *Catalogue) Over(base *Catalogue) *Catalogue {
	over := *c
	if over.base = base; c.base != nil {
		over.base = c.base.Over(base)
	}
	return &over
}

// Code returns the code of the language, as "fr".
func (c *Catalogue) Code() string { return c.code }

// Keys returns the key of every text, those of the base included, in no order.
func (c *Catalogue) Keys() []string {
	var keys []string
	if c.base != nil {
		keys = c.base.Keys()
	}
	for key := range c.texts {
		if c.base == nil || !c.base.has(key) {
			keys = append(keys, key)
		}
	}
	return keys
}

func (c *Catalogue) has(key string) bool {
	for ; c != nil; c = c.base {
		if _, ok := c.texts[key]; ok {
			return true
		}
	}
	return false
}

// Text returns the text of a key. The arguments are names and values by turns:
// each {name} in the text is replaced by its value. A key that is missing is
// shown itself, so that a fault in a catalogue never stops a game.
func (c *Catalogue) Text(key string, args ...any) string {
	for ; c != nil; c = c.base {
		if text, ok := c.texts[key]; ok {
			return text.fill(args)
		}
	}
	return "[" + key + "]"
}

// Count is Text for something that is counted: the text of key.one or
// key.other, as the grammar of the language asks, in which {count} is n.
func (c *Catalogue) Count(key string, n int, args ...any) string {
	args = append(args[:len(args):len(args)], "count", n)
	for ; c != nil; c = c.base {
		if text, ok := c.texts[key+"."+Plural(c.code, n)]; ok {
			return text.fill(args)
		}
	}
	return "[" + key + "]"
}

// Naming returns a catalogue that calls the sides by other names: the texts of
// side.WHITE and side.BLACK, for men that are not white and black.
func (c *Catalogue) Naming(white, black string) *Catalogue {
	named := *c
	named.sides = [2]string{"side." + white, "side." + black}
	return &named
}

// Side returns the name of a side.
func (c *Catalogue) Side(s game.Side) string { return c.Text(c.sides[s]) }
