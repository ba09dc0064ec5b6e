// SPDX-License-Identifier: Apache-2.0

package lang

import (
	"fmt"
	"maps"
	"strings"

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
	ascii  bool              // see [Catalogue.ASCII]
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

// With returns a catalogue with more texts, which override its own.
func (c *Catalogue) With(texts map[string]string) *Catalogue {
	more := *c
	more.texts = maps.Clone(c.texts)
	maps.Copy(more.texts, texts)
	return &more
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
			return c.shown(at.fill(found, args))
		}
	}
	return "[" + key + "]"
}

// ASCII returns a catalogue that writes ellipses as three full stops.
func (c *Catalogue) ASCII() *Catalogue {
	plain := *c
	plain.ascii = true
	return &plain
}

// shown returns a text as it is displayed.
func (c *Catalogue) shown(text string) string {
	if c.ascii {
		return strings.ReplaceAll(text, "…", "...")
	}
	return text
}

// Count is Text for a counted thing: the text of key.one or key.other, as the
// grammar of the language asks, in which {count} is n.
func (c *Catalogue) Count(key string, n int, args ...any) string {
	args = append(args[:len(args):len(args)], "count", n)
	for at := c; at != nil; at = at.base {
		if found, ok := at.find(key + "." + Plural(at.code, n)); ok {
			return c.shown(at.fill(found, args))
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

// Players returns who plays a side, for texts about its move: in French "Les Noirs", in
// languages that use the name of the side alone that name.
func (c *Catalogue) Players(s game.Side) string {
	if key := strings.Replace(c.sides[s], "side.", "players.", 1); c.Has(key) {
		return c.Text(key)
	}
	return c.Side(s)
}

// cutName cuts a text around its first {name}. Braces around nothing, and a brace that is
// never closed, are no name.
func cutName(s string) (before, name, after string, found bool) {
	for at := 0; ; at++ {
		open := strings.IndexByte(s[at:], '{')
		if open < 0 {
			return s, "", "", false
		}
		at += open
		if end := strings.IndexAny(s[at+1:], "{}"); end > 0 && s[at+1+end] == '}' {
			return s[:at], s[at+1 : at+1+end], s[at+end+2:], true
		}
	}
}

// fill replaces the names in a text by values. Values are never searched for names. A
// name without a value stays unchanged, except for {piece} and {pieces}, which are words
// of the catalogue.
func (c *Catalogue) fill(text string, args []any) string {
	before, name, after, found := cutName(text)
	if !found {
		return text
	}
	var out strings.Builder
	out.Grow(len(text) + 16)
	for ; found; before, name, after, found = cutName(after) {
		out.WriteString(before)
		switch value := find(args, name).(type) {
		case nil:
			out.WriteString(c.word(name))
		case string:
			out.WriteString(value)
		default:
			fmt.Fprint(&out, value)
		}
	}
	out.WriteString(before)
	return out.String()
}

// find returns the value after a name, nil if there is none.
func find(args []any, name string) any {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] == name {
			return args[i+1]
		}
	}
	return nil
}

// word returns the text of a name without a value: the word for one piece of the game or
// for several, else the name in its braces.
func (c *Catalogue) word(name string) string {
	form, ok := map[string]string{"piece": ".one", "pieces": ".other"}[name]
	if !ok {
		return "{" + name + "}"
	}
	key := "piece." + c.pieces.String() + form
	if found, ok := c.own[key]; ok {
		return found
	}
	shared, ok := Load(c.code)
	if !ok {
		shared = English()
	}
	return shared.texts[key]
}
