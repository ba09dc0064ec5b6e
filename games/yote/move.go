// SPDX-License-Identifier: Apache-2.0

package yote

import "cairn/game"

// Move is one whole turn in a word:
//
//	bits  0-2   kind: 0 placement, 1 step, 1+n a turn of n jumps
//	bits  3-8   the cell it begins on; 0 for a placement
//	bits  9-14  the cell it ends on
//	bits 15-62  the jumps, eight bits each: direction (2), extra stone (6)
//
// A turn has at most six jumps. A jump that finds no extra stone has left the
// opponent none on the board, so it is the last, and every jump before the last
// takes two: n jumps take at least 2n-1 of at most twelve stones.
//
// Where there is no extra stone, the jumped one, gone already, stands for it.
type Move uint64

const (
	placing Move = iota
	stepping
	jumping // and above

	kindMask  = 7
	fromShift = 3
	toShift   = 9
	hopShift  = 15
	hopBits   = 8 // of a jump
	wayBits   = 2 // of its direction
)

func newPlacement(to game.Point) Move { return placing | Move(to)<<toShift }

func newStep(from, to game.Point) Move {
	return stepping | Move(from)<<fromShift | Move(to)<<toShift
}

// jump adds a jump, its extra stone yet to be chosen, to a turn of jumps or to
// the zero Move.
func (m Move) jump(way int, from, to game.Point) Move {
	if m == 0 {
		m = newStep(from, to)
	}
	m = m&^((maxCells-1)<<toShift) | Move(to)<<toShift
	return m + 1 | Move(way)<<(hopShift+m.jumps()*hopBits)
}

// extra adds the extra stone to the last jump.
func (m Move) extra(c game.Point) Move {
	return m | Move(c)<<(hopShift+(m.jumps()-1)*hopBits+wayBits)
}

func (m Move) kind() Move { return m & kindMask }

func (m Move) from() game.Point { return game.Point(m >> fromShift & (maxCells - 1)) }

func (m Move) to() game.Point { return game.Point(m >> toShift & (maxCells - 1)) }

// jumps returns the number of jumps; it serves steps, too.
func (m Move) jumps() int { return max(int(m.kind()-stepping), 0) }

// hop is one jump of a turn.
type hop struct{ from, over, to, extra game.Point }

// hop decodes the lowest jump of code, made from a cell.
func (s *Traits) hop(code Move, from game.Point) hop {
	way := int(code & (1<<wayBits - 1))
	over := s.next(way, from)
	return hop{from, over, s.next(way, over), game.Point(code >> wayBits & (maxCells - 1))}
}

// lapsed reports that there was no extra stone to take.
func (h hop) lapsed() bool { return h.extra == h.over }

// hops returns the jumps of a turn; none for a placement or a step.
func (s *Traits) hops(m Move) []hop {
	var all []hop
	at, code := m.from(), m>>hopShift
	for range m.jumps() {
		h := s.hop(code, at)
		all = append(all, h)
		at, code = h.to, code>>hopBits
	}
	return all
}
