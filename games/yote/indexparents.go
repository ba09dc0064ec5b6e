// SPDX-License-Identifier: Apache-2.0

package yote

// AppendParents implements game.Parenter: a step taken back. Where steps are
// remembered it is the opponent's last, and the position before may remember any
// two of before: an own one whose way back is not what was played, and the
// opponent's of then, which this position still has unless the step ended where
// it came from.
func (ix *index) AppendParents(dst []Position, p Position) []Position {
	before := Position{men: p.men.swap(), rest: rest{turn: p.turn.Other(), shape: p.shape}}
	if !ix.rules.barred {
		for way := range ways {
			for from := ix.shift(way, p.men.opp) & p.empty(); from != 0; from &= from - 1 {
				q := before
				q.men.own ^= bit(first(from)) | bit(ix.back(way, first(from)))
				dst = append(dst, q)
			}
		}
		return dst
	}
	step := p.last.opp
	if step == 0 || p.last.own != 0 && p.last.own.from() == step.from() {
		return dst // by a jump, or not at all
	}
	before.men.own ^= bit(step.from()) | bit(step.to())
	before.last.opp = p.last.own
	dst = ix.appendLasts(dst, before, step)
	if p.last.own != 0 {
		return dst
	}
	for way := range ways {
		if stone := ix.shift(way, bit(step.to())) & p.men.own; stone != 0 {
			before.last.opp = newLeap(step.to(), first(stone))
			dst = ix.appendLasts(dst, before, step)
		}
	}
	return dst
}

// appendLasts appends p with every own last step that allows the next one.
func (ix *index) appendLasts(dst []Position, p Position, next leap) []Position {
	dst = append(dst, p)
	for way := range ways {
		for from := ix.shift(way, p.men.own) & p.empty(); from != 0; from &= from - 1 {
			p.last.own = newLeap(first(from), ix.back(way, first(from)))
			if p.last.own != newLeap(next.to(), next.from()) {
				dst = append(dst, p)
			}
		}
	}
	return dst
}
