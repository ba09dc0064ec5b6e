// SPDX-License-Identifier: Apache-2.0

package lang

import (
	_ "embed"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"cairn/game"
)

//go:embed en.yaml
var english []byte

// Catalogue is the texts of one language.
type Catalogue struct {
	texts map[string]string
	sides [2]string // keys of the sides' names
}

// English returns the English texts.
func English() *Catalogue {
	c, err := Parse(english)
	if err != nil {
		panic("lang: the embedded catalogue is broken: " + err.Error())
	}
	return c
}

// Parse reads a catalogue: a YAML map from keys to texts. A text may hold
// {name} where a value is to stand.
func Parse(data []byte) (*Catalogue, error) {
	c := &Catalogue{sides: [2]string{"side.white", "side.black"}}
	if err := yaml.Unmarshal(data, &c.texts); err != nil {
		return nil, fmt.Errorf("read catalogue: %w", err)
	}
	return c, nil
}

// Keys returns the key of every text, in no order.
func (c *Catalogue) Keys() []string {
	keys := make([]string, 0, len(c.texts))
	for key := range c.texts {
		keys = append(keys, key)
	}
	return keys
}

// Text returns the text of a key. The arguments are names and values by turns:
// each {name} in the text is replaced by its value. A key that is missing is
// shown itself, so that a fault in a catalogue never stops a game.
func (c *Catalogue) Text(key string, args ...any) string {
	text, ok := c.texts[key]
	if !ok {
		return "[" + key + "]"
	}
	pairs := make([]string, 0, len(args))
	for i := 0; i+1 < len(args); i += 2 {
		pairs = append(pairs, fmt.Sprintf("{%v}", args[i]), fmt.Sprint(args[i+1]))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Count is Text for something that is counted: the text of key.one or
// key.other, in which {count} is n.
func (c *Catalogue) Count(key string, n int, args ...any) string {
	form := ".other"
	if n == 1 {
		form = ".one"
	}
	return c.Text(key+form, append(args, "count", n)...)
}

// Naming returns a catalogue that calls the sides by other names: the texts of
// side.WHITE and side.BLACK, for men that are not white and black.
func (c *Catalogue) Naming(white, black string) *Catalogue {
	return &Catalogue{texts: c.texts, sides: [2]string{"side." + white, "side." + black}}
}

// Side returns the name of a side.
func (c *Catalogue) Side(s game.Side) string { return c.Text(c.sides[s]) }
