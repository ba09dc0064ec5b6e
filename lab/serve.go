// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"cairn/internal/config"
	"cairn/lab/bench"
	"cairn/lab/measure"
)

func serveCommand(p *program) *cobra.Command {
	plan := bench.ServePlan{Game: p.catalog.All()[0].Info().ID, Games: 100, Duration: 10 * time.Second}
	var site measure.Site
	before, rounds, asJSON := "", 3, false
	command := &cobra.Command{
		Use:   "serve",
		Short: "Measure the server: moves per second, latency, memory, processor time",
		Long: `Play many games at once over real connections: two guests in each, who make a random
legal move as soon as it is their turn, and begin another game when one is over. A move
counts when it arrives on the opponent's live stream; its time is measured from the
request. The server is a process on this machine, with its own data folder and a disk sync
for every commit, or several nodes that use PostgreSQL, in a database of its own. Without a
--bus they ask the database for moves every two seconds. Memory and processor time are those
of the nodes together, without the database. --url measures another server, which must run
with --unlimited. Streams of --idle are open for --duration before memory is read.

With --before the same load is put on another version of the server at the same time, and
the processor time of a move is compared: a machine that is not steady slows down both.

With --json: {"games","seconds","moves","moves_per_s","p50_ms","p95_ms","p99_ms",
"errors","server_rss_bytes","idle_connections","rss_per_idle_bytes","durable",
"cpu_per_move_us"}; with --before {"rounds","now":{…},"before":{…},"ratio"}, medians.`,
		Example: "  lab serve --games 100 --duration 30s --idle 10000 --json\n" +
			"  lab serve --nodes 3 --database postgres:///cairn --bus nats://127.0.0.1:4222\n" +
			"  lab serve --games 50 --before ./cairn-before",
		Args: count(0),
		RunE: func(command *cobra.Command, _ []string) error {
			switch {
			case site.Check() != nil:
				return usageError{site.Check()}
			case before == "":
				return runServe(p, command.Context(), plan, site, asJSON)
			case plan.URL != "" || plan.Idle > 0 || plan.Games == 0 || rounds == 0 || site != measure.Site{Nodes: 1}:
				return usagef("--before starts both servers and needs games and rounds: leave --url, --idle and the flags of nodes out")
			}
			return runBeside(p, command.Context(), plan, rounds, before, asJSON)
		},
	}
	flags := command.Flags()
	flags.StringVar(&before, "before", "", "compare with this program, another version")
	flags.Var(config.CountValue(&rounds, 0, maxRounds), "rounds", "with --before, measure both servers this many times")
	flags.Var(config.CountValue(&plan.Idle, 0, maxIdle), "idle", "spectators' streams in matches without moves")
	flags.Var(config.URLValue(&plan.URL), "url", "address of another server to measure")
	loadFlags(flags, &plan)
	siteFlags(flags, &site)
	jsonFlag(command, &asJSON)
	return command
}

func runServe(p *program, ctx context.Context, plan bench.ServePlan, site measure.Site, asJSON bool) error {
	if plan.URL == "" {
		nodes, end, err := p.start(ctx, site)
		if err != nil {
			return err
		}
		defer end()
		plan = plan.Of(nodes...)
	}
	report, err := bench.Serve(ctx, plan)
	if err != nil {
		return err
	}
	p.faults(report)
	if asJSON {
		return p.out.json(report)
	}
	report.Print(p.out.row)
	return nil
}

// runBeside measures this version and another one at the same time.
func runBeside(p *program, ctx context.Context, plan bench.ServePlan, rounds int, program string, asJSON bool) error {
	now, endNow, err := p.start(ctx, measure.Site{Nodes: 1})
	if err != nil {
		return err
	}
	defer endNow()
	before, endBefore, err := bench.StartServer(ctx, program)
	if err != nil {
		return err
	}
	defer endBefore()
	report, err := bench.Beside(ctx, plan, rounds, now[0], before, p.rounds(asJSON))
	if err != nil {
		return err
	}
	p.faults(report.Now, report.Before)
	if asJSON {
		return p.out.json(report)
	}
	p.out.row("server time", "%.0f and %.0f µs of the processors a move: %.3f of before", report.Now.CPUPerMoveUS, report.Before.CPUPerMoveUS, report.Ratio)
	p.out.row("errors", "%d and %d", report.Now.Errors, report.Before.Errors)
	return nil
}

// rounds returns a function that prints a row for each round, unless the output is JSON.
func (p *program) rounds(asJSON bool) func(string, bench.ServeReport) {
	if asJSON {
		return func(string, bench.ServeReport) {}
	}
	fmt.Fprintf(p.out, "%-8s %9s %8s %8s %12s\n", "SERVER", "MOVES/S", "P50 MS", "P99 MS", "CPU µs/MOVE")
	return func(name string, r bench.ServeReport) {
		fmt.Fprintf(p.out, "%-8s %9.0f %8.1f %8.1f %12.0f\n", name, r.MovesPerS, r.P50MS, r.P99MS, r.CPUPerMoveUS)
	}
}

// faults prints the first errors of reports.
func (p *program) faults(reports ...bench.ServeReport) {
	for _, report := range reports {
		for _, fault := range report.Faults {
			fmt.Fprintln(p.err, fault)
		}
	}
}

// start starts a site.
func (p *program) start(ctx context.Context, site measure.Site) (nodes []*bench.Process, end func(), err error) {
	if site.Program, err = p.cairn(ctx); err != nil {
		return nil, nil, err
	}
	return site.Start(ctx)
}

// ensureServer starts a server if the plan names none; end stops it.
func (p *program) ensureServer(ctx context.Context, plan *bench.ServePlan) (end func(), err error) {
	if plan.URL != "" {
		return func() {}, nil
	}
	nodes, end, err := p.start(ctx, measure.Site{Nodes: 1})
	if err == nil {
		*plan = plan.Of(nodes...)
	}
	return end, err
}

func shareCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:    "share",
		Hidden: true,
		Short:  "Read a plan as JSON and print its report: a part of the load of scale",
		Args:   count(0),
		RunE: func(command *cobra.Command, _ []string) error {
			return measure.Share(command.Context(), p.in, p.out, p.err)
		},
	}
}
