// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime/debug"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/internal/config"
	"cairn/internal/study/maker"
	"cairn/solver"
	"cairn/tablebase"
)

// solveFlags are the flags of solve.
type solveFlags struct {
	solver.Options
	memory size
}

func solveCommand(p *program) *cobra.Command {
	flags := solveFlags{memory: solver.DefaultMemory, Options: solver.Options{Kind: tablebase.DTW}}
	command := &cobra.Command{
		Use:   "solve GAME",
		Short: "Solve a game: the exact value of every position",
		Long: `Compute the exact value of every position of a game, and the number of turns to the end if
both sides play best. The values go into tables, one file per tier, which "cairn probe"
reads. A tier is the positions with the same numbers of men: "3-4" has three of the side to
move against four. All placements count, whether they can occur in play or not; mirror
images count once.

Unless --placing is given, positions with men in hand are left out. --limit counts men in
hand too: those of the stronger side in mill games, those of both in the others.

When interrupted it keeps the finished tiers, and --resume continues from there. With
--check it compares every value with those of all moves of the position; if any is wrong
the status is 1.

With --json: [{"tier","positions","win","draw","loss","cpu_seconds"}], values for the side
to move; with --check also "mismatches".`,
		Example: example(
			"cairn solve six --placing --check",
			"cairn solve nine --limit 4 --json",
			"cairn solve nine --kind wdl --memory 4GiB --resume"),
		RunE: func(command *cobra.Command, args []string) error {
			entry, err := p.find(args[0])
			if err != nil {
				return err
			}
			return p.solve(command.Context(), entry, flags)
		},
	}
	p.tablesFlag(command)
	tableFlags(command, &flags.Limit, "only tiers with at most `N` men", &flags.Kind, "")
	command.Flags().BoolVar(&flags.Placing, "placing", false, "solve positions with men in hand too")
	command.Flags().BoolVar(&flags.Check, "check", false, "compare every value with those of its moves")
	command.Flags().BoolVar(&flags.Resume, "resume", false, "keep existing valid tables")
	command.Flags().Var(sizeValue(&flags.memory), "memory", "memory limit")
	p.jsonFlag(command)
	return command
}

// tableFlags adds the flags that say which tables to make.
func tableFlags(command *cobra.Command, limit *int, limitHelp string, kind *tablebase.Kind, kindHelp string) {
	command.Flags().Var(config.NewValue(limit, config.ParseInt("limit", 1, math.MaxInt), "N"), "limit", limitHelp)
	command.Flags().Var(config.NewValue(kind, tablebase.ParseKind, "KIND"), "kind",
		"contents of tables: wdl for values only, dtw for the turns to the end too"+kindHelp)
	completeFlag(command, "kind", string(tablebase.WDL), string(tablebase.DTW))
}

// solveJSON is one row of "solve --json".
type solveJSON struct {
	Tier       string  `json:"tier"`
	Positions  uint64  `json:"positions"`
	Win        uint64  `json:"win"`
	Draw       uint64  `json:"draw"`
	Loss       uint64  `json:"loss"`
	CPUSeconds float64 `json:"cpu_seconds"`
	Mismatches *uint64 `json:"mismatches,omitempty"` // nil without --check
}

func (p *program) solve(ctx context.Context, entry *catalog.Entry, flags solveFlags) error {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(flags.memory - flags.memory/16))) // with room for garbage and mapped tables
	progress := newSolveProgress(p.err)
	options := flags.Options
	options.Dir, options.Memory, options.Report = p.tables, uint64(flags.memory), progress.report
	var rows []solver.TierResult
	err := entry.Solve(ctx, options, func(r solver.TierResult) { rows = append(rows, r) })
	progress.end()
	switch {
	case errors.Is(err, solver.ErrNothing) || errors.Is(err, solver.ErrNoIndex):
		return usageError{err}
	case errors.Is(err, solver.ErrDistances):
		return fmt.Errorf("%w: \"cairn tables reduce\" makes tables of values only from them", err)
	case errors.Is(err, context.Canceled):
		fmt.Fprintf(p.err, "%d tiers are finished; --resume continues from there\n", len(rows))
		return err
	case err != nil:
		return err
	}
	if err := printSolved(p, rows, flags); err != nil {
		return err
	}
	var wrong uint64
	for _, r := range rows {
		wrong += r.Wrong
	}
	if wrong > 0 {
		return fmt.Errorf("%d values differ from those implied by their moves", wrong)
	}
	if flags.Check {
		fmt.Fprintln(p.err, "all values agree with those of their moves")
	}
	return nil
}

func printSolved(p *program, rows []solver.TierResult, flags solveFlags) error {
	if p.asJSON {
		list := []solveJSON{}
		for _, r := range rows {
			row := solveJSON{r.Tier.String(), r.Positions, r.Win, r.Draw, r.Loss, r.CPU.Seconds(), nil}
			if flags.Check {
				row.Mismatches = &r.Wrong
			}
			list = append(list, row)
		}
		return p.out.json(list)
	}
	table := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "TIER\tPOSITIONS\tWIN\tDRAW\tLOSS\tLONGEST\tCPU\t")
	for _, r := range rows {
		longest := "-" // not in tables of values only
		if flags.Kind == tablebase.DTW {
			longest = strconv.Itoa(r.Longest)
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%s\t%s\t\n", r.Tier, r.Positions, r.Win, r.Draw, r.Loss, longest,
			r.CPU.Round(time.Millisecond))
	}
	return table.Flush()
}

// solveProgress prints the progress of the solver: a line now and then, and one at
// the end.
type solveProgress struct {
	out     io.Writer
	every   time.Duration // between two lines
	printed time.Duration // elapsed at the last line
	latest  solver.Progress
	past    maker.Pace
}

func newSolveProgress(out io.Writer) *solveProgress {
	if isTerminal(out) {
		return &solveProgress{out: out, every: 5 * time.Second}
	}
	return &solveProgress{out: out, every: 30 * time.Second}
}

// report prints a line if it is time; it is solver.Options.Report, and not called
// concurrently.
func (b *solveProgress) report(p solver.Progress) {
	b.latest = p
	b.past.Add(p)
	if p.Elapsed < b.printed+b.every || len(p.Tiers) == 0 {
		return
	}
	b.printed = p.Elapsed
	fmt.Fprintf(b.out, "%s: %s tier %s, %.1f %% of %d slots", p.Elapsed.Round(time.Second), p.Doing, p.Tiers[0],
		100*maker.Reached(p)/float64(p.Total), p.Total)
	if rate := b.past.Rate(); rate > 0 {
		left := (float64(p.Total) - maker.Reached(p)) / rate
		fmt.Fprintf(b.out, ", %.1f million/s, about %s left", rate/1e6, (time.Duration(left) * time.Second).Round(time.Second))
	}
	fmt.Fprintln(b.out)
}

// end prints a line about the whole run.
func (b *solveProgress) end() {
	if p := b.latest; p.Total > 0 && p.Done == p.Total {
		fmt.Fprintf(b.out, "%d slots in %s, %.1f million/s\n", p.Total, p.Elapsed.Round(time.Millisecond),
			float64(p.Total-p.Kept)/p.Elapsed.Seconds()/1e6)
	}
}
