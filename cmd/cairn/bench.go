// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/internal/bench"
	"cairn/internal/config"
)

func benchCommand(p *program) *cobra.Command {
	command := &cobra.Command{
		Use:                   "bench WHAT",
		Short:                 "Measure the speed of Cairn",
		Long:                  `Measure the speed of parts of Cairn on this machine.`,
		Example:               example("cairn bench rules nine"),
		Args:                  cobra.ArbitraryArgs,
		RunE:                  unknownCommand,
		DisableFlagsInUseLine: true,
	}
	addGroup(command, "What:", benchRulesCommand(p), benchEngineCommand(p), benchServeCommand(p))
	return command
}

func benchRulesCommand(p *program) *cobra.Command {
	seconds := 0.5
	command := &cobra.Command{
		Use:   "rules [GAME…]",
		Short: "Measure the rules: perft leaves per second",
		Long: `Count perft from the start of each game, or of all games, with every turn played
and none merely counted, in one goroutine on one core. Each game is counted to
the depth that takes about --seconds; if the next depth would take far longer, a
depth is counted repeatedly and the mean is shown.

With --json: [{"game","depth","nodes","seconds","nodes_per_s","allocs_per_node"}],
nodes and seconds of one count.`,
		Example: example("cairn bench rules", "cairn bench rules nine fanorona yote --json"),
		RunE: func(command *cobra.Command, args []string) error {
			entries, err := p.entries(args)
			if err != nil {
				return err
			}
			return benchRules(p, command.Context(), entries, seconds)
		},
	}
	command.Flags().Var(secondsValue(&seconds), "seconds", "measure each game for about this long")
	p.jsonFlag(command)
	return command
}

func benchRules(p *program, ctx context.Context, entries []*catalog.Entry, seconds float64) error {
	header := fmt.Sprintf("%-28s %5s %11s %8s %11s %12s", "GAME", "DEPTH", "NODES", "SECONDS", "NODES/S", "ALLOCS/NODE")
	return benchRows(p, header, func(report func(bench.RulesRow, string)) error {
		for _, entry := range entries {
			r, err := await(ctx, func() bench.RulesRow { return bench.Rules(entry, seconds) })
			if err != nil {
				return err
			}
			report(r, fmt.Sprintf("%-28s %5d %11d %8.3f %11.0f %12.2g", r.Game, r.Depth, r.Nodes, r.Seconds, r.NodesPerS, r.AllocsPerNode))
		}
		return nil
	})
}

// benchRows prints rows as they are measured, each as a line of text, or all as one JSON
// document.
func benchRows[T any](p *program, header string, measure func(report func(row T, line string)) error) error {
	rows := []T{}
	if !p.asJSON {
		fmt.Fprintln(p.out, header)
	}
	err := measure(func(row T, line string) {
		rows = append(rows, row)
		if !p.asJSON {
			fmt.Fprintln(p.out, line)
		}
	})
	if err == nil && p.asJSON {
		err = p.out.json(rows)
	}
	return err
}

func benchEngineCommand(p *program) *cobra.Command {
	movetime := time.Second
	command := &cobra.Command{
		Use:   "engine [GAME…]",
		Short: "Measure the search: positions per second of processor time",
		Long: `Search positions of each game, or of every standard game, for --movetime each: the start
and some from the middle of games, always the same. The search has one thread on one core,
an empty hash table of 2 MiB and no solved tables. A position that it solves takes less
time. The processor time is measured, so other work on the machine matters little.

With --json: [{"game","position","depth","nodes","cpu_seconds","nodes_per_cpu_s"}].`,
		Example: example("cairn bench engine", "cairn bench engine nine --movetime 5s --json"),
		RunE: func(command *cobra.Command, args []string) error {
			entries, err := p.entries(args)
			if err != nil {
				return err
			}
			if len(args) == 0 {
				entries = bench.Standard(entries)
			}
			return benchEngine(p, command.Context(), entries, movetime)
		},
	}
	command.Flags().Var(movetimeValue(&movetime), "movetime", "search each position this long, e.g. 1.5s, or in milliseconds")
	p.jsonFlag(command)
	return command
}

func benchEngine(p *program, ctx context.Context, entries []*catalog.Entry, movetime time.Duration) error {
	header := fmt.Sprintf("%-28s %5s %11s %8s %11s  %s", "GAME", "DEPTH", "NODES", "CPU S", "NODES/CPU S", "POSITION")
	return benchRows(p, header, func(report func(bench.EngineRow, string)) error {
		return bench.Engine(ctx, entries, movetime, func(r bench.EngineRow) {
			report(r, fmt.Sprintf("%-28s %5d %11d %8.3f %11.0f  %s", r.Game, r.Depth, r.Nodes, r.CPUSeconds, r.NodesPerCPUS, r.Position))
		})
	})
}

// maxGames bounds the load from one machine.
const maxGames = 10_000

func benchServeCommand(p *program) *cobra.Command {
	load := bench.Load{Game: p.catalog.All()[0].Info().ID, Games: 100, Duration: 10 * time.Second}
	command := &cobra.Command{
		Use:   "serve",
		Short: "Measure the server: moves per second, latency",
		Long: `Play many games at once over real connections: two guests in each, who make a random
legal move as soon as it is their turn, and begin another game when one is over. A move
counts when it arrives on the opponent's live stream; its time is measured from the
request. The server is this program in another process on this machine, with its own data
folder and a disk sync for every commit; --url measures another server, which must run
with --unlimited.

With --json: {"games","seconds","moves","moves_per_s","p50_ms","p95_ms","p99_ms","errors"}.`,
		Example: example("cairn bench serve", "cairn bench serve --games 20 --duration 30s --json", "cairn bench serve --url http://127.0.0.1:8080"),
		RunE: func(command *cobra.Command, _ []string) error {
			return benchServe(p, command.Context(), load)
		},
	}
	flags := command.Flags()
	flags.Var(config.CountValue(&load.Games, 1, maxGames), "games", "games at the same time")
	flags.Var(durationValue(&load.Duration), "duration", "count moves for this long")
	flags.Var(config.URLValue(&load.URL), "url", "address of another server to measure")
	p.jsonFlag(command)
	return command
}

func benchServe(p *program, ctx context.Context, load bench.Load) error {
	if load.URL == "" {
		dir, err := os.MkdirTemp("", "cairn-bench-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		address, stop, err := bench.StartServer(ctx, dir, p.err)
		if err != nil {
			return err
		}
		defer stop()
		load.URL = address
	}
	r, err := bench.Serve(ctx, load)
	if err != nil {
		return err
	}
	if r.Fault != nil {
		fmt.Fprintln(p.err, r.Fault)
	}
	if p.asJSON {
		return p.out.json(r)
	}
	p.out.row("games", "%d at the same time, %.1f s", r.Games, r.Seconds)
	p.out.row("moves", "%d, %.0f per second, all on disk", r.Moves, r.MovesPerS)
	p.out.row("to the opponent", "%.1f ms median, %.1f ms 95 %%, %.1f ms 99 %%", r.P50MS, r.P95MS, r.P99MS)
	p.out.row("errors", "%d", r.Errors)
	return nil
}
