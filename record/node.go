// SPDX-License-Identifier: Apache-2.0

package record

import (
	"fmt"
	"slices"
	"strings"
)

// node is a value of a JSON or YAML document with its place. The libraries'
// own way into structs would lose the lines that a later fault has to name.
type node struct {
	line, column int
	kind         nodeKind
	text         string  // of a scalar
	items        []*node // of a list
	fields       []field // of an object, in their order
}

type field struct {
	name  string
	value *node
}

type nodeKind int

const (
	otherNode  nodeKind = iota // null, true, false
	textNode                   // a text in quotes
	numberNode                 // a number of JSON
	plainNode                  // a YAML scalar without quotes: what the field makes of it
	listNode
	objectNode
)

// maxNodeDepth is where the move of a turn stands in a variation MaxDepth deep:
// under turns 3 for each depth and 3 for the record, under undone 2 less. One
// depth more is past it in both.
const maxNodeDepth = 3*MaxDepth + 3

func (n *node) fault(format string, args ...any) *Fault {
	return &Fault{Line: n.line, Column: n.column, Err: fmt.Errorf(format, args...)}
}

// find returns the value of a field, nil when it is missing.
func (n *node) find(name string) *node {
	for _, f := range n.fields {
		if f.name == name {
			return f.value
		}
	}
	return nil
}

// only faults fields that are not among the names, or stand twice.
func (n *node) only(names ...string) error {
	seen := map[string]bool{}
	for _, f := range n.fields {
		if !slices.Contains(names, f.name) {
			return f.value.fault("field %q is unknown, want %s", f.name, strings.Join(names, ", "))
		}
		if seen[f.name] {
			return f.value.fault("field %q stands twice", f.name)
		}
		seen[f.name] = true
	}
	return nil
}
