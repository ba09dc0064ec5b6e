// SPDX-License-Identifier: Apache-2.0

package config

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"cairn/internal/limit"
)

// kinds are the kinds of settings; each makes the value that sets a field.
var kinds = map[string]func(field any) pflag.Value{
	"address":          kind(parseAddress, "ADDRESS"),
	"private address":  kind(parsePrivateAddress, "ADDRESS"),
	"optional address": kind(orNone(parseAddress), "ADDRESS"),
	"bus":              kind(parseBus, "URL"),
	"count":            kind(ParseInt("number", 0, 1_000_000), "N"),
	"database":         kind(ParseDatabase, "URL"),
	"directory":        kind(parseDirectory, "URL"), // of ACME (RFC 8555)
	"domain":           kind(list(parseDomain), "DOMAIN"),
	"email":            kind(parseEmail, "EMAIL"),
	"file":             kind(parseText, "FILE"),
	"folder":           kind(parseFolder, "DIR"),
	"game":             kind(list(parseGame), "GAME"),
	"hashing":          kind(ParseInt("number", 1, 256), "N"),
	"issuer":           kind(parseIssuer, "URL"),
	"limit":            kind(limit.ParseRate, "LIMIT"),
	"log-format":       kind(ParseWord[string]("log format", words["log-format"]), "FORMAT"),
	"log-level":        kind(ParseWord[string]("log level", words["log-level"]), "LEVEL"),
	"network":          kind(list(parsePrefix), "NETWORK"),
	"size":             kind(parseSize, "SIZE"),
	"smtp-tls":         kind(ParseWord[string]("smtp-tls", words["smtp-tls"]), "KIND"),
	"study-priority":   kind(ParseWord[string]("study-priority", words["study-priority"]), "PRIORITY"),
	"switch":           kind(parseSwitch, "bool"),
	"text":             kind(parseText, "TEXT"),
	"thinkers":         kind(ParseInt("number", 1, 1024), "N"),
	"url":              kind(ParseURL, "URL"),
	"webhook-url":      kind(parseWebhook, "URL"),
}

// words are the possible values of settings that have only a few, by key.
var words = map[string][]string{
	"log-format":     {LogText, LogJSON},
	"log-level":      {"debug", "info", "warn", "error"},
	"smtp-tls":       {"starttls", "tls", "none"},
	"study-priority": {StudyIdle, StudyNormal},
}

// Words returns the possible values of settings that have only a few, by key.
func Words() map[string][]string { return words }

// hidden are the settings that may hold a password, by key, and how they are shown
// without it.
var hidden = map[string]func(string) string{
	"database": ShowDatabase, "bus": showBus, "webhook-url": func(text string) string { return text },
}

// kind returns a function that makes the value of a field of type T.
func kind[T any](parse func(string) (T, error), name string) func(any) pflag.Value {
	return func(field any) pflag.Value { return NewValue(field.(*T), parse, name) }
}

// list parses values separated by commas or blanks.
func list[T any](parse func(string) (T, error)) func(string) ([]T, error) {
	return func(text string) (all []T, err error) {
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
			one, err := parse(word)
			if err != nil {
				return nil, err
			}
			all = append(all, one)
		}
		return all, nil
	}
}

// Value is a pflag.Value that a function parses. The function's errors show
// a correct value.
type Value[T any] struct {
	target *T
	parse  func(text string) (T, error)
	kind   string
}

// NewValue returns a Value that sets target; kind is shown in help after the
// flag's name.
func NewValue[T any](target *T, parse func(text string) (T, error), kind string) Value[T] {
	return Value[T]{target, parse, kind}
}

// Set implements pflag.Value.
func (v Value[T]) Set(text string) error {
	value, err := v.parse(text)
	*v.target = value
	return err
}

// Type implements pflag.Value.
func (v Value[T]) Type() string { return v.kind }

// String implements pflag.Value: the default as help shows it, empty for the zero
// value.
func (v Value[T]) String() string {
	if v.target == nil {
		return ""
	}
	value := reflect.ValueOf(v.target).Elem()
	switch text := fmt.Sprint(*v.target); {
	case value.IsZero():
		return ""
	case value.Kind() == reflect.Slice:
		return strings.ReplaceAll(strings.Trim(text, "[]"), " ", ", ")
	default:
		return text
	}
}

// FolderValue is the path of a folder.
func FolderValue(target *string) Value[string] { return NewValue(target, parseFolder, "DIR") }

// FileValue is the path of a file.
func FileValue(target *string) Value[string] { return NewValue(target, parseText, "FILE") }

// URLValue is the public address of a server.
func URLValue(target *string) Value[string] { return NewValue(target, ParseURL, "URL") }

// CountValue is a whole number between two bounds.
func CountValue(target *int, least, most int) Value[int] {
	return NewValue(target, ParseInt("number", least, most), "N")
}

// SizeValue is a number of bytes: 8GiB, 512M.
func SizeValue(target *Size) Value[Size] { return NewValue(target, parseSize, "SIZE") }

// Size is a number of bytes.
type Size uint64

// units are the suffixes of a size, each 1024 times the one before.
const units = "KMGT"

// String writes a size with the largest unit that leaves at least 1.
func (s Size) String() string {
	unit, value := 0, float64(s)
	for ; value >= 1024 && unit < len(units); unit++ {
		value /= 1024
	}
	if unit == 0 {
		return strconv.FormatUint(uint64(s), 10) + " B"
	}
	return fmt.Sprintf("%.4g %ciB", value, units[unit-1])
}

func parseSize(text string) (Size, error) {
	number := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(text), "B"), "I")
	shift := 0
	if n := len(number); n > 0 {
		if unit := strings.IndexByte(units, number[n-1]); unit >= 0 {
			number, shift = number[:n-1], 10*(unit+1)
		}
	}
	n, err := strconv.ParseUint(strings.TrimSpace(number), 10, 64)
	if err != nil || n == 0 || n<<shift>>shift != n {
		return 0, fmt.Errorf("size %q: want bytes with a unit, like 8GiB or 512M", text)
	}
	return Size(n << shift), nil
}

// ParseInt returns a parser of whole numbers; its error calls the number by name.
func ParseInt(name string, least, most int) func(string) (int, error) {
	bounds := fmt.Sprintf("from %d", least)
	if most < math.MaxInt {
		bounds += fmt.Sprintf(" to %d", most)
	}
	return func(text string) (int, error) {
		n, err := strconv.Atoi(text)
		if err != nil || n < least || n > most {
			return 0, fmt.Errorf("%s %q: want a whole number %s", name, text, bounds)
		}
		return n, nil
	}
}

func parseSwitch(text string) (bool, error) {
	on, err := strconv.ParseBool(text)
	if err != nil {
		return false, fmt.Errorf("switch %q: want true or false", text)
	}
	return on, nil
}

// ParseWord returns a parser of one of some words; its error calls the word by name.
func ParseWord[T ~string](name string, words []string) func(string) (T, error) {
	return func(text string) (T, error) {
		if !slices.Contains(words, text) {
			return "", fmt.Errorf("%s %q: want one of %s", name, text, strings.Join(words, ", "))
		}
		return T(text), nil
	}
}
