// SPDX-License-Identifier: Apache-2.0

package tablebase

// child is a position that a search comes to, with its number.
type child[P any] struct {
	pos    P
	key    uint64 // the same for mirror images, where they are numbered
	slot   uint64
	tier   Tier
	ranked bool
	hope   int32 // of whoever moves there: the highest is tried first
}

// hands returns the men in hand of both sides.
func (c *child[P]) hands() int { return int(c.tier.Hand) + int(c.tier.OtherHand) }

// child numbers a position. Those without a number go by their hash: two
// positions of one hash do not occur in practice.
func (s *Search[P, M]) child(pos P) child[P] {
	c := child[P]{pos: pos}
	c.tier, c.slot, c.ranked = s.def.Rank(pos)
	if c.ranked {
		t := c.tier
		c.key = c.slot<<24 | uint64(t.Own)<<18 | uint64(t.Other)<<12 | uint64(t.Hand)<<6 | uint64(t.OtherHand)
	} else {
		c.key = pos.Hash()
	}
	return c
}

// push puts what the moves of a position lead to on the stack, and returns the
// best that is known of them. It goes no further once that reaches high. Where
// there are no moves it returns how the game has ended.
func (s *Search[P, M]) push(c *child[P], high Value) (best Value, err error) {
	s.moves = c.pos.AppendMoves(s.moves[:0])
	if len(s.moves) == 0 {
		return Final(c.pos.Result(), c.pos.Turn()), nil
	}
	for _, m := range s.moves {
		next := s.child(c.pos.Play(m))
		switch {
		case c.tier.Hand > 0 && next.hands() == c.hands():
			return 0, ErrFar // a game of steps while men are in hand: they may go round in circles
		case next.tier.Placing():
			k := s.known.at(next.key)
			if best = max(best, k.high.Before()); best >= high {
				return best, nil
			}
		}
		next.hope = int32(1000 * c.pos.Takes(m))
		if s.def.Eval != nil {
			next.hope -= int32(s.def.Eval(next.pos))
		}
		s.stack = append(s.stack, next)
	}
	return best, nil
}

// likeliest puts the child with the highest hope first.
func likeliest[P any](list []child[P]) {
	best := 0
	for i := range list {
		if list[i].hope > list[best].hope {
			best = i
		}
	}
	list[0], list[best] = list[best], list[0]
}
