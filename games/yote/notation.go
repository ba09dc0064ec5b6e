// SPDX-License-Identifier: Apache-2.0

package yote

import (
	"strings"

	"cairn/game"
)

// formatMove writes a move: b3, b3-b4, b3-b5xd2, b3-b5xd2-d5xa0.
func (r *ruleSet) formatMove(_ Position, m Move) string {
	switch m.kind() {
	case placing:
		return r.name(m.to())
	case stepping:
		return r.name(m.from()) + "-" + r.name(m.to())
	}
	var out strings.Builder
	out.WriteString(r.name(m.from()))
	for _, h := range r.form().hops(m) {
		out.WriteString("-" + r.name(h.to))
		if !h.lapsed() {
			out.WriteString("x" + r.name(h.extra))
		}
	}
	return out.String()
}

// paths returns the touches of a move: its cells in the order of its text.
func (r *ruleSet) paths(_ Position, m Move) [][]game.Point {
	switch m.kind() {
	case placing:
		return [][]game.Point{{m.to()}}
	case stepping:
		return [][]game.Point{{m.from(), m.to()}}
	}
	path := []game.Point{m.from()}
	for _, h := range r.form().hops(m) {
		path = append(path, h.to)
		if !h.lapsed() {
			path = append(path, h.extra)
		}
	}
	return [][]game.Point{path}
}
