// SPDX-License-Identifier: Apache-2.0

package arena

import (
	"reflect"
	"slices"
	"strings"
	"unicode"

	"cairn/engine"
)

// The switches of the engine are read from its options, so that a technique
// that is added there can be measured here at once.

// founding are the techniques the first release had; all others came later.
var founding = []string{"no-table", "no-scout", "no-takes-first", "no-killers", "no-history", "no-quiescence"}

// Switches returns the names of the engine's techniques as specs switch them
// off: "no-table" for the field NoTable of its options.
func Switches() []string {
	var names []string
	for _, field := range reflect.VisibleFields(reflect.TypeFor[engine.Options]()) {
		if field.Type.Kind() == reflect.Bool && strings.HasPrefix(field.Name, "No") {
			names = append(names, kebab(field.Name))
		}
	}
	return names
}

// switchOff switches off the technique of that name, one of Switches.
func switchOff(o *engine.Options, name string) {
	value := reflect.ValueOf(o).Elem()
	for i := range value.NumField() {
		if kebab(value.Type().Field(i).Name) == name {
			value.Field(i).SetBool(true)
		}
	}
}

// foundationOptions switch off what the first release did not have.
func foundationOptions() engine.Options {
	var o engine.Options
	for _, name := range Switches() {
		if !slices.Contains(founding, name) {
			switchOff(&o, name)
		}
	}
	return o
}

// kebab writes NoTakesFirst as no-takes-first.
func kebab(name string) string {
	var text strings.Builder
	for i, letter := range name {
		if i > 0 && unicode.IsUpper(letter) {
			text.WriteByte('-')
		}
		text.WriteRune(unicode.ToLower(letter))
	}
	return text.String()
}
