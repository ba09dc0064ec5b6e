// SPDX-License-Identifier: Apache-2.0

package morris

import "cairn/game"

// Traits are one rule set as data. Sets of points have bit i for point i.
type Traits struct {
	*board
	Men       int  // of a side
	Flying    bool // with three men and an empty hand a man goes anywhere
	Mixed     bool // a turn may be a step while men are in hand
	Several   bool // as many men are taken as mills are closed
	LineWins  bool // the first line wins; nothing is taken
	Barred    bool // from mill to mill and straight back into a mill is barred
	roaming   bool // every man goes anywhere, always
	fullDraws bool // a full board is a draw
	weights   *Weights
	layout    *layout // of the board, one load nearer
	place     uint32  // in ruleSets, as a position's state holds it
}

// TraitsOf returns the traits of the rule set of p.
func TraitsOf(p Position) *Traits { return p.rules() }

// Position returns the position of these men on the board and in hand, White to
// move. It remembers no moves.
func (t *Traits) Position(own, opposing uint32, hand, otherHand int) Position {
	return Position{own: own, opposing: opposing, state: t.place | uint32(hand) | uint32(otherHand)<<handBits}
}

// Closing returns the points of a set of empty ones on which a man would close a mill.
func (t *Traits) Closing(men, empty uint32) uint32 { return t.layout.lacking(men, empty) }

// Reach returns the points that one of some men may go to, were they empty.
func (t *Traits) Reach(men uint32, from uint8) uint32 {
	if t.Flies(men) {
		return t.Full &^ men
	}
	return t.Neighbours[from]
}

// Placement returns the men on the board of the side to move and of the other.
func (p Position) Placement() (own, opposing uint32) { return p.own, p.opposing }

// Hands returns the men in hand of the side to move and of the other.
func (p Position) Hands() (own, other int) { return p.hand(), p.otherHand() }

// Remembered returns the moves from mill to mill that the side to move and the
// other remember; the zero Leap is none.
func (p Position) Remembered() (own, other game.Leap) {
	return p.last.leap(), (p.last >> leapBits).leap()
}

// Remember returns p with other remembered moves.
func (p Position) Remember(own, other game.Leap) Position {
	p.last = newLeap(uint8(own.From), uint8(own.To)) | newLeap(uint8(other.From), uint8(other.To))<<leapBits
	return p
}

// leap returns the lower half.
func (l leaps) leap() game.Leap { return game.Leap{From: game.Point(l.from()), To: game.Point(l.to())} }
