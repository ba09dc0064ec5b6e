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

// paths returns the touches of a move: its cells in the order of its text. The
// stone jumped over is not touched.
func (r *ruleSet) paths(_ Position, m Move) []game.Path {
	to := game.Touch{Point: m.to(), Kind: game.To}
	switch m.kind() {
	case placing:
		return []game.Path{{to}}
	case stepping:
		return []game.Path{{{Point: m.from(), Kind: game.From}, to}}
	}
	path := game.Path{{Point: m.from(), Kind: game.From}}
	kind := game.To
	for _, h := range r.form().hops(m) {
		path = append(path, game.Touch{Point: h.to, Kind: kind})
		if !h.lapsed() {
			path = append(path, game.Touch{Point: h.extra, Kind: game.Take})
		}
		kind = game.Via
	}
	return []game.Path{path}
}
