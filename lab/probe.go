// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/lab/measure"
	"cairn/solver"
	"cairn/tablebase"
)

func probeCommand(p *program) *cobra.Command {
	plan, tables, asJSON := measure.ProbePlan{Positions: 300, Hand: 4, Seed: 1}, "", false
	command := &cobra.Command{
		Use:   "probe GAME",
		Short: "Measure the time of exact answers",
		Long: `Probe the tables for positions and all their moves, as "cairn probe" does, and show the
time: --positions for each number of men in hand up to --hand, from games of random
players and the novice. The processor time is measured.

With --json: [{"game","hand","positions","unknown","p50_ms","p99_ms","max_ms"}].`,
		Example: "  lab probe six\n  lab probe nine --hand 8 --positions 20 --json",
		Args:    count(1),
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
			return runProbe(p, command.Context(), entry, plan, tables, asJSON)
		},
	}
	command.Flags().IntVar(&plan.Positions, "positions", plan.Positions, "positions for each number of men in hand")
	command.Flags().IntVar(&plan.Hand, "hand", plan.Hand, "men in hand of both sides, at most")
	command.Flags().Uint64Var(&plan.Seed, "seed", plan.Seed, "random seed for the positions")
	tablesFlag(command, &tables)
	jsonFlag(command, &asJSON)
	return command
}

func runProbe(p *program, ctx context.Context, entry *catalog.Entry, plan measure.ProbePlan, dir string, asJSON bool) (err error) {
	tables, err := openTables(p, ctx, entry, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tables.Close()) }()
	rows, err := measure.Probe(ctx, entry, tables, plan)
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

// openTables opens the tables of a game; those of a small one are made.
func openTables(p *program, ctx context.Context, entry *catalog.Entry, given string) (tablebase.Tables, error) {
	dir, err := p.tables(given)
	if err != nil {
		return nil, err
	}
	if entry.Small() && entry.Lacks(dir) {
		if err := entry.Solve(ctx, solver.Options{Dir: dir, Placing: true, Resume: true}, func(solver.TierResult) {}); err != nil {
			return nil, err
		}
	}
	return entry.OpenTables(dir)
}
