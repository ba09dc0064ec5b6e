// SPDX-License-Identifier: Apache-2.0

package lang

import (
	"fmt"
	"strings"
)

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
// name without a value stays as it is, except for {piece} and {pieces}, which are words
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
