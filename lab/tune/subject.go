// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"cairn/engine"
	"cairn/game"
	"cairn/lab/arena"
)

// subject is a rule set whose weights, of type W, are to be fitted.
type subject[P game.Position[P, M], M comparable, W any] struct {
	def        game.Def[P, M]
	eval       func(W) func(P) int // linear in the weights
	first, now W                   // the weights it had at first, and those it has
}

// tune fits, compares and prints, as often as asked for. Weights that do not win
// their match are dropped; the next round begins from the last ones that did.
func (s subject[P, M, W]) tune(ctx context.Context, out io.Writer, o options) error {
	if o.fresh {
		s.now = s.first
	}
	for round := range o.rounds {
		all, err := s.observe(ctx, o)
		if err != nil {
			return err
		}
		blend(all, o.trust)
		found := s.weights(fit(all, len(all[0].terms)), all)
		score, err := s.compare(ctx, found, o)
		if err != nil {
			return err
		}
		low, high := score.Interval()
		verdict := "dropped"
		if low > 0.5 {
			verdict, s.now = "kept", found
		}
		fmt.Fprintf(out, "%s, round %d: %d positions; won %d, drawn %d, lost %d: %.1f %% (%.1f to %.1f), %s\n%s\n",
			s.def.ID, round+1, len(all), score.Wins, score.Draws, score.Losses,
			100*score.Share(), 100*low, 100*high, verdict, literal(found))
		o.seed++
	}
	return nil
}

// player returns the engine with weights of its own.
func (s subject[P, M, W]) player(w W, nodes uint64) arena.Player[P, M] {
	def := s.def
	def.Eval = s.eval(w)
	return arena.New(def, arena.Spec{Kind: arena.KindSearch, Limits: engine.Limits{Nodes: nodes}})
}

// thinker is the engine, and keeps the score of its last move.
type thinker[P game.Position[P, M], M comparable] struct {
	*engine.Engine[P, M]
	limits engine.Limits
	score  int // of the last move, for the side that made it
}

// Begin implements arena.Player.
func (t *thinker[P, M]) Begin(uint64) { t.Clear() }

// Move implements arena.Player.
func (t *thinker[P, M]) Move(ctx context.Context, p P, recent []uint64) (M, error) {
	r, err := t.Search(ctx, p, recent, t.limits, nil)
	t.score = min(max(r.Score, -surely), surely)
	return r.Move, err
}

// surely is a score that leaves no doubt, whatever lies beyond it.
const surely = 1000

// observe lets the engine play against itself and returns every position it
// thought about. Openings are random and of random length, so that it meets
// positions it would avoid.
func (s subject[P, M, W]) observe(ctx context.Context, o options) ([]observation, error) {
	random := rand.New(rand.NewPCG(o.seed, 2))
	def, terms := s.def, s.terms()
	def.Eval = s.eval(s.now)
	both := &thinker[P, M]{Engine: engine.New(def, engine.Options{}), limits: engine.Limits{Nodes: o.nodes}}
	var all []observation
	for n := range uint64(o.games) {
		opening := arena.NewOpenings(&s.def, random.IntN(o.opening+1), o.seed<<20+n).Next()
		both.Begin(n)
		first := len(all)
		var turns []game.Side
		verdict, err := arena.Game(ctx, &s.def, [2]arena.Player[P, M]{both, both}, opening, longest, func(p P, _ M) {
			all = append(all, observation{terms: terms(p), score: float64(both.score)})
			turns = append(turns, p.Turn())
		})
		if err != nil {
			return nil, err
		}
		for i, turn := range turns {
			all[first+i].outcome = outcome(verdict, turn)
		}
	}
	return all, nil
}

// longest is how many plies a game lasts before it counts as a draw.
const longest = 300

func outcome(v game.Verdict, side game.Side) float64 {
	switch v {
	case game.Wins(side):
		return 1
	case game.Wins(side.Other()):
		return 0
	}
	return 0.5
}

// terms returns a function that finds each term of a position: what the
// evaluation says if that weight alone is 1.
func (s subject[P, M, W]) terms() func(P) []float64 {
	var zero W
	numbers, _ := fields(&zero)
	alone := make([]func(P) int, len(numbers))
	for i, number := range numbers {
		*number = 1
		alone[i] = s.eval(zero)
		*number = 0
	}
	return func(p P) []float64 {
		terms := make([]float64, len(alone))
		for i, eval := range alone {
			terms[i] = float64(eval(p))
		}
		return terms
	}
}

// weights turns fitted numbers into weights under which positions are as far
// from even as under those the subject has: the margins of the search keep their
// meaning, and a man remains about 100.
func (s subject[P, M, W]) weights(fitted []float64, all []observation) W {
	w, now := s.now, s.now
	numbers, _ := fields(&now)
	before := make([]float64, len(numbers))
	for i, number := range numbers {
		before[i] = float64(*number)
	}
	spread, wanted := 0.0, 0.0
	for _, o := range all {
		spread += math.Abs(dot(fitted, o.terms))
		wanted += math.Abs(dot(before, o.terms))
	}
	numbers, _ = fields(&w)
	for i, number := range numbers {
		*number = int(math.Round(fitted[i] * wanted / spread))
	}
	return w
}

// compare plays a match of new weights against those the subject has.
func (s subject[P, M, W]) compare(ctx context.Context, w W, o options) (arena.Score, error) {
	plan := arena.Plan{Games: o.match, Seed: o.seed + 1}
	return arena.Play(ctx, &s.def, s.player(w, o.matchNodes), s.player(s.now, o.matchNodes), plan)
}
