// SPDX-License-Identifier: Apache-2.0

package morris

import (
	"math/bits"

	"cairn/game"
)

// refusal is a reason and the point it is about.
type refusal struct {
	why game.Why
	at  string
}

// explain returns why touches are not a legal move of a game that goes on.
func explain(p Position, touches game.Path) (game.Why, string) {
	r := p.refuse(touches)
	return r.why, r.at
}

func (p Position) refuse(touches game.Path) refusal {
	var stops, taken []game.Point
	for _, t := range touches {
		if t.Kind == game.Take {
			taken = append(taken, t.Point)
		} else {
			stops = append(stops, t.Point)
		}
	}
	switch {
	case len(stops) > 2:
		return refusal{game.WhyTurnEnds, p.rules().Name(stops[1])}
	case len(stops) == 2:
		if r, refused := p.refuseMove(stops[0], stops[1]); refused {
			return r
		}
		return p.refuseTaking(1<<stops[0], stops[1], taken)
	case len(stops) == 1:
		if r, refused := p.refusePlacing(stops[0]); refused {
			return r
		}
		return p.refuseTaking(0, stops[0], taken)
	default:
		return refusal{game.WhyMalformed, ""}
	}
}

func (p Position) refusePlacing(to game.Point) (refusal, bool) {
	at := p.rules().Name(to)
	switch {
	case p.hand() == 0:
		return refusal{game.WhyHandEmpty, at}, true
	case p.occupied()>>to&1 != 0:
		return refusal{game.WhyOccupied, at}, true
	}
	return refusal{}, false
}

func (p Position) refuseMove(from, to game.Point) (refusal, bool) {
	r := p.rules()
	phase := p.phase(p.Turn())
	switch {
	case phase == game.Placing:
		return refusal{game.WhyMustPlace, ""}, true
	case p.occupied()>>from&1 == 0:
		return refusal{game.WhyNoMan, r.Name(from)}, true
	case p.own>>from&1 == 0:
		return refusal{game.WhyNotYours, r.Name(from)}, true
	case p.occupied()>>to&1 != 0:
		return refusal{game.WhyOccupied, r.Name(to)}, true
	case phase != game.Flying && r.Neighbours[from]>>to&1 == 0:
		return refusal{game.WhyTooFar, r.Name(to)}, true
	case p.last.bars(uint8(from), uint8(to)) && r.Mills(p.own&^(1<<from), uint8(to)) > 0:
		return refusal{game.WhyBarred, r.Name(to)}, true
	}
	return refusal{}, false
}

// refuseTaking checks the captures of a turn that is legal so far: the man
// lifted (none when placing) and put on to.
func (p Position) refuseTaking(lifted uint32, to game.Point, taken []game.Point) refusal {
	r := p.rules()
	due := 0
	opposing := p.opposing
	if closed := r.Mills(p.own&^lifted, uint8(to)); closed > 0 && !r.LineWins && opposing != 0 {
		due = 1
		if r.Several {
			due = closed
		}
	}
	if due == 0 {
		return refusal{game.WhyNothingToTake, r.Name(to)}
	}
	for n, point := range taken {
		man := uint32(1) << point
		switch {
		case n == due || n > 0 && bits.OnesCount32(opposing)+p.otherHand() < Fewest:
			return refusal{game.WhyTurnEnds, r.Name(taken[n-1])}
		case p.own&^lifted&man != 0 || point == to:
			return refusal{game.WhyNotTheirs, r.Name(point)}
		case opposing&man == 0:
			return refusal{game.WhyNoMan, r.Name(point)}
		case r.Takeable(opposing)&man == 0:
			return refusal{game.WhyProtected, r.Name(point)}
		}
		opposing &^= man
	}
	if len(taken) < due {
		return refusal{game.WhyMustTake, r.Name(to)}
	}
	return refusal{game.WhyOrder, ""}
}
