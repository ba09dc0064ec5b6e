// SPDX-License-Identifier: Apache-2.0

package game

// Input is a turn being entered, by touches or as typed text. All displays enter moves
// this way, without knowing rules or notation: touches are matched with the paths of the
// legal moves, and the rules explain refusals.
type Input struct {
	info   *Info
	state  State
	moves  []Move // all legal moves
	picker *Picker
	rest   []Point // typed points after a touch that was left out
	whole  bool    // a whole move was typed, so the turn ends with its text
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

// Touches returns the touches so far.
func (in *Input) Touches() Path { return in.picker.Touches() }

// Next returns the points that may be touched now, in ascending order.
func (in *Input) Next() []Point { return in.picker.Next() }

// Options returns the touches that may come now, in ascending order of points.
func (in *Input) Options() []Touch { return in.picker.Options() }

// Candidates returns the moves that the touches so far may still become.
func (in *Input) Candidates() []Move { return in.picker.Candidates() }

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
func (in *Input) Move() (Move, bool) { return in.picker.Move() }

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

// Touch adds a point. If no legal move continues with it, nothing changes and the reason
// is returned.
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

// forget drops typed points that are not touched yet.
func (in *Input) forget() { in.picker.moves, in.rest, in.whole = in.moves, nil, false }

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
		return in.whyStuck(p, move, at)
	case !place:
		return at(WhyNoMan)
	}
	return in.state.Refuse(Path{{Point: p, Kind: To}})
}

// whyStuck returns the reason why no turn begins with an own man: the first reason for a
// move of it that is not about the target alone. If no man can move at all, the point is
// occupied.
func (in *Input) whyStuck(p Point, moves bool, at func(Why) *Illegal) *Illegal {
	for to := range in.info.Board.Points {
		switch illegal := in.state.Refuse(Path{{Point: p, Kind: From}, {Point: Point(to), Kind: To}}); illegal.Why {
		case WhyTooFar, WhyOccupied, WhyMalformed, WhyNoPoint, WhyNotYours:
		default:
			return at(illegal.Why)
		}
	}
	if !moves {
		return at(WhyOccupied)
	}
	return at(WhyStuck)
}

// guess returns the probable kind of a touch that no legal move has. The sign typed before
// the point decides where the legal moves do not.
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

// View returns the board after the touches so far: played exactly as far as they are a
// move; after that the man is moved to its last stop, and touched men are taken off.
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

// played returns the view after the longest prefix of the path that is a move, and its
// length.
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
