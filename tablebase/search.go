// SPDX-License-Identifier: Apache-2.0

package tablebase

import (
	"context"
	"errors"
	"math"

	"cairn/game"
)

// ErrFar is the error of a search that does not reach tables within its limits.
var ErrFar = errors.New("the tables are too many moves away")

// Limits of a search for a value: positions, and men in hand of a position.
const (
	searchNodes = 2_000_000
	searchHand  = 8
)

// Search finds the values of positions without a table that lead to tables by placing
// the men in hand. It is alpha-beta with Values as scores, so as exact as the tables. It
// serves one caller at a time.
type Search[P game.Position[P, M], M comparable] struct {
	*Prober[P, M]
	// Report is called now and then with the number of searched positions; may be nil.
	Report func(positions uint64)

	known boundsTable
	nodes uint64
	most  uint64 // nodes
	moves []M
	stack []child[P]
}

// NewSearch returns a search with a limit on the positions of all its calls together,
// which share a transposition table.
func (p *Prober[P, M]) NewSearch() *Search[P, M] {
	return &Search[P, M]{Prober: p, known: boundsTable{most: 4 * searchNodes}, most: searchNodes}
}

// NewProof returns a search without a limit on positions, with a transposition table of
// at most so many bytes.
func (p *Prober[P, M]) NewProof(bytes int64) *Search[P, M] {
	return &Search[P, M]{Prober: p, known: boundsTable{most: int(bytes / 8)}, most: math.MaxUint64}
}

// Positions returns the number of searched positions, without the positions in tables.
func (s *Search[P, M]) Positions() uint64 { return s.nodes }

// Sign returns the value of a position without its plies, with any number of men in hand.
// It searches whether the value is at least a draw, and then whether it is a win.
func (s *Search[P, M]) Sign(ctx context.Context, pos P) (Value, error) {
	c := s.child(pos)
	v, err := s.value(ctx, &c, Drawn-1, Drawn)
	if err == nil && v >= Drawn {
		v, err = s.value(ctx, &c, Drawn, Drawn+1)
	}
	return WDL.Reduce(v), err
}

// Value returns the value of a position and whether its plies are known. The error is
// ErrMissing if tables are missing, ErrFar if they are too far away.
func (s *Search[P, M]) Value(ctx context.Context, pos P) (v Value, plies bool, err error) {
	c := s.child(pos)
	if c.ranked && c.hands() > searchHand {
		if v, plies, err = s.Probe(pos); errors.Is(err, ErrMissing) {
			err = ErrFar
		}
		return v, plies, err
	}
	v, err = s.value(ctx, &c, Drawn-1, Drawn+1)
	switch {
	case err != nil || !s.Distances():
	case v > Drawn:
		v, err = s.value(ctx, &c, Drawn, Won)
	case v < Drawn:
		v, err = s.value(ctx, &c, Lost, Drawn)
	}
	return v, s.Distances(), err
}

// exact is Value, but if a table holds the position its plies are known if that one table
// has distances.
func (s *Search[P, M]) exact(ctx context.Context, pos P) (v Value, plies bool, err error) {
	if tier, slot, ok := s.def.Rank(pos); ok {
		if t := s.tables[tier]; t != nil {
			v, err = t.At(slot)
			return v, t.Kind == DTW, err
		}
	}
	return s.Value(ctx, pos)
}

// value returns the value of a position if it is between the bounds, else a bound of the
// value at or beyond low or high (fail-soft).
func (s *Search[P, M]) value(ctx context.Context, c *child[P], low, high Value) (Value, error) {
	if v, err := s.lookUp(c); !errors.Is(err, ErrMissing) || !c.tier.Placing() {
		return v, err // without men in hand moves may repeat positions
	}
	if err := s.count(ctx); err != nil {
		return 0, err
	}
	switch k := s.known.at(c.key); {
	case k.low == k.high || k.low >= high:
		return k.low, nil
	case k.high <= low:
		return k.high, nil
	}
	best, err := s.expand(ctx, c, low, high)
	if err == nil {
		s.storeBounds(c.key, best, low, high)
	}
	return best, err
}

// count counts a position, and fails beyond the limit.
func (s *Search[P, M]) count(ctx context.Context) error {
	const pause = 1 << 10 // positions between two checks of the context
	if s.nodes++; s.nodes > s.most {
		return ErrFar
	}
	if s.nodes%pause != 1 {
		return nil
	}
	if s.Report != nil {
		s.Report(s.nodes)
	}
	return ctx.Err()
}

// lookUp returns the value by a table, or by the rules if the game is over. With men in
// hand it leaves that to expand.
func (s *Search[P, M]) lookUp(c *child[P]) (Value, error) {
	if c.ranked {
		return s.At(c.tier, c.slot)
	}
	if c.tier.Placing() {
		return 0, ErrMissing
	}
	if result := c.pos.Result(); result.Over() {
		return Final(result, c.pos.Turn()), nil
	}
	return 0, ErrMissing
}

// expand returns the value of a position by its moves.
func (s *Search[P, M]) expand(ctx context.Context, c *child[P], low, high Value) (Value, error) {
	from := len(s.stack)
	defer func() { s.stack = s.stack[:from] }()
	best, err := s.push(c, high)
	if err != nil || best >= high {
		return best, err
	}
	for i := from; i < len(s.stack); i++ {
		bestFirst(s.stack[i:])
		next := s.stack[i] // a copy: the stack may move
		v, err := s.value(ctx, &next, after(high), after(max(low, best)))
		if err != nil {
			return 0, err
		}
		if best = max(best, v.Before()); best >= high {
			break
		}
	}
	return best, nil
}

// storeBounds stores the result of a search within bounds.
func (s *Search[P, M]) storeBounds(key uint64, best, low, high Value) {
	b := s.known.at(key)
	switch {
	case best >= high:
		b.low = max(b.low, best)
	case best <= low:
		b.high = min(b.high, best)
	default:
		b = bounds{best, best}
	}
	s.known.put(key, b)
}

// after is the inverse of Value.Before.
func after(v Value) Value {
	switch {
	case v == Lost:
		return Won
	case v < Drawn:
		return -v
	case v == Drawn:
		return v
	}
	return min(Won-v, Drawn-1)
}

// child is a position of the search with its number.
type child[P any] struct {
	pos      P
	key      uint64 // mirror images share it, if they are numbered
	slot     uint64
	tier     Tier
	ranked   bool
	priority int32 // of the side to move there: the highest is tried first
}

// hands returns the men in hand of both sides.
func (c *child[P]) hands() int { return int(c.tier.Hand) + int(c.tier.OtherHand) }

// child numbers a position. The key of a position without a number is its hash: collisions
// do not occur in practice.
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

// push puts the successors of a position on the stack, and returns the best bound known
// of them. It stops once the bound reaches high. If there are no moves it returns the final
// value.
func (s *Search[P, M]) push(c *child[P], high Value) (best Value, err error) {
	s.moves = c.pos.AppendMoves(s.moves[:0])
	if len(s.moves) == 0 {
		return Final(c.pos.Result(), c.pos.Turn()), nil
	}
	for _, m := range s.moves {
		next := s.child(c.pos.Play(m))
		switch {
		case c.tier.Hand > 0 && next.hands() == c.hands():
			return 0, ErrFar // steps while men are in hand may repeat positions
		case next.tier.Placing():
			k := s.known.at(next.key)
			if best = max(best, k.high.Before()); best >= high {
				return best, nil
			}
		}
		next.priority = int32(1000 * c.pos.Takes(m))
		if s.def.Eval != nil {
			next.priority -= int32(s.def.Eval(next.pos))
		}
		s.stack = append(s.stack, next)
	}
	return best, nil
}

// bestFirst moves the child with the highest priority to the front.
func bestFirst[P any](list []child[P]) {
	best := 0
	for i := range list {
		if list[i].priority > list[best].priority {
			best = i
		}
	}
	list[0], list[best] = list[best], list[0]
}

// bounds are the bounds of a value.
type bounds struct{ low, high Value }

// unknownBounds are the bounds of any value.
var unknownBounds = bounds{Lost, Won}

// boundsTable is a transposition table of bounds, one word each. It grows up to a limit;
// from then on a new key may replace another, which costs time but no correctness.
//
// Keys are mixed one to one, and a word holds all the bits of a mixed key that its index
// does not imply, so that keys are never confused:
//
//	48 bits  the upper part of the mixed key
//	 8 bits  low
//	 8 bits  high
type boundsTable struct {
	words []uint64
	used  int
	most  int // limit of words
	next  int // index in a bucket to replace next
}

const (
	bucket     = 8                  // words that a key may be in: a cache line
	tagShift   = 16                 // bits of a mixed key that the index implies
	leastWords = bucket << tagShift // enough to imply them
)

// bucketOf returns the words that may hold a mixed key.
func (k *boundsTable) bucketOf(mixed uint64) []uint64 {
	at := mixed & uint64(len(k.words)/bucket-1) * bucket
	return k.words[at : at+bucket : at+bucket]
}

// at returns the bounds of a key.
func (k *boundsTable) at(key uint64) bounds {
	if len(k.words) == 0 {
		return unknownBounds
	}
	mixed := game.Mix(key)
	for _, w := range k.bucketOf(mixed) {
		if w>>tagShift == mixed>>tagShift && w != 0 {
			return bounds{Value(w >> 8), Value(w)}
		}
	}
	return unknownBounds
}

// put stores the bounds of a key.
func (k *boundsTable) put(key uint64, b bounds) {
	if k.used >= len(k.words)/2 && 2*len(k.words) <= k.most {
		k.grow()
	}
	mixed := game.Mix(key)
	word := mixed>>tagShift<<tagShift | uint64(b.low)<<8 | uint64(b.high)
	places := k.bucketOf(mixed)
	for i, w := range places {
		if w == 0 || w>>tagShift == mixed>>tagShift {
			if w == 0 {
				k.used++
			}
			places[i] = word
			return
		}
	}
	k.next = (k.next + 1) % bucket
	places[k.next] = word
}

// grow doubles the table.
func (k *boundsTable) grow() {
	old := k.words
	k.words = make([]uint64, max(leastWords, 2*len(old)))
	for i, w := range old {
		if w == 0 {
			continue
		}
		mixed := w>>tagShift<<tagShift | uint64(i/bucket)&(1<<tagShift-1)
		for j, places := 0, k.bucketOf(mixed); ; j++ {
			if places[j] == 0 {
				places[j] = w
				break
			}
		}
	}
}
