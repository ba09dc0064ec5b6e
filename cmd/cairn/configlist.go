// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"strings"
)

// listValue is several values of one kind. Setting it replaces all of them.
type listValue[T any] struct {
	target *[]T
	parse  func(text string) (T, error)
	kind   string
}

func list[T any](target *[]T, parse func(string) (T, error), kind string) listValue[T] {
	return listValue[T]{target, parse, kind}
}

// Set implements pflag.Value: values with commas or blanks between them.
func (v listValue[T]) Set(text string) error {
	var all []T
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		one, err := v.parse(word)
		if err != nil {
			return err
		}
		all = append(all, one)
	}
	*v.target = all
	return nil
}

// Type implements pflag.Value.
func (v listValue[T]) Type() string { return v.kind }

// String implements pflag.Value.
func (v listValue[T]) String() string {
	var words []string
	for _, one := range *v.target {
		words = append(words, fmt.Sprint(one))
	}
	return strings.Join(words, ", ")
}
