// SPDX-License-Identifier: Apache-2.0

package lang

import (
	"fmt"
	"strconv"
	"strings"
)

// text is a text cut at its {names} once, when it is read: every live update
// fills several.
type text struct {
	whole  string
	pieces []piece // empty when the text has no names
}

// piece is a literal and the name that stands after it, which the last piece
// of a text may lack.
type piece struct{ literal, name string }

func parseText(whole string) text {
	t := text{whole: whole}
	rest := whole
	for {
		literal, after, found := cutName(rest)
		if !found {
			break
		}
		t.pieces = append(t.pieces, piece{literal, rest[len(literal)+1 : len(rest)-len(after)-1]})
		rest = after
	}
	if rest != "" && t.pieces != nil {
		t.pieces = append(t.pieces, piece{literal: rest})
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

// fill puts values in place of names. A value is never searched for names, and
// a name without a value stays as it is.
func (t text) fill(args []any) string {
	if len(t.pieces) == 0 || len(args) < 2 {
		return t.whole
	}
	var out strings.Builder
	out.Grow(len(t.whole) + 16)
	for _, p := range t.pieces {
		out.WriteString(p.literal)
		if p.name == "" {
			continue
		}
		if i := find(args, p.name); i >= 0 {
			write(&out, args[i+1])
			continue
		}
		out.WriteString("{" + p.name + "}")
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

func write(out *strings.Builder, value any) {
	switch value := value.(type) {
	case string:
		out.WriteString(value)
	case int:
		out.WriteString(strconv.Itoa(value))
	default:
		fmt.Fprint(out, value)
	}
}
