// SPDX-License-Identifier: Apache-2.0

package morris

import (
	"math/bits"

	"cairn/game"
)

// Weights of the evaluation, a man being 100. They are plain judgement: a mill
// threatened is worth less than the man it takes, a way to move less still.
const (
	manWeight  = 100
	twoWeight  = 12 // a line of two own men and an empty point
	millWeight = 8  // a closed mill, which can open and close again
	stepWeight = 3  // an empty point beside an own man
)

// evaluate judges a position for the side to move.
func evaluate(p Position) int {
	r := p.rules()
	empty := r.full &^ p.occupied()
	return manWeight*(p.total()-p.otherTotal()) + r.standing(p.own, empty) - r.standing(p.opposing, empty)
}

// standing judges how men stand, whatever their number.
func (b *board) standing(men, empty uint32) int {
	worth := 0
	for _, line := range b.lines {
		switch held := men & line; {
		case held == line:
			worth += millWeight
		case bits.OnesCount32(held) == 2 && empty&line != 0:
			worth += twoWeight
		}
	}
	for ; men != 0; men &= men - 1 {
		worth += stepWeight * bits.OnesCount32(b.neighbours[point(men)%maxPoints]&empty)
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
	case r.mills(p.own&^m.own, to) > 0:
		return greedMill
	case r.mills(p.opposing, to) > 0:
		return greedBlock
	case r.neighbours[to]&p.opposing == 0:
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
