// SPDX-License-Identifier: Apache-2.0

package arena

import (
	"context"
	"math/rand/v2"
	"time"

	"cairn/engine"
	"cairn/game"
	"cairn/lab/uct"
)

// Player chooses moves of one rule set.
type Player[P game.Position[P, M], M comparable] interface {
	// Begin makes the player ready for a new game: it forgets what it learnt,
	// and what it leaves to chance follows from the seed.
	Begin(seed uint64)
	// Move returns a legal move of p, whose game is not over. Recent holds the
	// hashes since the last irreversible move, p included. A player that is
	// stopped by its context returns some legal move.
	Move(ctx context.Context, p P, recent []uint64) (M, error)
}

// New makes the player that s describes.
func New[P game.Position[P, M], M comparable](def game.Def[P, M], s Spec) Player[P, M] {
	if s.Kind == KindProgram {
		return &outsider[P, M]{def: def, program: s.Program, limits: ProgramLimits{Limits: s.Limits}}
	}
	if s.Kind == KindUCT {
		return &sampler[P, M]{tree: uct.New(def), limits: uct.Limits{Time: s.Limits.Time, Playouts: s.Limits.Nodes}}
	}
	if s.OldEval && def.FirstEval != nil {
		def.Eval = def.FirstEval
	}
	return &searcher[P, M]{Engine: engine.New(def, s.Options), spec: s}
}

// searcher plays by the engine.
type searcher[P game.Position[P, M], M comparable] struct {
	*engine.Engine[P, M]
	spec   Spec
	random *rand.Rand
}

// Begin implements Player.
func (s *searcher[P, M]) Begin(seed uint64) {
	s.Clear()
	s.random = rand.New(rand.NewPCG(seed, 0))
}

// setClocks adds the clock to the limits; those of a level hold too.
func (s *searcher[P, M]) setClocks(left [2]time.Duration, increment time.Duration, turn game.Side) {
	if s.spec.Kind == KindLevel && s.spec.Limits == (engine.Limits{}) {
		s.spec.Limits = s.Limits(s.spec.Level)
	}
	s.spec.Limits.Clock = engine.Clock{Left: left[turn], Increment: increment}
}

// Move implements Player.
func (s *searcher[P, M]) Move(ctx context.Context, p P, recent []uint64) (M, error) {
	var r engine.Result[M]
	var err error
	if s.spec.Kind == KindLevel {
		r, err = s.Choose(ctx, p, recent, s.spec.Level, s.spec.Limits, s.random)
	} else {
		r, err = s.Search(ctx, p, recent, s.spec.Limits, nil)
	}
	return r.Move, err
}

// sampler plays by random games.
type sampler[P game.Position[P, M], M comparable] struct {
	tree   *uct.Tree[P, M]
	limits uct.Limits
	random *rand.Rand
}

// setClocks gives a move a part of the time left.
func (s *sampler[P, M]) setClocks(left [2]time.Duration, increment time.Duration, turn game.Side) {
	s.limits.Time = max(left[turn]/30+increment/2, time.Millisecond)
}

// Begin implements Player.
func (s *sampler[P, M]) Begin(seed uint64) { s.random = rand.New(rand.NewPCG(seed, 0)) }

// Move implements Player.
func (s *sampler[P, M]) Move(ctx context.Context, p P, recent []uint64) (M, error) {
	return s.tree.Search(ctx, p, recent, s.limits, s.random)
}
