// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/internal/bench"
)

func benchCommand(p *program) *cobra.Command {
	command := &cobra.Command{
		Use:                        "bench WHAT",
		GroupID:                    groupStudy,
		Short:                      "Measure the speed of Cairn",
		Long:                       `Measure the speed of parts of Cairn on this machine.`,
		Example:                    example("cairn bench rules nine"),
		Args:                       cobra.ArbitraryArgs,
		RunE:                       unknownCommand,
		DisableFlagsInUseLine:      true,
		SuggestionsMinimumDistance: 2,
	}
	command.AddGroup(&cobra.Group{ID: groupStudy, Title: "What:"})
	command.AddCommand(benchRulesCommand(p), benchEngineCommand(p), benchProbeCommand(p),
		benchServeCommand(p), benchStudyCommand(p), benchScaleCommand(p), benchLoginCommand(p), benchAttackCommand(p), benchMatchCommand(p), benchLevelsCommand(p))
	return command
}

func benchRulesCommand(p *program) *cobra.Command {
	seconds, asJSON := 0.5, false
	command := &cobra.Command{
		Use:     "rules [GAME…]",
		GroupID: groupStudy,
		Short:   "Measure the rules: perft leaves per second",
		Long: `Count perft from the start of each game, or of all games, with every turn played
and none merely counted, in one goroutine on one core. Each game is counted to
the depth that takes about --seconds; if the next depth would take far longer, a
depth is counted repeatedly and the mean is shown.

With --json: [{"game","depth","nodes","seconds","nodes_per_s","allocs_per_node"}],
nodes and seconds of one count.`,
		Example:           example("cairn bench rules", "cairn bench rules nine fanorona yote --json"),
		Args:              operands,
		ValidArgsFunction: p.completeGames(true, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(command *cobra.Command, args []string) error {
			entries, err := p.entries(args)
			if err != nil {
				return err
			}
			return benchRules(p, command.Context(), entries, seconds, asJSON)
		},
	}
	command.Flags().Var(secondsValue(&seconds), "seconds", "measure each game for about this long")
	jsonFlag(command, &asJSON)
	return command
}

func benchRules(p *program, ctx context.Context, entries []*catalog.Entry, seconds float64, asJSON bool) error {
	rows := []bench.RulesRow{}
	if !asJSON {
		fmt.Fprintf(p.out, "%-28s %5s %11s %8s %11s %12s\n", "GAME", "DEPTH", "NODES", "SECONDS", "NODES/S", "ALLOCS/NODE")
	}
	for _, entry := range entries {
		r, err := await(ctx, func() bench.RulesRow { return bench.Rules(entry, seconds) })
		if err != nil {
			return err
		}
		rows = append(rows, r)
		if !asJSON {
			fmt.Fprintf(p.out, "%-28s %5d %11d %8.3f %11.0f %12.2g\n",
				r.Game, r.Depth, r.Nodes, r.Seconds, r.NodesPerS, r.AllocsPerNode)
		}
	}
	if asJSON {
		return p.out.json(rows)
	}
	return nil
}

func benchEngineCommand(p *program) *cobra.Command {
	movetime, asJSON := time.Second, false
	command := &cobra.Command{
		Use:     "engine [GAME…]",
		GroupID: groupStudy,
		Short:   "Measure the search: positions per second of processor time",
		Long: `Search positions of each game, or of every standard game, for --movetime each: the start
and some from the middle of games, always the same. The search has one thread on one core,
an empty hash table of 2 MiB and no solved tables. A position that it solves takes less
time. The processor time is measured, so other work on the machine matters little.

With --json: [{"game","position","depth","nodes","cpu_seconds","nodes_per_cpu_s"}].`,
		Example:           example("cairn bench engine", "cairn bench engine nine --movetime 5s --json"),
		Args:              operands,
		ValidArgsFunction: p.completeGames(true, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(command *cobra.Command, args []string) error {
			entries, err := p.entries(args)
			if err != nil {
				return err
			}
			if len(args) == 0 {
				entries = bench.Standard(entries)
			}
			return benchEngine(p, command.Context(), entries, movetime, asJSON)
		},
	}
	command.Flags().Var(movetimeValue(&movetime), "movetime", "search each position this long, e.g. 1.5s, or in milliseconds")
	jsonFlag(command, &asJSON)
	return command
}

func benchEngine(p *program, ctx context.Context, entries []*catalog.Entry, movetime time.Duration, asJSON bool) error {
	rows := []bench.EngineRow{}
	if !asJSON {
		fmt.Fprintf(p.out, "%-28s %5s %11s %8s %11s  %s\n", "GAME", "DEPTH", "NODES", "CPU S", "NODES/CPU S", "POSITION")
	}
	err := bench.Engine(ctx, entries, movetime, func(r bench.EngineRow) {
		rows = append(rows, r)
		if !asJSON {
			fmt.Fprintf(p.out, "%-28s %5d %11d %8.3f %11.0f  %s\n",
				r.Game, r.Depth, r.Nodes, r.CPUSeconds, r.NodesPerCPUS, r.Position)
		}
	})
	if err == nil && asJSON {
		err = p.out.json(rows)
	}
	return err
}

func benchProbeCommand(p *program) *cobra.Command {
	plan, tables, asJSON := bench.ProbePlan{Positions: 300, Hand: 4, Seed: 1}, "", false
	command := &cobra.Command{
		Use:     "probe GAME",
		GroupID: groupStudy,
		Short:   "Measure the time of exact answers",
		Long: `Probe the tables for positions and all their moves, as "cairn probe" does, and show the
time: --positions for each number of men in hand up to --hand, from games of random
players and the novice. The processor time is measured.

With --json: [{"game","hand","positions","unknown","p50_ms","p99_ms","max_ms"}].`,
		Example:           example("cairn bench probe six", "cairn bench probe nine --hand 8 --positions 20 --json"),
		Args:              operands,
		ValidArgsFunction: p.completeGames(false, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(command *cobra.Command, args []string) error {
			entry, err := p.find(args[0])
			switch {
			case err != nil:
				return err
			case plan.Positions < 1:
				return usagef("--positions %d: want a whole number from 1", plan.Positions)
			case plan.Hand < 0:
				return usagef("--hand %d: want a whole number from 0", plan.Hand)
			}
			return benchProbe(p, command.Context(), entry, plan, tables, asJSON)
		},
	}
	command.Flags().IntVar(&plan.Positions, "positions", plan.Positions, "positions for each number of men in hand")
	command.Flags().IntVar(&plan.Hand, "hand", plan.Hand, "men in hand of both sides, at most")
	command.Flags().Var(seedValue(&plan.Seed), "seed", "random seed for the positions")
	tablesFlag(command, &tables)
	jsonFlag(command, &asJSON)
	return command
}

func benchProbe(p *program, ctx context.Context, entry *catalog.Entry, plan bench.ProbePlan, dir string, asJSON bool) (err error) {
	tables, err := p.openTables(ctx, entry, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tables.Close()) }()
	rows, err := bench.Probe(ctx, entry, tables, plan)
	if err != nil {
		return err
	}
	if asJSON {
		return p.out.json(rows)
	}
	table := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "HAND\tPOSITIONS\tUNKNOWN\tP50 MS\tP99 MS\tMAX MS\t")
	for _, r := range rows {
		fmt.Fprintf(table, "%d\t%d\t%d\t%.2f\t%.2f\t%.2f\t\n", r.Hand, r.Positions, r.Unknown, r.P50, r.P99, r.Max)
	}
	return table.Flush()
}
