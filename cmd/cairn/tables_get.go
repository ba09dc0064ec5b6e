// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/internal/config"
	"cairn/internal/study/maker"
	"cairn/solver"
)

// getFlags are the flags of "tables get".
type getFlags struct {
	maker.Options
	memory, reserve, disk size
	dryRun, beside        bool
}

func tablesGetCommand(p *program) *cobra.Command {
	flags := getFlags{memory: solver.DefaultMemory, reserve: 2 << 30}
	command := &cobra.Command{
		Use:   "get GAME…",
		Short: "Make the tables that are useful for a game",
		Long: `Make the tables of some games that are missing, the most useful first: of a game that can
be solved, the values of its moving phase and then of the whole game; of the others the
endings that take a quarter of an hour at most. "all" stands for all games.

Before it starts it prints what each step needs, and it refuses to start if the disk has
no room for all of them. Interrupted, it keeps the tables that are finished and continues
from there when it is started again. A running server uses tables as they appear. "cairn
serve --study" does the same beside the server.

Values alone are a quarter of the size; --kind dtw adds the turns to the end. "cairn solve"
solves any part of a game.`,
		Example: example(
			"cairn tables get nine",
			"cairn tables get nine --kind dtw --memory 8GiB",
			"cairn tables get fanorona yote --dry-run"),
		RunE: func(command *cobra.Command, args []string) error {
			entries := p.catalog.All()
			if len(args) != 1 || args[0] != "all" {
				var err error
				if entries, err = p.entries(args); err != nil {
					return err
				}
			}
			return p.getTables(command.Context(), entries, flags)
		},
	}
	p.tablesFlag(command)
	tableFlags(command, &flags.Limit, "only endings with at most `N` men", &flags.Kind, "; by default wdl for large games")
	command.Flags().Var(sizeValue(&flags.memory), "memory", "memory limit")
	command.Flags().Var(sizeValue(&flags.reserve), "reserve", "room on the disk that stays free")
	command.Flags().Var(sizeValue(&flags.disk), "disk", "disk for all tables in the folder; by default any size")
	command.Flags().Var(config.CountValue(&flags.Workers, 0, 1024), "threads", "threads that work; 0 for one on each processor")
	command.Flags().BoolVar(&flags.dryRun, "dry-run", false, "only print what would be made")
	command.Flags().BoolVar(&flags.beside, "beside-server", false, "make what fits, until standard input ends")
	cobra.CheckErr(command.Flags().MarkHidden("beside-server"))
	return command
}

func (p *program) getTables(ctx context.Context, entries []*catalog.Entry, flags getFlags) error {
	o := flags.Options
	o.Dir = p.tables
	o.Memory, o.Reserve, o.Disk = uint64(flags.memory), uint64(flags.reserve), uint64(flags.disk)
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	steps, left := maker.PlanAll(entries, o)
	if flags.beside {
		var end context.CancelFunc
		ctx, end = context.WithCancel(ctx)
		go func() {
			_, _ = io.Copy(io.Discard, p.in)
			end()
		}()
		steps, left = o.Fitting(steps, left)
	}
	need := printPlan(p, steps, left, o)
	switch {
	case len(steps) == 0 && len(left) > 0 && !flags.beside:
		return fmt.Errorf("nothing fits into %s of memory: --memory allows more", flags.memory)
	case flags.dryRun || len(steps) == 0:
		return nil
	}
	if err := o.Room(need); err != nil {
		return fmt.Errorf("%w; --reserve and --disk say how much it may take, --limit makes less", err)
	}
	return p.makeTables(ctx, steps, o)
}

// printPlan prints the steps with their costs, and returns the bytes that the new tables
// take on the disk.
func printPlan(p *program, steps []maker.Step, left []string, o maker.Options) (need uint64) {
	for _, s := range steps {
		need += s.Cost.Disk
		took := s.Cost.CPU / time.Duration(o.Workers)
		fmt.Fprintf(p.err, "%s: %d tables, about %s on the disk, %s of memory, %s\n", &s, s.Cost.Tables,
			size(s.Cost.Disk), size(s.Cost.Memory), max(took, time.Second).Round(time.Second))
	}
	for _, text := range left {
		fmt.Fprintf(p.err, "left out: %s\n", text)
	}
	if len(steps) == 0 && len(left) == 0 {
		fmt.Fprintln(p.err, "nothing is missing")
	}
	return need
}

func (p *program) makeTables(ctx context.Context, steps []maker.Step, o maker.Options) error {
	var progress *solveProgress
	var current *maker.Step
	err := maker.Make(ctx, steps, o, func(s *maker.Step, now solver.Progress) {
		if s != current {
			if current != nil {
				progress.end()
			}
			current, progress = s, newSolveProgress(p.err)
			fmt.Fprintf(p.err, "making %s\n", s)
		}
		progress.report(now)
	})
	if current != nil {
		progress.end()
	}
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(p.err, "finished tables are kept; the same command continues from there")
	}
	return err
}
