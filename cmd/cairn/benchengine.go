// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/engine"
	"cairn/game"
	"cairn/solver"
)

func (p *program) benchEngineCommand() *cobra.Command {
	movetime, asJSON := time.Second, false
	command := &cobra.Command{
		Use:     "engine [GAME…]",
		GroupID: groupStudy,
		Short:   "Measure the search: positions per second of the processor",
		Long: `Search positions of each game, or of every standard game, for --movetime each: the start
and some from the middle of games, always the same. The search has one thread and one core,
an empty memory of 2 MiB and no solved tables. A position whose end it proves takes less
time. What counts is the time of the processor, so other work on the machine matters little.

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
				entries = standard(entries)
			}
			return p.benchEngine(command.Context(), entries, movetime, asJSON)
		},
	}
	command.Flags().Var(movetimeValue(&movetime), "movetime", "search each position this long, e.g. 1.5s, or in milliseconds")
	jsonFlag(command, &asJSON)
	return command
}

// standard returns those games that are no variants of others.
func standard(entries []*catalog.Entry) []*catalog.Entry {
	var list []*catalog.Entry
	for _, entry := range entries {
		if info := entry.Info(); info.Family == info.ID {
			list = append(list, entry)
		}
	}
	return list
}

// searchJSON is one row of "bench engine --json".
type searchJSON struct {
	Game         string  `json:"game"`
	Position     string  `json:"position"`
	Depth        int     `json:"depth"`
	Nodes        uint64  `json:"nodes"`
	CPUSeconds   float64 `json:"cpu_seconds"`
	NodesPerCPUS float64 `json:"nodes_per_cpu_s"`
}

func (p *program) benchEngine(ctx context.Context, entries []*catalog.Entry, movetime time.Duration, asJSON bool) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	rows := []searchJSON{}
	if !asJSON {
		fmt.Fprintf(p.out, "%-28s %5s %11s %8s %11s  %s\n", "GAME", "DEPTH", "NODES", "CPU S", "NODES/CPU S", "POSITION")
	}
	for _, entry := range entries {
		thinker := entry.NewThinker(engine.Options{})
		for _, state := range entry.Samples() {
			row, err := measureSearch(ctx, thinker, state, movetime)
			if err != nil {
				return err
			}
			row.Game = entry.Info().ID
			rows = append(rows, row)
			if !asJSON {
				fmt.Fprintf(p.out, "%-28s %5d %11d %8.3f %11.0f  %s\n",
					row.Game, row.Depth, row.Nodes, row.CPUSeconds, row.NodesPerCPUS, row.Position)
			}
		}
	}
	if asJSON {
		return p.printJSON(rows)
	}
	return nil
}

// measureSearch searches one position with a memory that is there and empty.
func measureSearch(ctx context.Context, thinker catalog.Thinker, state game.State, movetime time.Duration) (searchJSON, error) {
	if _, err := thinker.Think(ctx, catalog.Question{State: state, Limits: engine.Limits{Nodes: 1}}); err != nil {
		return searchJSON{}, err
	}
	thinker.Clear()
	began := solver.CPUTime()
	answer, err := thinker.Think(ctx, catalog.Question{State: state, Limits: engine.Limits{Time: movetime}})
	if err != nil {
		return searchJSON{}, err
	}
	row := searchJSON{Position: state.String(), Depth: answer.Depth, Nodes: answer.Nodes, CPUSeconds: (solver.CPUTime() - began).Seconds()}
	if row.CPUSeconds > 0 {
		row.NodesPerCPUS = float64(row.Nodes) / row.CPUSeconds
	}
	return row, ctx.Err()
}
