// SPDX-License-Identifier: Apache-2.0

package main

import (
	"strings"

	"cairn/engine"
	"cairn/record"
)

// levelNames returns the computer's levels, the weakest first.
func levelNames() []string {
	var names []string
	for _, level := range engine.Levels() {
		names = append(names, string(level))
	}
	return names
}

// formatNames returns the formats of records.
func formatNames() []string {
	var names []string
	for _, format := range record.Formats() {
		names = append(names, format.Name())
	}
	return names
}

func joined(names []string) string { return strings.Join(names, ", ") }
