// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"bytes"
	"encoding/json"
	"errors"
)

var errJSON = errors.New("the message is not JSON")

// fields calls each with the fields of a JSON object, and items with those of an array.
// The generator shares the processors with the server: encoding/json would take a
// quarter of its time for fields that it does not look at. Values that are passed over
// are not checked.
func fields(object []byte, each func(name string, value []byte) error) error {
	return members(object, '{', '}', func(rest []byte) ([]byte, error) {
		name, rest, err := cutValue(rest)
		if err != nil || len(name) < 2 || name[0] != '"' {
			return nil, errJSON
		}
		rest = bytes.TrimLeft(rest, space)
		if len(rest) == 0 || rest[0] != ':' {
			return nil, errJSON
		}
		value, rest, err := cutValue(rest[1:])
		if err != nil {
			return nil, err
		}
		return rest, each(string(name[1:len(name)-1]), value)
	})
}

func items(array []byte, each func(value []byte) error) error {
	return members(array, '[', ']', func(rest []byte) ([]byte, error) {
		value, rest, err := cutValue(rest)
		if err != nil {
			return nil, err
		}
		return rest, each(value)
	})
}

// members reads a list between brackets; member reads one and returns what follows. A
// null is an empty list.
func members(text []byte, open, end byte, member func([]byte) ([]byte, error)) error {
	text = bytes.TrimLeft(text, space)
	if string(text) == "null" {
		return nil
	}
	if len(text) == 0 || text[0] != open {
		return errJSON
	}
	if text = bytes.TrimLeft(text[1:], space); len(text) > 0 && text[0] == end {
		return nil
	}
	for {
		rest, err := member(text)
		if err != nil {
			return err
		}
		rest = bytes.TrimLeft(rest, space)
		switch {
		case len(rest) > 0 && rest[0] == end:
			return nil
		case len(rest) == 0 || rest[0] != ',':
			return errJSON
		}
		text = rest[1:]
	}
}

// space is what may stand between values.
const space = " \t\r\n"

// cutValue returns the first value of a text and what follows it.
func cutValue(text []byte) (value, rest []byte, err error) {
	text = bytes.TrimLeft(text, space)
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			if i = endOfString(text, i); i < 0 {
				return nil, nil, errJSON
			}
		case '{', '[':
			depth++
			continue
		case '}', ']':
			depth--
		default:
			if depth == 0 { // a number or a word
				n := bytes.IndexAny(text[i:], ",}]"+space)
				if n < 0 {
					n = len(text) - i
				}
				if n == 0 {
					return nil, nil, errJSON
				}
				i += n - 1
			}
		}
		if depth == 0 {
			return text[:i+1], text[i+1:], nil
		}
	}
	return nil, nil, errJSON
}

// endOfString returns where the string that begins at i ends; -1 if it does not.
func endOfString(text []byte, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}

// stringOf returns the text of a JSON string.
func stringOf(value []byte) (string, error) {
	if len(value) >= 2 && value[0] == '"' && bytes.IndexByte(value, '\\') < 0 {
		return string(value[1 : len(value)-1]), nil
	}
	var text string
	err := json.Unmarshal(value, &text)
	return text, err
}
