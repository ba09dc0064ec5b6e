// SPDX-License-Identifier: Apache-2.0

package game

import "slices"

// Picker enters a move touch by touch: it narrows the legal moves of a state to
// those whose path begins with the points touched so far. Every display, of
// every game, enters moves this way and so needs to know no rule.
type Picker struct {
	moves []Move
	path  []Point
}

// NewPicker starts a move among those given, usually State.Moves.
func NewPicker(moves []Move) *Picker { return &Picker{moves: moves} }

// Path returns the points touched so far.
func (k *Picker) Path() []Point { return slices.Clone(k.path) }

// Next returns the points that may be touched now, in ascending order.
func (k *Picker) Next() []Point {
	var next []Point
	for _, m := range k.moves {
		for _, path := range m.Paths {
			if len(path) > len(k.path) && k.under(path) {
				next = append(next, path[len(k.path)])
			}
		}
	}
	slices.Sort(next)
	return slices.Compact(next)
}

// Touch adds a point, or reports false and changes nothing when no move goes
// on with it.
func (k *Picker) Touch(p Point) bool {
	if !slices.Contains(k.Next(), p) {
		return false
	}
	k.path = append(k.path, p)
	return true
}

// Back takes the last touch back and reports whether there was one.
func (k *Picker) Back() bool {
	if len(k.path) == 0 {
		return false
	}
	k.path = k.path[:len(k.path)-1]
	return true
}

// Reset takes all touches back.
func (k *Picker) Reset() { k.path = k.path[:0] }

// Move returns the move the touches so far enter, if they enter one. It may
// still be possible to go on: see Next.
func (k *Picker) Move() (Move, bool) {
	for _, m := range k.moves {
		for _, path := range m.Paths {
			if slices.Equal(path, k.path) {
				return m, true
			}
		}
	}
	return Move{}, false
}

// Candidates returns the moves that the touches so far may still become.
func (k *Picker) Candidates() []Move {
	var moves []Move
	for _, m := range k.moves {
		if slices.ContainsFunc(m.Paths, k.under) {
			moves = append(moves, m)
		}
	}
	return moves
}

// under reports whether a path begins with the touches so far.
func (k *Picker) under(path []Point) bool {
	return len(path) >= len(k.path) && slices.Equal(path[:len(k.path)], k.path)
}
