// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"reflect"
	"strings"
)

// Weights are structs of integers, or of such structs. Here they are vectors,
// in the order of the fields.

// fields returns pointers to the numbers of a struct, and their names.
func fields(weights any) (numbers []*int, names []string) {
	collect(reflect.ValueOf(weights).Elem(), "", &numbers, &names)
	return numbers, names
}

func collect(v reflect.Value, path string, numbers *[]*int, names *[]string) {
	for i := range v.NumField() {
		name := path + v.Type().Field(i).Name
		if field := v.Field(i); field.Kind() == reflect.Struct {
			collect(field, name+".", numbers, names)
		} else {
			*numbers = append(*numbers, field.Addr().Interface().(*int))
			*names = append(*names, name)
		}
	}
}

// literal writes weights as Go source, a line for each inner struct.
func literal(weights any) string {
	v := reflect.ValueOf(weights)
	var text strings.Builder
	text.WriteString("Weights{\n")
	for i := range v.NumField() {
		fmt.Fprintf(&text, "\t%s: Terms{", v.Type().Field(i).Name)
		inner, separator := v.Field(i), ""
		for j := range inner.NumField() {
			if n := inner.Field(j).Int(); n != 0 {
				fmt.Fprintf(&text, "%s%s: %d", separator, inner.Type().Field(j).Name, n)
				separator = ", "
			}
		}
		text.WriteString("},\n")
	}
	return text.String() + "}"
}
