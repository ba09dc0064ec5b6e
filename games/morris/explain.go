// SPDX-License-Identifier: Apache-2.0

package morris

import (
	"math/bits"
	"slices"
	"strings"

	"cairn/game"
)

// refusal is a reason and the part of the text it is about.
type refusal struct {
	why game.Why
	at  string
}

// explain says why a text is not a legal move of a game that goes on.
func explain(p Position, text string) (game.Why, string) {
	r := p.inquire(text)
	return r.why, r.at
}

func (p Position) inquire(text string) refusal {
	head, tail, takes := strings.Cut(text, "x")
	names := strings.Split(head, "-")
	var taken []string
	if takes {
		taken = strings.Split(tail, "x")
	}
	points := make([]game.Point, 0, len(names)+len(taken))
	for _, name := range slices.Concat(names, taken) {
		point, ok := p.rules().Find(name)
		if !ok {
			return p.unknown(name, text)
		}
		points = append(points, point)
	}
	switch {
	case len(names) > 2:
		return refusal{game.WhyTurnEnds, names[1]}
	case len(names) == 2:
		if r, refused := p.refuseMove(points[0], points[1]); refused {
			return r
		}
		return p.refuseTaking(1<<points[0], points[1], points[2:])
	default:
		if r, refused := p.refusePlacing(points[0]); refused {
			return r
		}
		return p.refuseTaking(0, points[0], points[1:])
	}
}

// unknown tells a point that is off the board from a text that is no move.
func (p Position) unknown(name, text string) refusal {
	if len(name) == 2 && 'a' <= name[0] && name[0] <= 'z' && '0' <= name[1] && name[1] <= '9' {
		return refusal{game.WhyNoPoint, name}
	}
	return refusal{game.WhyMalformed, text}
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
	case phase != game.Flying && r.neighbours[from]>>to&1 == 0:
		return refusal{game.WhyTooFar, r.Name(to)}, true
	case p.last.bars(uint8(from), uint8(to)) && r.mills(p.own&^(1<<from), uint8(to)) > 0:
		return refusal{game.WhyBarred, r.Name(to)}, true
	}
	return refusal{}, false
}

// refuseTaking judges the captures of a turn that is legal so far: the man
// lifted (none when placing) and put on to.
func (p Position) refuseTaking(lifted uint32, to game.Point, taken []game.Point) refusal {
	r := p.rules()
	due := 0
	opposing := p.opposing
	if closed := r.mills(p.own&^lifted, uint8(to)); closed > 0 && !r.lineWins && opposing != 0 {
		due = 1
		if r.several {
			due = closed
		}
	}
	if due == 0 {
		return refusal{game.WhyNothingToTake, r.Name(to)}
	}
	for n, point := range taken {
		man := uint32(1) << point
		switch {
		case n == due || n > 0 && bits.OnesCount32(opposing)+p.otherHand() < fewest:
			return refusal{game.WhyTurnEnds, r.Name(taken[n-1])}
		case p.own&^lifted&man != 0 || point == to:
			return refusal{game.WhyNotTheirs, r.Name(point)}
		case opposing&man == 0:
			return refusal{game.WhyNoMan, r.Name(point)}
		case r.takeable(opposing)&man == 0:
			return refusal{game.WhyProtected, r.Name(point)}
		}
		opposing &^= man
	}
	if len(taken) < due {
		return refusal{game.WhyMustTake, r.Name(to)}
	}
	return refusal{game.WhyOrder, ""}
}
