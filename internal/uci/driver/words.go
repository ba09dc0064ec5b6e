// SPDX-License-Identifier: Apache-2.0

package driver

import (
	"errors"
	"slices"
	"strings"
)

// option is an option a program offers.
type option struct {
	name   string
	values []string // of a combo; none for any value
}

// accepts reports whether an option has a value.
func (o option) accepts(value string) bool {
	return !strings.ContainsAny(value, "\r\n") && (len(o.values) == 0 || slices.Contains(o.values, value))
}

// readOption reads "name NAME… type TYPE … var VALUE var VALUE…".
func readOption(words []string) option {
	var o option
	kind := slices.Index(words, "type")
	if kind < 1 {
		return o
	}
	o.name = strings.Join(words[1:kind], " ")
	for i, word := range words {
		if i > kind && word == "var" && i+1 < len(words) {
			o.values = append(o.values, words[i+1])
		}
	}
	return o
}

// split splits a command at blanks outside quotes.
func split(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	quote, inside := rune(0), false
	for _, r := range command {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, inside = r, true
		case quote == 0 && (r == ' ' || r == '\t'):
			if inside {
				words = append(words, word.String())
			}
			word.Reset()
			inside = false
		default:
			word.WriteRune(r)
			inside = true
		}
	}
	if inside {
		words = append(words, word.String())
	}
	switch {
	case quote != 0:
		return nil, errors.New("a quote is not closed")
	case len(words) == 0 || words[0] == "":
		return nil, errors.New("no program is named")
	}
	return words, nil
}
