// SPDX-License-Identifier: Apache-2.0

package game

import (
	"slices"
	"strings"
)

// Input is a turn being entered, by touches or as typed text. Every display of
// every game enters moves this way and needs to know no rule and no notation:
// touches are compared with the paths of the legal moves, and the rules explain
// what they refuse.
type Input struct {
	info   *Info
	state  State
	moves  []Move // all legal moves
	picker *Picker
	rest   []Point // typed already, waiting for a touch that was left out before them
	whole  bool    // a whole move was typed, which ends where its text ends
}

// NewInput begins the turn of the side to move.
func NewInput(info *Info, s State) *Input {
	moves := s.Moves()
	return &Input{info: info, state: s, moves: moves, picker: NewPicker(moves)}
}

// State returns the state the turn begins from.
func (in *Input) State() State { return in.state }

// Path returns the points touched so far.
func (in *Input) Path() []Point { return in.picker.Path() }

// Touches returns the same with what each touch does.
func (in *Input) Touches() Path { return in.picker.Touches() }

// Next returns the points that may be touched now, in ascending order.
func (in *Input) Next() []Point { return in.picker.Next() }

// Options returns the same with what each touch does.
func (in *Input) Options() []Touch { return in.picker.Options() }

// Starts reports whether the turn may begin with placing a man, and whether
// with moving one.
func (in *Input) Starts() (place, move bool) {
	for _, t := range NewPicker(in.moves).Options() {
		place, move = place || t.Kind == To, move || t.Kind == From
	}
	return place, move
}

// Move returns the move entered so far, if it is one. The turn may go on: see
// Done.
func (in *Input) Move() (Move, bool) {
	m, ok := in.picker.Move()
	return m, ok && len(in.rest) == 0
}

// Done returns the move once nothing is left to enter.
func (in *Input) Done() (Move, bool) {
	m, ok := in.Move()
	return m, ok && (in.whole || len(in.Next()) == 0)
}

// MayEnd reports whether the turn may end here although it could go on.
func (in *Input) MayEnd() bool {
	_, ok := in.Move()
	return ok && len(in.Next()) > 0
}

// Touch adds a point. When no legal move goes on with it nothing changes, and
// the reason is returned.
func (in *Input) Touch(p Point) *Illegal {
	if in.picker.Touch(p) {
		in.follow()
		return nil
	}
	return in.why(p)
}

// Back takes the last touch back.
func (in *Input) Back() {
	in.picker.Back()
	in.forget()
}

// Reset takes all touches back.
func (in *Input) Reset() {
	in.picker.Reset()
	in.forget()
}

// forget drops what was typed beyond the touches made.
func (in *Input) forget() { in.picker.moves, in.rest, in.whole = in.moves, nil, false }

// Type enters a text. At the beginning of a turn it may be a whole move, or a
// point to begin with; later, the touches to go on with. Letter case does not
// count, blanks or nothing may stand for the signs between points, and points
// may have their number first. Men to take and choices may be left out: Done
// reports false then, and Next what is asked for.
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
	for _, words := range readings {
		if !begun && !lone && in.enterWhole(words) {
			return nil
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

// find returns the move of a text that differs in blanks and letter case only.
func (in *Input) find(text string) (Move, bool) {
	text = fold(text)
	i := slices.IndexFunc(in.moves, func(m Move) bool { return fold(m.Text) == text })
	if i < 0 {
		return Move{}, false
	}
	return in.moves[i], true
}

// read returns the ways to read a text, at least one unless it is refused.
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

// enterWhole narrows the moves to those that the words are, with all stops, and
// touches as many points as are certain. It reports false when there is none.
func (in *Input) enterWhole(words []word) bool {
	var moves []Move
	for _, m := range in.moves {
		paths := slices.DeleteFunc(slices.Clone(m.Paths), func(p Path) bool { return !fits(words, p) })
		if len(paths) > 0 {
			m.Paths = paths
			moves = append(moves, m)
		}
	}
	if len(moves) == 0 {
		return false
	}
	in.picker, in.whole = NewPicker(moves), true
	for _, w := range words {
		if !w.isLabel() {
			in.rest = append(in.rest, w.point)
		}
	}
	in.follow()
	return true
}

// follow touches the points that were typed as far as they fit, and choices
// that have only one answer left.
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

// choose touches the point that a label stands for. Where there is no choice
// the label must be that of the last step.
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

// why returns the reason why a point cannot be touched now.
func (in *Input) why(p Point) *Illegal {
	name := in.info.Board.Name(p)
	at := func(w Why) *Illegal { return &Illegal{Move: name, Why: w, At: name} }
	path, next := in.picker.Touches(), in.Options()
	switch {
	case in.state.Result().Over():
		return &Illegal{Move: name, Why: WhyOver}
	case len(path) == 0:
		return in.whyStart(p, at)
	case len(next) > 0 && next[0].Kind == Choice:
		return at(WhyChoose)
	}
	illegal := in.state.Refuse(append(path, Touch{Point: p, Kind: in.guess(p, next, 0)}))
	if illegal.At == "" {
		illegal.At = name
	}
	return illegal
}

// whyStart returns the reason why no turn begins with a point.
func (in *Input) whyStart(p Point, at func(Why) *Illegal) *Illegal {
	place, move := in.Starts()
	switch side, stands := in.state.View().Men[p].Side(); {
	case stands && side != in.state.Turn() && place && !move:
		return at(WhyOccupied)
	case stands && side != in.state.Turn():
		return at(WhyNotYours)
	case stands:
		return in.whyStuck(p, at)
	case !place:
		return at(WhyNoMan)
	}
	return in.state.Refuse(Path{{Point: p, Kind: To}})
}

// whyStuck returns the reason why no turn begins with an own man: the first that
// the rules give for one of its moves. That a point is occupied or far away is
// no such reason.
func (in *Input) whyStuck(p Point, at func(Why) *Illegal) *Illegal {
	for to := range in.info.Board.Points {
		switch illegal := in.state.Refuse(Path{{Point: p, Kind: From}, {Point: Point(to), Kind: To}}); illegal.Why {
		case WhyTooFar, WhyOccupied, WhyMalformed, WhyNoPoint, WhyNotYours:
		default:
			return at(illegal.Why)
		}
	}
	return at(WhyStuck)
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

// meant returns the touches that the words of an illegal move stand for. As long
// as legal moves go the same way, theirs; what comes after is a guess. A stop
// has a label only if it was typed.
func (in *Input) meant(words []word) (Path, bool) {
	var path Path
	legal := NewPicker(in.moves)
	labelled := true // a label would follow nothing, or another
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
		default:
			path = append(path, Touch{Point: w.point, Kind: in.guess(w.point, next, w.mark)})
			legal = NewPicker(nil)
		}
		labelled = w.isLabel()
	}
	return path, true
}

// guess returns what touching a point would do that no legal move touches. The
// sign typed before it says it where the legal moves do not.
func (in *Input) guess(p Point, next []Touch, mark rune) TouchKind {
	theirs := in.state.View().Men[p] == ManOf(in.state.Turn().Other())
	switch {
	case len(next) > 0 && next[0].Kind.Stop():
		return next[0].Kind
	case mark == '-':
		return Via
	case mark == 'x':
		return Take
	case len(next) > 0:
		return next[0].Kind
	case theirs:
		return Take
	}
	return Via
}

// View returns the board with the touches so far: exactly as far as they are a
// move, beyond that with the man where it was sent, and without the men that
// were touched to be taken.
func (in *Input) View() View {
	path, us := in.picker.Touches(), in.state.Turn()
	view, done := in.played(path)
	view.Turn = us
	at, lifted := Point(0), false
	for i, t := range path {
		switch {
		case !t.Kind.Stop():
			if t.Kind == Take && i >= done {
				view.Men[t.Point] = NoMan
			}
			continue
		case i < done || t.Kind == From:
		case lifted:
			view.Men[at], view.Men[t.Point] = NoMan, ManOf(us)
		default:
			view.Men[t.Point] = ManOf(us)
			view.Sides[us].Hand--
			view.Sides[us].Board++
		}
		at, lifted = t.Point, true
	}
	return view
}

// played returns the view after the longest beginning of the path that is a
// move, and how long that is.
func (in *Input) played(path Path) (view View, length int) {
	for n := len(path); n > 0; n-- {
		if m, ok := findPath(in.moves, path[:n].Points()); ok {
			if s, err := in.state.Play(m.Text); err == nil {
				return s.View(), n
			}
		}
	}
	return in.state.View(), 0
}
