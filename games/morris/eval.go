// SPDX-License-Identifier: Apache-2.0

package morris

import (
	"math/bits"

	"cairn/game"
)

// Weights of the evaluation by the phase of a side, a man of the moving phase
// being about 100.
type Weights struct {
	Placing, Moving, Flying Terms
}

// Terms are the terms of the evaluation. A term of a side less the term of the other
// side, times its weight, is its share in the evaluation.
type Terms struct {
	Man     int // on the board or in hand
	Two     int // a mill that one empty point would complete
	Live    int // such a point that a man can go to
	Safe    int // such a point that a man can go to and no opposing man can
	Mill    int // a closed mill
	Double  int // a mill that a man from another can complete
	Step    int // a way from a man to an empty point beside it
	Blocked int // a man without such a way
	Turn    int // a live point, once more, for the side to move
}

// EvalWith returns an evaluation of positions for the side to move. It is
// linear in the weights.
func EvalWith(w Weights) func(Position) int { return w.eval }

// evaluate evaluates a position for the side to move.
func evaluate(p Position) int { return p.rules().weights.eval(p) }

func (w *Weights) eval(p Position) int {
	r := p.rules()
	l := r.layout
	own, opposing := l.lay(p.own), l.lay(p.opposing)
	s := standing{l, l.full &^ (own | opposing), l.around(r.Full &^ p.occupied())}
	mine, ownReach := s.reach(w, p.own, p.hand(), r.Flying)
	theirs, otherReach := s.reach(w, p.opposing, p.otherHand(), r.Flying)
	worth := mine.Man*p.total() - theirs.Man*p.otherTotal()
	worth += s.score(mine, p.own, own, ownReach, otherReach, mine.Turn)
	return worth - s.score(theirs, p.opposing, opposing, otherReach, ownReach, 0)
}

// standing holds the inputs of the evaluation that both sides share.
type standing struct {
	*layout
	empty lanes
	open  uint32 // the points beside an empty one
}

// reach returns the terms of a side and the points its men can go to.
func (s *standing) reach(w *Weights, men uint32, hand int, flying bool) (*Terms, lanes) {
	switch {
	case hand > 0:
		return &w.Placing, s.full
	case flying && bits.OnesCount32(men) <= Fewest:
		return &w.Flying, s.full
	}
	return &w.Moving, s.reached(men)
}

// score rates the position of the men, not their number; turn is added for each mill
// they could close.
func (s *standing) score(t *Terms, men uint32, laid, reach, otherReach lanes, turn int) int {
	closed, closing := s.closed(laid), s.closing(laid, s.empty)
	live := closing & reach
	worth := t.Two*closing.count() + (t.Live+turn)*live.count() + t.Safe*(live&^otherReach).count() +
		t.Mill*closed.count() + t.Step*s.freedom(laid, s.empty) + t.Blocked*bits.OnesCount32(men&^s.open)
	if closed != 0 && closing != 0 {
		worth += t.Double * (closing & s.reached(s.milled(closed))).count()
	}
	return worth
}

// The novice's values of a move.
const (
	greedMill  = 4
	greedBlock = 3
	greedApart = 1
)

// greed is the taste of the simple computer player: closing a mill, else
// blocking one, else a point with no opponent beside it; judged with the moved
// man lifted.
func greed(p Position, m Move) int {
	r := p.rules()
	to := point(m.own &^ p.own)
	switch {
	case r.Mills(p.own&^m.own, to) > 0:
		return greedMill
	case r.Mills(p.opposing, to) > 0:
		return greedBlock
	case r.Neighbours[to]&p.opposing == 0:
		return greedApart
	}
	return 0
}

// quietLimit is the clock that draws a position of Morabaraba: ten turns each
// once a side flies.
func quietLimit(p Position) int {
	for _, s := range game.Sides {
		if p.phase(s) == game.Flying {
			return 20
		}
	}
	return game.StandardDraws.Quiet
}

// Foundation are the weights of the first release, not fitted: a mill
// threatened is worth less than the man it takes, a way to move less still.
var Foundation = func() Weights {
	same := Terms{Man: 100, Two: 12, Mill: 8, Step: 3}
	return Weights{same, same, same}
}()

// The weights that "go run ./lab/tune" found, each by the rule set it is named
// after. The weights of nine men's morris serve the boards of twelve as well as fitted
// ones did; Lasker's has better ones. A line ends the games of three men, so there
// is little to judge: they keep the Foundation.
var nineWeights = Weights{
	Placing: Terms{Man: 66, Two: 7, Live: 7, Safe: 44, Mill: 45, Double: 46, Step: 24, Blocked: -19, Turn: 77},
	Moving:  Terms{Man: 78, Two: 16, Live: 54, Safe: -8, Mill: 63, Double: 127, Step: 4, Blocked: -40, Turn: 21},
	Flying:  Terms{Man: 125, Two: 12, Live: 12, Safe: -31, Mill: -3, Step: -4, Blocked: 5, Turn: 10},
}

var laskerWeights = Weights{
	Placing: Terms{Man: 100, Two: 11, Live: 11, Safe: 10, Mill: 4, Double: 31, Step: 12, Blocked: -22, Turn: 54},
	Moving:  Terms{Man: 92, Two: 4, Live: 34, Safe: 33, Mill: 24, Double: 64, Step: 8, Blocked: -23, Turn: 47},
	Flying:  Terms{Man: 145, Two: 14, Live: 14, Safe: -13, Mill: 56, Step: 2, Blocked: 11, Turn: 8},
}

// FittedFor returns the weights by which positions of the rule set of p are
// judged.
func FittedFor(p Position) Weights { return *p.rules().weights }
