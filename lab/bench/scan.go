// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"encoding/json"
	"errors"
	"strings"
)

var errJSON = errors.New("the message is not JSON")

// fields calls each with the fields of a JSON object; items does so with the items of an array.
// The generator shares the processors with the server: encoding/json would take a
// quarter of its time for fields that it ignores. Values of ignored fields are not checked.
//
// Names and values are parts of the text.
func fields(object string, each func(name, value string) error) error {
	return members(object, '{', '}', func(rest string) (string, error) {
		name, rest, err := cutValue(rest)
		if err != nil || len(name) < 2 || name[0] != '"' {
			return "", errJSON
		}
		rest = trim(rest)
		if len(rest) == 0 || rest[0] != ':' {
			return "", errJSON
		}
		value, rest, err := cutValue(rest[1:])
		if err != nil {
			return "", err
		}
		return rest, each(name[1:len(name)-1], value)
	})
}

func items(array string, each func(value string) error) error {
	return members(array, '[', ']', func(rest string) (string, error) {
		value, rest, err := cutValue(rest)
		if err != nil {
			return "", err
		}
		return rest, each(value)
	})
}

// members reads a list between brackets; member reads one element and returns the rest of the text. A
// null is an empty list.
func members(text string, open, end byte, member func(string) (string, error)) error {
	text = trim(text)
	if text == "null" {
		return nil
	}
	if len(text) == 0 || text[0] != open {
		return errJSON
	}
	if text = trim(text[1:]); len(text) > 0 && text[0] == end {
		return nil
	}
	for {
		rest, err := member(text)
		if err != nil {
			return err
		}
		rest = trim(rest)
		switch {
		case len(rest) > 0 && rest[0] == end:
			return nil
		case len(rest) == 0 || rest[0] != ',':
			return errJSON
		}
		text = rest[1:]
	}
}

// space are the characters between values.
const space = " \t\r\n"

// trim cuts off the space before a value; mostly there is none.
func trim(text string) string {
	if len(text) == 0 || text[0] > ' ' {
		return text
	}
	return strings.TrimLeft(text, space)
}

// cutValue returns the first value of a text and the rest.
func cutValue(text string) (value, rest string, err error) {
	text = trim(text)
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			if i = endOfString(text, i); i < 0 {
				return "", "", errJSON
			}
		case '{', '[':
			depth++
			continue
		case '}', ']':
			depth--
		default:
			if depth == 0 { // a number or a word
				n := strings.IndexAny(text[i:], ",}]"+space)
				if n < 0 {
					n = len(text) - i
				}
				if n == 0 {
					return "", "", errJSON
				}
				i += n - 1
			}
		}
		if depth == 0 {
			return text[:i+1], text[i+1:], nil
		}
	}
	return "", "", errJSON
}

// endOfString returns where the string that begins at i ends; -1 if it does not.
func endOfString(text string, i int) int {
	for i++; i < len(text); {
		n := strings.IndexByte(text[i:], '"')
		if n < 0 {
			return -1
		}
		escape := strings.IndexByte(text[i:i+n], '\\')
		if escape < 0 {
			return i + n
		}
		i += escape + 2
	}
	return -1
}

// stringOf returns the text of a JSON string.
func stringOf(value string) (string, error) {
	if len(value) >= 2 && value[0] == '"' && strings.IndexByte(value, '\\') < 0 {
		return value[1 : len(value)-1], nil
	}
	var text string
	err := json.Unmarshal([]byte(value), &text)
	return text, err
}
