// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"cairn/catalog"
)

func (p *program) benchRulesCommand() *cobra.Command {
	seconds, asJSON := 0.5, false
	command := &cobra.Command{
		Use:     "rules [GAME…]",
		GroupID: groupStudy,
		Short:   "Measure the rules: leaves of perft per second",
		Long: `Count perft from the start of each game, or of all games, with every turn played
and none merely counted, in one goroutine on one core. Each game is counted to
the depth that takes about --seconds; where the next depth would take far longer,
a depth is counted repeatedly and the mean told.

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
			return p.benchRules(command.Context(), entries, seconds, asJSON)
		},
	}
	command.Flags().Var(secondsValue(&seconds), "seconds", "measure each game for about this long")
	jsonFlag(command, &asJSON)
	return command
}

// entries returns the games of those names, all games when there are none.
func (p *program) entries(names []string) ([]*catalog.Entry, error) {
	if len(names) == 0 {
		return p.catalog.All(), nil
	}
	var entries []*catalog.Entry
	for _, name := range names {
		entry, err := p.find(name)
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry)
	}
	return entries, nil
}

func (p *program) benchRules(ctx context.Context, entries []*catalog.Entry, seconds float64, asJSON bool) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	rows := []benchJSON{}
	if !asJSON {
		fmt.Fprintf(p.out, "%-28s %5s %11s %8s %11s %12s\n", "GAME", "DEPTH", "NODES", "SECONDS", "NODES/S", "ALLOCS/NODE")
	}
	for _, entry := range entries {
		b, err := await(ctx, func() benchJSON { return measure(entry, seconds) })
		if err != nil {
			return err
		}
		rows = append(rows, b)
		if !asJSON {
			fmt.Fprintf(p.out, "%-28s %5d %11d %8.3f %11.0f %12.2g\n",
				b.Game, b.Depth, b.Nodes, b.Seconds, b.NodesPerS, b.AllocsPerNode)
		}
	}
	if asJSON {
		return p.printJSON(rows)
	}
	return nil
}

// benchJSON is one row of "bench rules --json".
type benchJSON struct {
	Game          string  `json:"game"`
	Depth         int     `json:"depth"`
	Nodes         uint64  `json:"nodes"`
	Seconds       float64 `json:"seconds"`
	NodesPerS     float64 `json:"nodes_per_s"`
	AllocsPerNode float64 `json:"allocs_per_node"`
}

// farLonger is how many times the wanted time a count may take.
const farLonger = 8

// measure counts deeper and deeper until a count takes long enough, or the next
// would take far longer.
func measure(entry *catalog.Entry, seconds float64) benchJSON {
	count := entry.Bench(entry.Start())
	b, growth := counted(count, 1, 1), 1.0
	for b.Seconds < seconds && b.Seconds*growth < farLonger*seconds && b.Depth < maxDepth {
		deeper := counted(count, b.Depth+1, 1)
		if deeper.Nodes == 0 {
			break // every game is over by then
		}
		b, growth = deeper, float64(deeper.Nodes)/float64(b.Nodes)
	}
	if b.Seconds < seconds {
		b = counted(count, b.Depth, int(seconds/b.Seconds)+1)
	}
	b.Game = entry.Info().ID
	return b
}

// counted measures the mean of some counts to a depth.
func counted(count func(depth int) uint64, depth, times int) benchJSON {
	var before, after runtime.MemStats
	var nodes uint64
	runtime.ReadMemStats(&before)
	began := time.Now()
	for range times {
		nodes = count(depth)
	}
	seconds := time.Since(began).Seconds() / float64(times)
	runtime.ReadMemStats(&after)
	allocs := float64(after.Mallocs-before.Mallocs) / float64(times)
	return benchJSON{
		Depth: depth, Nodes: nodes, Seconds: seconds,
		NodesPerS: float64(nodes) / seconds, AllocsPerNode: allocs / float64(nodes),
	}
}
