// SPDX-License-Identifier: Apache-2.0

package tablebase

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"cairn/game"
)

// ErrFar is what a search ends with when the tables are too many moves away.
var ErrFar = errors.New("the tables are too many moves away")

// A search gives up after this many positions, and does not begin with more men
// in hand.
const (
	searchNodes = 2_000_000
	searchHand  = 6
)

// Search finds the values of positions that no table answers for but that lead
// to tables by placing the men in hand, as exact as the tables are: alpha-beta
// whose scores are values. It serves one caller at a time.
type Search[P game.Position[P, M], M comparable] struct {
	*Prober[P, M]
	known map[uint64]bounds // by hash: two positions of one hash do not occur in practice
	moves []M
	nodes int
}

// NewSearch returns a search. Several positions asked of one share what it finds
// out, and its limit.
func (p *Prober[P, M]) NewSearch() *Search[P, M] {
	return &Search[P, M]{Prober: p, known: map[uint64]bounds{}}
}

// Value returns the value of a position and whether its plies are known. The
// error is ErrMissing where tables are missing, ErrFar where they are too far.
func (s *Search[P, M]) Value(ctx context.Context, pos P) (v game.Value, plies bool, err error) {
	if tier, _, _ := s.rank(pos); tier.Hand+tier.OtherHand > searchHand {
		if v, plies, err = s.Probe(pos); errors.Is(err, ErrMissing) {
			err = ErrFar
		}
		return v, plies, err
	}
	v, err = s.value(ctx, pos, game.Lost, game.Won)
	return v, s.Distances(), err
}

// bounds are what is known of a value.
type bounds struct{ low, high game.Value }

// value returns the value of a position where it lies between the bounds, else
// one at or beyond the bound it lies beyond.
func (s *Search[P, M]) value(ctx context.Context, pos P, low, high game.Value) (game.Value, error) {
	if v, _, err := s.Probe(pos); !errors.Is(err, ErrMissing) {
		return v, err
	}
	if tier, _, _ := s.rank(pos); !tier.Placing() {
		return 0, ErrMissing // moves without men in hand may go round in circles
	}
	if s.nodes++; s.nodes > searchNodes || ctx.Err() != nil {
		return 0, cmp.Or(ctx.Err(), ErrFar)
	}
	switch known, has := s.known[pos.Hash()]; {
	case has && (known.low == known.high || known.low >= high):
		return known.low, nil
	case has && known.high <= low:
		return known.high, nil
	}
	return s.expand(ctx, pos, low, high)
}

// expand looks at the moves of a position.
func (s *Search[P, M]) expand(ctx context.Context, pos P, low, high game.Value) (game.Value, error) {
	from := len(s.moves)
	s.moves = pos.AppendMoves(s.moves)
	defer func() { s.moves = s.moves[:from] }()
	slices.SortStableFunc(s.moves[from:], func(a, b M) int { return cmp.Compare(pos.Takes(b), pos.Takes(a)) })
	best := game.Lost
	for i := from; i < len(s.moves); i++ {
		v, err := s.value(ctx, pos.Play(s.moves[i]), after(high), after(max(low, best)))
		if err != nil {
			return 0, err
		}
		if best = max(best, v.Before()); best >= high {
			break
		}
	}
	known := bounds{best, best}
	switch {
	case best >= high:
		known.high = game.Won
	case best <= low:
		known.low = game.Lost
	}
	s.known[pos.Hash()] = known
	return best, nil
}

// after returns the value from which Before makes v.
func after(v game.Value) game.Value {
	switch {
	case v == game.Lost:
		return game.Won
	case v < game.Drawn:
		return -v
	case v == game.Drawn:
		return v
	}
	return min(game.Won-v, game.Drawn-1)
}
