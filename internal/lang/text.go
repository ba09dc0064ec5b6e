// SPDX-License-Identifier: Apache-2.0

package lang

import (
	"fmt"
	"strconv"
	"strings"
)

// text is a text that was cut at its {names} when it was read, since every live
// update fills several.
type text struct {
	whole  string
	parts  []part // empty when the text has no names
	worded bool   // it has {piece} or {pieces}
}

// part is a literal and the name after it, which may be missing in the last
// part of a text.
type part struct{ literal, name string }

func parseText(whole string) text {
	t := text{whole: whole}
	rest := whole
	for {
		literal, after, found := cutName(rest)
		if !found {
			break
		}
		name := rest[len(literal)+1 : len(rest)-len(after)-1]
		t.parts = append(t.parts, part{literal, name})
		t.worded = t.worded || name == "piece" || name == "pieces"
		rest = after
	}
	if rest != "" && t.parts != nil {
		t.parts = append(t.parts, part{literal: rest})
	}
	return t
}

// cutName cuts a text before its first {name} and after it. Braces around
// nothing, and a brace that is never closed, are no name.
func cutName(s string) (before, after string, found bool) {
	for i := 0; i < len(s); i++ {
		if s[i] != '{' {
			continue
		}
		end := strings.IndexAny(s[i+1:], "{}")
		if end > 0 && s[i+1+end] == '}' {
			return s[:i], s[i+end+2:], true
		}
	}
	return s, "", false
}

// fill replaces names by values. A value is never searched for names, and a
// name without a value stays as it is, except for {piece} and {pieces}, which
// are words of the catalogue.
func (t text) fill(c *Catalogue, args []any) string {
	if len(t.parts) == 0 || len(args) < 2 && !t.worded {
		return t.whole
	}
	var out strings.Builder
	out.Grow(len(t.whole) + 16)
	for _, p := range t.parts {
		out.WriteString(p.literal)
		if i := find(args, p.name); i >= 0 {
			writeValue(&out, args[i+1])
			continue
		}
		switch p.name {
		case "":
		case "piece":
			out.WriteString(c.piece("one"))
		case "pieces":
			out.WriteString(c.piece("other"))
		default:
			out.WriteString("{" + p.name + "}")
		}
	}
	return out.String()
}

// find returns the index of a name that has a value after it, or -1.
func find(args []any, name string) int {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] == name {
			return i
		}
	}
	return -1
}

func writeValue(out *strings.Builder, value any) {
	switch value := value.(type) {
	case string:
		out.WriteString(value)
	case int:
		out.WriteString(strconv.Itoa(value))
	default:
		fmt.Fprint(out, value)
	}
}
