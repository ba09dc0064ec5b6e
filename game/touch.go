// SPDX-License-Identifier: Apache-2.0

package game

import (
	"cmp"
	"slices"
)

// TouchKind is the effect of a touch.
type TouchKind uint8

// The kinds of touches.
const (
	From   TouchKind = iota // picks up the man that moves
	To                      // puts it there; without a From, places a man from the hand
	Via                     // a further stop of a chain
	Take                    // takes the man there
	Choice                  // chooses between two ways to make the last step
)

var touchNames = [...]string{"from", "to", "via", "take", "choice"}

// String returns the kind's name.
func (k TouchKind) String() string { return NameOf(k, touchNames[:]) }

// MarshalText implements encoding.TextMarshaler.
func (k TouchKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (k *TouchKind) UnmarshalText(text []byte) error {
	return ParseName(k, text, touchNames[:], "touch")
}

// Stop reports whether the mover stands on the point: From, To and Via.
func (k TouchKind) Stop() bool { return k <= Via }

// Label names a way to make a step. The zero Label is none.
type Label struct {
	Name   string // for catalogues of texts: "approach"
	Letter string // in move texts, and what people type: "A"
}

// Touch is one point of a path. If a game has several ways to make a step, the Label says
// which: on the stop itself when only one way is possible, else on the Choice after it.
type Touch struct {
	Point Point
	Kind  TouchKind
	Label Label
}

// Path lists the touches that enter a move.
type Path []Touch

// Points returns the points of the path.
func (p Path) Points() []Point {
	points := make([]Point, len(p))
	for i, t := range p {
		points[i] = t.Point
	}
	return points
}

// Kinds returns the kind of each touch of the path.
func (p Path) Kinds() []TouchKind {
	kinds := make([]TouchKind, len(p))
	for i, t := range p {
		kinds[i] = t.Kind
	}
	return kinds
}

// Stops returns the touches on which the mover stands, without takes and choices.
func (p Path) Stops() Path {
	return slices.DeleteFunc(slices.Clone(p), func(t Touch) bool { return !t.Kind.Stop() })
}

// begins reports whether the path begins with these points.
func (p Path) begins(points []Point) bool {
	return len(p) >= len(points) && slices.EqualFunc(p[:len(points)], points, Touch.at)
}

func (t Touch) at(p Point) bool { return t.Point == p }

// Picker enters a move touch by touch: it narrows the legal moves of a state to the moves
// with a path that begins with the touched points.
type Picker struct {
	moves []Move
	path  []Point
}

// NewPicker starts a move among those given, usually State.Moves.
func NewPicker(moves []Move) *Picker { return &Picker{moves: moves} }

// Path returns the points touched so far.
func (k *Picker) Path() []Point { return slices.Clone(k.path) }

// Touches returns the touches so far. Points determine touches: paths that begin with
// equal points begin with equal touches.
func (k *Picker) Touches() Path {
	for _, m := range k.moves {
		for _, path := range m.Paths {
			if path.begins(k.path) {
				return slices.Clone(path[:len(k.path)])
			}
		}
	}
	return nil
}

// Options returns the touches that may come now, by ascending points.
func (k *Picker) Options() []Touch {
	var next []Touch
	for _, m := range k.moves {
		for _, path := range m.Paths {
			if len(path) > len(k.path) && path.begins(k.path) {
				next = append(next, path[len(k.path)])
			}
		}
	}
	slices.SortFunc(next, func(a, b Touch) int { return cmp.Compare(a.Point, b.Point) })
	return slices.CompactFunc(next, func(a, b Touch) bool { return a.Point == b.Point })
}

// Next returns the points that may be touched now, in ascending order.
func (k *Picker) Next() []Point { return Path(k.Options()).Points() }

// Touch adds a point, or reports false and changes nothing if no move continues with it.
func (k *Picker) Touch(p Point) bool {
	if !slices.ContainsFunc(k.Options(), func(t Touch) bool { return t.Point == p }) {
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

// Move returns the move that the touches enter, if they are one. Further touches may be
// possible: see Next.
func (k *Picker) Move() (Move, bool) { return findPath(k.moves, k.path) }

// Candidates returns the moves that the touches so far may still become.
func (k *Picker) Candidates() []Move {
	var moves []Move
	for _, m := range k.moves {
		if slices.ContainsFunc(m.Paths, func(p Path) bool { return p.begins(k.path) }) {
			moves = append(moves, m)
		}
	}
	return moves
}

// findPath returns the move with a path of exactly these points.
func findPath(moves []Move, points []Point) (Move, bool) {
	for _, m := range moves {
		for _, path := range m.Paths {
			if slices.EqualFunc(path, points, Touch.at) {
				return m, true
			}
		}
	}
	return Move{}, false
}
