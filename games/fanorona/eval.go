// SPDX-License-Identifier: Apache-2.0

package fanorona

import "math/bits"

// Weights of the evaluation, in hundredths of a stone: while there are many
// stones on the board, and when few are left.
type Weights struct{ Many, Few Terms }

// Terms are the terms of the evaluation. A term of the side to move less the term of the
// other side, times its weight, is its share in the evaluation, unless it says
// whose it is.
type Terms struct {
	Stone  int
	Lead   int // stones in percent of all on the board
	Step   int // a step a stone could make, were captures not compulsory
	Strong int // a stone on a strong point
	Hunter int // a stone of the side to move that can capture
	Way    int // a step of the side to move that captures
	Danger int // a stone of the other side that could capture, if nothing is done about it
	Risk   int // a step of the other side that captures
	Ready  int // the side to move can capture
	Alarm  int // the other side could
	Tempo  int // it is one's turn
}

// few is how many stones in all are few.
const few = 12

// Foundation are the weights of the first release: stones and freedom to move.
var Foundation = func() Weights {
	same := Terms{Stone: 100, Step: 2}
	return Weights{same, same}
}()

// Fitted are the present weights, found by "go run ./lab/tune fanorona". A capture that waits is worth more than a stone: rows are taken whole.
var Fitted = Weights{
	Many: Terms{
		Stone: 39, Lead: 3, Step: 10, Strong: -33,
		Hunter: -10, Way: 50, Danger: -12, Risk: -22, Ready: 31, Alarm: 12, Tempo: 11,
	},
	Few: Terms{
		Stone: 53, Lead: 4, Step: 2, Strong: -4,
		Hunter: 81, Way: 44, Danger: -104, Risk: 7, Ready: 31, Alarm: 22,
	},
}

// EvalWith returns an evaluation of positions for the side to move. It is
// linear in the weights.
func EvalWith(w Weights) func(Position) int { return w.eval }

// eval evaluates p for the side to move.
func eval(p Position) int { return Fitted.eval(p) }

func (w *Weights) eval(p Position) int {
	own, foes := bits.OnesCount64(p.own), bits.OnesCount64(p.foes)
	t := &w.Many
	if own+foes <= few {
		t = &w.Few
	}
	s := p.survey()
	return t.Stone*(own-foes) + t.Lead*(100*(own-foes)/max(own+foes, 1)) +
		t.Strong*(bits.OnesCount64(p.own&strong)-bits.OnesCount64(p.foes&strong)) + t.Step*s.steps +
		t.Hunter*bits.OnesCount64(s.hunters) + t.Way*s.ways +
		t.Danger*bits.OnesCount64(s.dangers) + t.Risk*s.risks +
		t.Ready*min(s.ways, 1) + t.Alarm*min(s.risks, 1) + t.Tempo
}

// strong are the places lines run from in all directions.
const strong uint64 = 0x5555_5555_5555_5555

// survey counts the steps and captures of both sides, as if each were to move.
type survey struct {
	steps            int    // of the side to move, less those of the other
	ways, risks      int    // steps that capture, of the side to move and of the other
	hunters, dangers uint64 // the stones that make them
}

// survey looks in all directions for steps, approaches and withdrawals.
func (p Position) survey() (s survey) {
	empty := p.empty()
	for d := range directions {
		free, back := before(d, empty), d.opposite()
		s.steps += bits.OnesCount64(p.own&free) - bits.OnesCount64(p.foes&free)
		approaching := p.own & before(d, empty&before(d, p.foes))
		withdrawing := p.own & free & before(back, p.foes)
		s.ways += bits.OnesCount64(approaching) + bits.OnesCount64(withdrawing)
		s.hunters |= approaching | withdrawing
		approaching = p.foes & before(d, empty&before(d, p.own))
		withdrawing = p.foes & free & before(back, p.own)
		s.risks += bits.OnesCount64(approaching) + bits.OnesCount64(withdrawing)
		s.dangers |= approaching | withdrawing
	}
	return s
}

// greed is the taste of a novice: to take as many stones as possible, then to
// leave the opponent as few as possible to take back.
func greed(p Position, m Move) int {
	const more = 100 // one stone taken weighs more than all that may be lost
	after, lost := p.Play(m), 0
	if after.capturers() == 0 {
		return more * m.takes()
	}
	for _, reply := range after.AppendMoves(nil) {
		lost = max(lost, reply.takes())
	}
	return more*m.takes() - lost
}
