// SPDX-License-Identifier: Apache-2.0

package solver

import "cairn/tablebase"

// graph is the positions of a group and the moves between them.
type graph struct {
	value []byte   // the best that is known; before the end that of moves out of the group
	open  []uint16 // moves inside the group that have not been found to lose
	first []uint32 // position → its first entry in before; one more at the end
	from  []uint32 // positions whose moves lead to a position
}

// link is a move inside the group.
type link struct{ from, to uint32 }

// invert lists for every position where moves come from.
func (g *graph) invert(lists [][]link) {
	g.first = make([]uint32, len(g.value)+1)
	for _, links := range lists {
		for _, l := range links {
			g.first[l.to+1]++
		}
	}
	for i := range g.value {
		g.first[i+1] += g.first[i]
	}
	g.from = make([]uint32, g.first[len(g.value)])
	next := append([]uint32(nil), g.first...)
	for _, links := range lists {
		for _, l := range links {
			g.from[next[l.to]] = l.from
			next[l.to]++
		}
	}
}

// solve finds the values ply by ply from the end of the game backwards.
func (g *graph) solve() error {
	var due [tablebase.MaxPlies + 2][]uint32
	for i, v := range g.value {
		if v := tablebase.Value(v); v > tablebase.Drawn || v < tablebase.Drawn && g.open[i] == 0 {
			due[v.Plies()] = append(due[v.Plies()], uint32(i))
		}
	}
	for ply := range due {
		for _, at := range due[ply] {
			v := tablebase.Value(g.value[at])
			if v.Plies() != ply || v == tablebase.Drawn {
				continue // a shorter win was found
			}
			for _, from := range g.from[g.first[at]:g.first[at+1]] {
				if new, changed := g.reach(from, v); changed {
					due[new.Plies()] = append(due[new.Plies()], from)
				}
			}
		}
	}
	g.finish()
	if len(due[tablebase.MaxPlies+1]) > 0 {
		return tablebase.ErrTooLong // whoever could only move there loses later than can be told
	}
	return nil
}

// finish calls drawn what is still open.
func (g *graph) finish() {
	for i, v := range g.value {
		if g.open[i] > 0 && tablebase.Value(v) < tablebase.Drawn {
			g.value[i] = byte(tablebase.Drawn)
		}
	}
}

// solvePlain finds the values without distances, in no order, however long a game
// lasts.
func (g *graph) solvePlain() {
	var queue []uint32
	for i, v := range g.value {
		if v := tablebase.Value(v); v > tablebase.Drawn || v < tablebase.Drawn && g.open[i] == 0 {
			queue = append(queue, uint32(i))
		}
	}
	for n := len(queue); n > 0; n = len(queue) {
		at := queue[n-1]
		queue = queue[:n-1]
		won := tablebase.Value(g.value[at]) > tablebase.Drawn
		for _, from := range g.from[g.first[at]:g.first[at+1]] {
			if g.decide(from, won) {
				queue = append(queue, from)
			}
		}
	}
	g.finish()
}

// decide tells a position that one of its moves leads to one that is won or else
// lost, and reports whether that decides it.
func (g *graph) decide(at uint32, won bool) bool {
	now := tablebase.Value(g.value[at])
	if !won {
		g.value[at] = byte(tablebase.Won)
		return now <= tablebase.Drawn
	}
	g.open[at]--
	return g.open[at] == 0 && now < tablebase.Drawn
}

// reach tells a position that one of its moves leads to a final value, and
// returns its own when that makes it one.
func (g *graph) reach(at uint32, v tablebase.Value) (tablebase.Value, bool) {
	now := tablebase.Value(g.value[at])
	after := v.Before()
	if after > tablebase.Drawn {
		if after <= now {
			return 0, false
		}
		g.value[at] = byte(after)
		return after, true
	}
	g.open[at]--
	if g.open[at] > 0 || now >= tablebase.Drawn {
		return 0, false
	}
	after = max(after, now)
	g.value[at] = byte(after)
	return after, true
}
