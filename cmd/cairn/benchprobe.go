// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/engine"
	"cairn/game"
	"cairn/solver"
	"cairn/tablebase"
)

// benchProbeFlags are what "bench probe" is asked for.
type benchProbeFlags struct {
	positions, hand int
	seed            uint64
	tables          string
	asJSON          bool
}

func (p *program) benchProbeCommand() *cobra.Command {
	flags := benchProbeFlags{positions: 300, hand: 4, seed: 1}
	command := &cobra.Command{
		Use:     "probe GAME",
		GroupID: groupStudy,
		Short:   "Measure how long exact answers take",
		Long: `Ask the tables for positions and all their moves, as "cairn probe" does, and tell how long
that takes: --positions for each number of men in hand up to --hand, from games of random
players and the novice. What counts is the time of the processor.

With --json: [{"game","hand","positions","unknown","p50_ms","p99_ms","max_ms"}].`,
		Example:           example("cairn bench probe six", "cairn bench probe nine --hand 8 --positions 20 --json"),
		Args:              operands,
		ValidArgsFunction: p.completeGames(false, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(command *cobra.Command, args []string) error {
			entry, err := p.find(args[0])
			switch {
			case err != nil:
				return err
			case flags.positions < 1:
				return usagef("--positions %d: want a whole number from 1", flags.positions)
			case flags.hand < 0:
				return usagef("--hand %d: want a whole number from 0", flags.hand)
			}
			return p.benchProbe(command.Context(), entry, flags)
		},
	}
	command.Flags().IntVar(&flags.positions, "positions", flags.positions, "ask this many for each number of men in hand")
	command.Flags().IntVar(&flags.hand, "hand", flags.hand, "men in hand of both sides, at most")
	command.Flags().Var(seedValue(&flags.seed), "seed", "choose the positions by this number")
	tablesFlag(command, &flags.tables)
	jsonFlag(command, &flags.asJSON)
	return command
}

// probesJSON is one row of "bench probe --json".
type probesJSON struct {
	Game      string  `json:"game"`
	Hand      int     `json:"hand"`
	Positions int     `json:"positions"`
	Unknown   int     `json:"unknown"`
	P50       float64 `json:"p50_ms"`
	P99       float64 `json:"p99_ms"`
	Max       float64 `json:"max_ms"`
}

func (p *program) benchProbe(ctx context.Context, entry *catalog.Entry, flags benchProbeFlags) (err error) {
	tables, err := p.openTables(ctx, entry, flags.tables)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tables.Close()) }()
	rows := []probesJSON{}
	sampler := &sampler{entry, rand.New(rand.NewPCG(flags.seed, 0))}
	for hand := range min(flags.hand, inHand(entry.Start())) + 1 {
		row, err := measureProbes(ctx, tables, sampler, hand, flags.positions)
		if err != nil {
			return err
		}
		rows = append(rows, row)
	}
	if flags.asJSON {
		return p.printJSON(rows)
	}
	table := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "HAND\tPOSITIONS\tUNKNOWN\tP50 MS\tP99 MS\tMAX MS\t")
	for _, r := range rows {
		fmt.Fprintf(table, "%d\t%d\t%d\t%.2f\t%.2f\t%.2f\t\n", r.Hand, r.Positions, r.Unknown, r.P50, r.P99, r.Max)
	}
	return table.Flush()
}

// measureProbes asks for positions with that many men in hand.
func measureProbes(ctx context.Context, tables tablebase.Tables, s *sampler, hand, positions int) (probesJSON, error) {
	row := probesJSON{Game: s.entry.Info().ID, Hand: hand, Positions: positions}
	times := make([]time.Duration, positions)
	for i := range times {
		state, err := s.position(ctx, hand)
		if err != nil {
			return row, err
		}
		began := solver.CPUTime()
		judgement, err := tables.Judge(ctx, state)
		times[i] = solver.CPUTime() - began
		if err != nil {
			return row, err
		}
		if !judgement.Known {
			row.Unknown++
		}
	}
	slices.Sort(times)
	at := func(percent int) float64 { return times[(positions-1)*percent/100].Seconds() * 1000 }
	row.P50, row.P99, row.Max = at(50), at(99), at(100)
	return row, nil
}

// sampler plays games to take positions from.
type sampler struct {
	entry  *catalog.Entry
	random *rand.Rand
}

// position returns one that is not over, with that many men in hand. Where none
// is in hand, some moves are played beyond.
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

// play makes a move of the novice, or any.
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
