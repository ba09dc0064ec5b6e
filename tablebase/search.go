// SPDX-License-Identifier: Apache-2.0

package tablebase

import (
	"context"
	"errors"
	"math"

	"cairn/game"
)

// ErrFar is what a search ends with when the tables are too many moves away.
var ErrFar = errors.New("the tables are too many moves away")

// A search for a value gives up after this many positions, and does not begin
// with more men in hand where these come from play.
const (
	searchNodes = 2_000_000
	searchHand  = 8
)

// Search finds the values of positions that no table answers for but that lead
// to tables by placing the men in hand, as exact as the tables are: alpha-beta
// whose scores are values. It serves one caller at a time.
type Search[P game.Position[P, M], M comparable] struct {
	*Prober[P, M]
	// Report is called now and then with the number of positions looked at. It
	// may be nil.
	Report func(positions uint64)

	known known
	nodes uint64
	most  uint64 // nodes
	moves []M
	stack []child[P]
}

// NewSearch returns a search. Several positions asked of one share what it finds
// out, and its limit.
func (p *Prober[P, M]) NewSearch() *Search[P, M] {
	return &Search[P, M]{Prober: p, known: known{most: 4 * searchNodes}, most: searchNodes}
}

// NewProof returns a search that takes as long as it takes and keeps what it
// finds out in at most that many bytes.
func (p *Prober[P, M]) NewProof(bytes int64) *Search[P, M] {
	return &Search[P, M]{Prober: p, known: known{most: int(bytes / 8)}, most: math.MaxUint64}
}

// Positions returns how many positions the search has looked at that no table
// answers for.
func (s *Search[P, M]) Positions() uint64 { return s.nodes }

// Sign returns the value of a position without its plies, however many men are
// in hand. It asks whether it is at least a draw, and then whether it is more.
func (s *Search[P, M]) Sign(ctx context.Context, pos P) (Value, error) {
	c := s.child(pos)
	v, err := s.value(ctx, &c, Drawn-1, Drawn)
	if err == nil && v >= Drawn {
		v, err = s.value(ctx, &c, Drawn, Drawn+1)
	}
	return WDL.Reduce(v), err
}

// Value returns the value of a position and whether its plies are known. The
// error is ErrMissing where tables are missing, ErrFar where they are too far.
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

// value returns the value of a position where it lies between the bounds, else
// one at or beyond the bound it lies beyond.
func (s *Search[P, M]) value(ctx context.Context, c *child[P], low, high Value) (Value, error) {
	if v, err := s.lookUp(c); !errors.Is(err, ErrMissing) || !c.tier.Placing() {
		return v, err // moves without men in hand may go round in circles
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
		s.note(c.key, best, low, high)
	}
	return best, err
}

// count counts a position, and fails where no more may be looked at.
func (s *Search[P, M]) count(ctx context.Context) error {
	const pause = 1 << 10 // positions between two looks at the context
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

// lookUp asks a table, or the rules where the game may be over. With men in hand
// expand sees that by itself.
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

// expand looks at the moves of a position.
func (s *Search[P, M]) expand(ctx context.Context, c *child[P], low, high Value) (Value, error) {
	from := len(s.stack)
	defer func() { s.stack = s.stack[:from] }()
	best, err := s.push(c, high)
	if err != nil || best >= high {
		return best, err
	}
	for i := from; i < len(s.stack); i++ {
		likeliest(s.stack[i:])
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

// note keeps what the search of a position within bounds has found.
func (s *Search[P, M]) note(key uint64, best, low, high Value) {
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

// after returns the value from which Before makes v.
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
