// SPDX-License-Identifier: Apache-2.0

package game

import (
	"slices"
	"strings"
)

// Type enters a text: at the beginning of a turn a whole move or a first point, later
// further touches. Letter case is ignored, signs between points may be blanks or left out,
// and the number of a point may come first. Men to take and choices may be left out: then
// Done reports false, and Next returns the points that are asked for.
//
// A text that is refused changes nothing.
func (in *Input) Type(text string) *Illegal {
	if in.state.Result().Over() {
		return &Illegal{Move: text, Why: WhyOver}
	}
	begun := len(in.picker.path) > 0
	if m, ok := in.find(text); ok && !begun {
		in.picker = &Picker{[]Move{m}, m.Paths[0].Points()}
		in.whole = true
		return nil
	}
	readings, illegal := in.read(text, begun)
	if illegal != nil {
		return illegal
	}
	lone := len(readings[0]) == 1
	if !begun && !lone {
		fitting := slices.DeleteFunc(slices.Clone(readings), func(words []word) bool { return len(in.fitting(words)) == 0 })
		switch len(fitting) {
		case 0:
		case 1:
			in.enterWhole(fitting[0])
			return nil
		default: // "112" may be 1 12 or 11 2
			return &Illegal{Move: text, Why: WhyMalformed, At: text}
		}
	}
	for _, words := range readings {
		reason := in.enter(words)
		if reason == nil {
			return nil
		}
		if illegal == nil {
			illegal = reason
		}
	}
	if !begun && !lone {
		return in.explain(text, readings[0])
	}
	illegal.Move = text
	return illegal
}

// find returns the move with a text, ignoring blanks and letter case.
func (in *Input) find(text string) (Move, bool) {
	text = fold(text)
	i := slices.IndexFunc(in.moves, func(m Move) bool { return fold(m.Text) == text })
	if i < 0 {
		return Move{}, false
	}
	return in.moves[i], true
}

// read returns the ways to read a text, or the reason why there are none.
func (in *Input) read(text string, begun bool) ([][]word, *Illegal) {
	r, trimmed := newReader(in.info, in.moves, begun), strings.TrimSpace(text)
	if readings := r.read(trimmed, false); len(readings) > 0 {
		return readings, nil
	}
	for _, words := range r.read(trimmed, true) {
		for _, w := range words {
			if !w.known && !w.isLabel() {
				return nil, &Illegal{Move: text, Why: WhyNoPoint, At: w.text}
			}
		}
	}
	return nil, &Illegal{Move: text, Why: WhyMalformed, At: text}
}

// fitting returns the moves that the words enter, with the matching paths only.
func (in *Input) fitting(words []word) []Move {
	var moves []Move
	for _, m := range in.moves {
		paths := slices.DeleteFunc(slices.Clone(m.Paths), func(p Path) bool { return !fits(words, p) })
		if len(paths) > 0 {
			m.Paths = paths
			moves = append(moves, m)
		}
	}
	return moves
}

// enterWhole narrows the moves to the fitting ones, and touches points as far as they are
// unambiguous.
func (in *Input) enterWhole(words []word) {
	in.picker, in.whole = NewPicker(in.fitting(words)), true
	for _, w := range words {
		if !w.isLabel() {
			in.rest = append(in.rest, w.point)
		}
	}
	in.follow()
}

// follow touches the typed points as far as they fit, and choices with one option left.
func (in *Input) follow() {
	for {
		next := in.Options()
		switch {
		case len(in.rest) > 0 && in.picker.Touch(in.rest[0]):
			in.rest = in.rest[1:]
		case in.whole && len(next) == 1 && next[0].Kind == Choice:
			in.picker.Touch(next[0].Point)
		default:
			return
		}
	}
}

// enter touches the words in their order, all or none.
func (in *Input) enter(words []word) *Illegal {
	before, rest := len(in.picker.path), in.rest
	for _, w := range words {
		var illegal *Illegal
		if w.isLabel() {
			illegal = in.choose(w.label)
		} else {
			illegal = in.Touch(w.point)
		}
		if illegal != nil {
			in.picker.path, in.rest = in.picker.path[:before], rest
			return illegal
		}
	}
	return nil
}

// choose touches the point of a label. If there is no choice now, the label must be the
// label of the last step.
func (in *Input) choose(label Label) *Illegal {
	for _, t := range in.Options() {
		if t.Kind == Choice && t.Label == label {
			return in.Touch(t.Point)
		}
	}
	path := in.picker.Touches()
	if len(path) == 0 {
		return &Illegal{Move: label.Letter, Why: WhyMalformed, At: label.Letter}
	}
	last := &path[len(path)-1]
	if last.Label == label {
		return nil
	}
	last.Label = label
	return in.state.Refuse(path)
}

// explain returns why the rules refuse a typed move.
func (in *Input) explain(text string, words []word) *Illegal {
	path, ok := in.meant(words)
	if !ok {
		return &Illegal{Move: text, Why: WhyMalformed, At: text}
	}
	illegal := in.state.Refuse(path)
	illegal.Move = text
	if illegal.Why == WhyMalformed && illegal.At == "" {
		illegal.At = text
	}
	return illegal
}

// meant returns the touches that the words of an illegal move stand for: the touches of
// legal moves as far as they agree, then guesses. A stop has a label only if it was typed.
func (in *Input) meant(words []word) (Path, bool) {
	var path Path
	legal := NewPicker(in.moves)
	labelled := true // a label may not come first, nor after another one
	for _, w := range words {
		next := legal.Options()
		i := slices.IndexFunc(next, func(t Touch) bool {
			if w.isLabel() {
				return t.Kind == Choice && t.Label == w.label
			}
			return t.Point == w.point
		})
		switch {
		case w.isLabel() && labelled:
			return nil, false
		case i >= 0:
			legal.Touch(next[i].Point)
			path = append(path, next[i])
			if next[i].Kind.Stop() {
				path[len(path)-1].Label = Label{}
			}
		case w.isLabel():
			path[len(path)-1].Label = w.label
		case len(path) > 0 && path[len(path)-1].Kind == From: // with any separator: the point after a From is a To
			path = append(path, Touch{Point: w.point, Kind: To})
			legal = NewPicker(nil)
		default:
			path = append(path, Touch{Point: w.point, Kind: in.guess(w.point, next, w.mark)})
			legal = NewPicker(nil)
		}
		labelled = w.isLabel()
	}
	return path, true
}
