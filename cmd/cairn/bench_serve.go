// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"cairn/internal/bench"
	"cairn/internal/config"
)

// The bounds of the load from one machine.
const (
	maxGames  = 10_000
	maxIdle   = 1_000_000
	maxRounds = 1_000
)

func benchServeCommand(p *program) *cobra.Command {
	plan := bench.ServePlan{Game: p.catalog.All()[0].Info().ID, Games: 100, Duration: 10 * time.Second}
	before, rounds, asJSON := "", 3, false
	command := &cobra.Command{
		Use:     "serve",
		GroupID: groupStudy,
		Short:   "Measure the server: moves per second, latency, memory",
		Long: `Play many games at once over real connections: two guests in each, who make a random
legal move as soon as it is their turn, and begin another game when one is over. A move
counts when it arrives on the opponent's live stream; its time is measured from the
request. The server is this program in another process on this machine, with its own data
folder and a disk sync for every commit; --url measures another server, which must run
with --unlimited. Streams of --idle are open for --duration before memory is read.

With --before the same load is put on another version of this program at the same time, and
the processor time of a move is compared: a machine that is not steady slows down both.

With --json: {"games","seconds","moves","moves_per_s","p50_ms","p95_ms","p99_ms",
"errors","server_rss_bytes","idle_connections","rss_per_idle_bytes","durable",
"cpu_per_move_us"}; with --before {"rounds","now":{…},"before":{…},"ratio"}, medians.`,
		Example: example("cairn bench serve", "cairn bench serve --games 100 --duration 30s --idle 10000 --json",
			"cairn bench serve --games 50 --before ./cairn-before"),
		Args: operands,
		RunE: func(command *cobra.Command, _ []string) error {
			switch {
			case before == "":
				return benchServe(p, command.Context(), plan, asJSON)
			case plan.URL != "" || plan.Idle > 0 || plan.Games == 0 || rounds == 0:
				return usagef("--before starts both servers and needs games and rounds: leave --url and --idle out")
			}
			return benchBeside(p, command.Context(), plan, rounds, before, asJSON)
		},
	}
	flags := command.Flags()
	flags.StringVar(&before, "before", "", "compare with this program, another version")
	flags.Var(config.CountValue(&rounds, maxRounds), "rounds", "with --before, measure both servers this many times")
	flags.Var(config.CountValue(&plan.Games, maxGames), "games", "games at the same time")
	flags.Var(config.CountValue(&plan.Idle, maxIdle), "idle", "spectators' streams in matches without moves")
	flags.Var(durationValue(&plan.Duration), "duration", "count moves for this long")
	flags.Var(config.URLValue(&plan.URL), "url", "address of another server to measure")
	jsonFlag(command, &asJSON)
	return command
}

func benchServe(p *program, ctx context.Context, plan bench.ServePlan, asJSON bool) error {
	if plan.URL == "" {
		server, end, err := bench.StartServer(ctx, "")
		if err != nil {
			return err
		}
		defer end()
		plan = plan.Of(server)
	}
	report, err := bench.Serve(ctx, plan)
	if err != nil {
		return err
	}
	for _, fault := range report.Faults {
		fmt.Fprintln(p.err, fault)
	}
	if asJSON {
		return p.out.json(report)
	}
	report.Print(p.out.row)
	return nil
}

// benchBeside measures this program and another version of it at the same time.
func benchBeside(p *program, ctx context.Context, plan bench.ServePlan, rounds int, program string, asJSON bool) error {
	now, endNow, err := bench.StartServer(ctx, "")
	if err != nil {
		return err
	}
	defer endNow()
	before, endBefore, err := bench.StartServer(ctx, program)
	if err != nil {
		return err
	}
	defer endBefore()
	show := func(string, bench.ServeReport) {}
	if !asJSON {
		fmt.Fprintf(p.out, "%-8s %9s %8s %8s %12s\n", "SERVER", "MOVES/S", "P50 MS", "P99 MS", "CPU µs/MOVE")
		show = func(name string, r bench.ServeReport) {
			fmt.Fprintf(p.out, "%-8s %9.0f %8.1f %8.1f %12.0f\n", name, r.MovesPerS, r.P50MS, r.P99MS, r.CPUPerMoveUS)
		}
	}
	report, err := bench.Beside(ctx, plan, rounds, now, before, show)
	if err != nil {
		return err
	}
	for _, fault := range append(report.Now.Faults, report.Before.Faults...) {
		fmt.Fprintln(p.err, fault)
	}
	if asJSON {
		return p.out.json(report)
	}
	p.out.row("server time", "%.0f and %.0f µs of the processors a move: %.3f of before", report.Now.CPUPerMoveUS, report.Before.CPUPerMoveUS, report.Ratio)
	p.out.row("errors", "%d and %d", report.Now.Errors, report.Before.Errors)
	return nil
}
