// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"context"
	"math/rand/v2"
	"time"

	"cairn/catalog"
	"cairn/engine"
	"cairn/game"
	"cairn/lab/bench"
	"cairn/solver"
	"cairn/tablebase"
)

// ProbePlan is what Probe measures.
type ProbePlan struct {
	Positions int // for each number of men in hand
	Hand      int // men in hand of both sides, at most
	Seed      uint64
}

// ProbeRow is the time of exact answers for positions with some men in hand. Its
// JSON is documented.
type ProbeRow struct {
	Game      string  `json:"game"`
	Hand      int     `json:"hand"`
	Positions int     `json:"positions"`
	Unknown   int     `json:"unknown"`
	P50       float64 `json:"p50_ms"`
	P99       float64 `json:"p99_ms"`
	Max       float64 `json:"max_ms"`
}

// Probe measures how long tables take to answer.
func Probe(ctx context.Context, entry *catalog.Entry, tables tablebase.Tables, plan ProbePlan) ([]ProbeRow, error) {
	rows := []ProbeRow{}
	sampler := &sampler{entry, rand.New(rand.NewPCG(plan.Seed, 0))}
	for hand := range min(plan.Hand, inHand(entry.Start())) + 1 {
		row, err := measureProbes(ctx, tables, sampler, hand, plan.Positions)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// measureProbes probes positions with that many men in hand.
func measureProbes(ctx context.Context, tables tablebase.Tables, s *sampler, hand, positions int) (ProbeRow, error) {
	row := ProbeRow{Game: s.entry.Info().ID, Hand: hand, Positions: positions}
	times := make([]time.Duration, positions)
	for i := range times {
		state, err := s.position(ctx, hand)
		if err != nil {
			return row, err
		}
		began := solver.CPUTime()
		judgement, err := tables.ProbeMoves(ctx, state)
		times[i] = solver.CPUTime() - began
		if err != nil {
			return row, err
		}
		if !judgement.Known {
			row.Unknown++
		}
	}
	row.P50, row.P99, row.Max = bench.Percentile(times, 0.5), bench.Percentile(times, 0.99), bench.Percentile(times, 1)
	return row, nil
}

// sampler takes positions from games.
type sampler struct {
	entry  *catalog.Entry
	random *rand.Rand
}

// position returns a position that is not over, with that many men in hand. Without
// men in hand, some more moves are played.
func (s *sampler) position(ctx context.Context, hand int) (game.State, error) {
	for ctx.Err() == nil {
		state, beyond := s.entry.Start(), 0
		if hand == 0 {
			beyond = s.random.IntN(20)
		}
		novices := s.random.IntN(3) // of the two players
		for turn := 0; !state.Result().Over(); turn++ {
			if inHand(state) <= hand {
				if beyond == 0 {
					return state, nil
				}
				beyond--
			}
			next, err := s.play(ctx, state, turn%2 < novices)
			if err != nil {
				return nil, err
			}
			state = next
		}
	}
	return nil, ctx.Err()
}

// play makes a move of the level novice, or a random one.
func (s *sampler) play(ctx context.Context, state game.State, novice bool) (game.State, error) {
	moves := state.Moves()
	move := moves[s.random.IntN(len(moves))].Text
	if novice {
		answer, err := s.entry.Think(ctx, catalog.Question{State: state, Level: engine.Novice, Seed: s.random.Uint64()})
		if err != nil {
			return nil, err
		}
		move = answer.Move
	}
	return state.Play(move)
}

// inHand returns the men in hand of both sides.
func inHand(s game.State) int {
	sides := s.View().Sides
	return sides[0].Hand + sides[1].Hand
}
