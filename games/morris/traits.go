// SPDX-License-Identifier: Apache-2.0

package morris

import "cairn/game"

// Traits are what the numbering of positions for tables needs to know of a rule
// set. Sets of points have bit i for point i.
type Traits struct {
	*game.Board
	Men        int  // of a side
	Flying     bool // with three men and an empty hand a man goes anywhere
	Mixed      bool // a turn may be a step while men are in hand
	Several    bool // as many men are taken as mills are closed
	LineWins   bool // the first line wins; nothing is taken
	Barred     bool // from mill to mill and straight back into a mill is barred
	Full       uint32
	Lines      []uint32          // the lines that make a mill
	Neighbours [MaxPoints]uint32 // the points one step away

	rules *rules
	set   uint32 // as a position's state holds it
}

// Bounds that hold in all rule sets.
const (
	MaxPoints = maxPoints // of a board, rounded up to a power of two
	MaxLines  = maxLines  // that cross in one point
	Fewest    = fewest    // men that can close a mill; with fewer a side has lost
)

// TraitsOf returns the traits of the rule set of p.
func TraitsOf(p Position) *Traits {
	r := p.rules()
	return &Traits{
		Board: &r.Board, Men: r.men, Flying: r.flying, Mixed: r.mixed, Several: r.several, LineWins: r.lineWins, Barred: r.barred,
		Full: r.full, Lines: r.lines, Neighbours: r.neighbours,
		rules: r, set: p.state & (setMask << setShift),
	}
}

// Position returns the position of those men on the board and in hand, White to
// move. It remembers no moves.
func (t *Traits) Position(own, opposing uint32, hand, otherHand int) Position {
	return Position{own: own, opposing: opposing, state: t.set | uint32(hand) | uint32(otherHand)<<handBits}
}

// Mills returns how many lines through a point are wholly held by men, the point
// itself taken for granted.
func (t *Traits) Mills(men uint32, point uint8) int { return t.rules.mills(men, point) }

// Milled returns the men that stand in mills.
func (t *Traits) Milled(men uint32) uint32 { return t.rules.milled(men) }

// Takeable returns the men that may be taken from a set.
func (t *Traits) Takeable(men uint32) uint32 { return t.rules.takeable(men) }

// Flies reports whether a side with those men and an empty hand may fly.
func (t *Traits) Flies(men uint32) bool { return t.rules.flies(men) }

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
