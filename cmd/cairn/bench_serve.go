// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/json"
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
	maxLogins = 100_000
	maxRounds = 1_000
	maxNodes  = 100
)

func benchServeCommand(p *program) *cobra.Command {
	plan := bench.ServePlan{Game: p.catalog.All()[0].Info().ID, Games: 100, Duration: 10 * time.Second}
	var site bench.Site
	ceiling, before, rounds, bare, share, asJSON := false, "", 3, "", false, false
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

With --database the server uses PostgreSQL, in a database of its own; --nodes starts several
servers on it. Without a --bus they ask the database for moves every two seconds. Memory
and processor time are those of the nodes together, without the database.

With --ceiling the same load is put on a bare server too, by turns, in --rounds rounds of
--duration each. It only saves moves with a group commit and pushes them, with the same
HTTP, WebSocket and SQLite: about what any server could reach on this machine.

With --before the same load is put on another version of this program at the same time, and
the processor time of a move is compared: a machine that is not steady slows down both.

With --json: {"games","seconds","moves","moves_per_s","p50_ms","p95_ms","p99_ms",
"errors","server_rss_bytes","idle_connections","rss_per_idle_bytes","durable",
"cpu_per_move_us"}; with --ceiling {"rounds","cairn":{…},"bare":{…},"ratio"}, with --before
{"rounds","now":{…},"before":{…},"ratio"}, medians.`,
		Example: example("cairn bench serve", "cairn bench serve --games 100 --duration 30s --idle 10000 --json", "cairn bench serve --ceiling",
			"cairn bench serve --games 50 --before ./cairn-before"),
		Args: operands,
		RunE: func(command *cobra.Command, _ []string) error {
			switch {
			case bare != "":
				return serveBare(p, command.Context(), bare)
			case share:
				return benchShare(p, command.Context())
			case ceiling && before != "":
				return usagef("want --ceiling or --before, not both")
			case site.Check() != nil:
				return usagef("%v", site.Check())
			case plan.URL != "" && site != bench.Site{Nodes: 1}:
				return usagef("--url measures a server that runs: leave --nodes, --database and --bus out")
			case before != "" && site != bench.Site{Nodes: 1}:
				return usagef("--before compares single servers: leave --nodes, --database and --bus out")
			case before != "" && (plan.URL != "" || plan.Idle > 0 || plan.Games == 0 || rounds == 0):
				return usagef("--before starts both servers and needs games and rounds: leave --url and --idle out")
			case before != "":
				return benchBeside(p, command.Context(), plan, rounds, before, asJSON)
			case ceiling && (plan.URL != "" || plan.Idle > 0 || plan.Games == 0 || rounds == 0):
				return usagef("--ceiling starts both servers and needs games and rounds: leave --url and --idle out")
			case ceiling:
				return benchCeiling(p, command.Context(), plan, site, rounds, asJSON)
			}
			return benchServe(p, command.Context(), plan, site, asJSON)
		},
	}
	flags := command.Flags()
	flags.BoolVar(&ceiling, "ceiling", false, "compare with a bare server that only saves and pushes moves")
	flags.StringVar(&before, "before", "", "compare with this program, another version")
	flags.Var(config.CountValue(&rounds, maxRounds), "rounds", "with --ceiling or --before, measure both servers this many times")
	flags.StringVar(&bare, "bare", "", "be the bare server, with its data in this folder")
	flags.BoolVar(&share, "share", false, "read a plan as JSON and print its report: a part of the load of bench scale")
	for _, name := range []string{"bare", "share"} {
		_ = flags.MarkHidden(name) // exists
	}
	flags.Var(config.CountValue(&plan.Games, maxGames), "games", "games at the same time")
	flags.Var(config.CountValue(&plan.Idle, maxIdle), "idle", "spectators' streams in matches without moves")
	flags.Var(durationValue(&plan.Duration), "duration", "count moves for this long")
	flags.Var(config.URLValue(&plan.URL), "url", "address of another server to measure")
	siteFlags(flags, &site)
	jsonFlag(command, &asJSON)
	return command
}

func benchServe(p *program, ctx context.Context, plan bench.ServePlan, site bench.Site, asJSON bool) error {
	end, err := ensureServer(ctx, &plan, site)
	if err != nil {
		return err
	}
	defer end()
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
	printServed(p, report)
	return nil
}

// benchShare plays a part of the load of bench scale.
func benchShare(p *program, ctx context.Context) error {
	var plan bench.ServePlan
	if err := json.NewDecoder(p.in).Decode(&plan); err != nil {
		return usagef("plan: %v", err)
	}
	if plan.URL == "" {
		return usagef("plan: no url")
	}
	return benchServe(p, ctx, plan, bench.Site{}, true)
}

// ensureServer starts a site if the plan names no server; end stops it.
func ensureServer(ctx context.Context, plan *bench.ServePlan, site bench.Site) (end func(), err error) {
	if plan.URL != "" {
		return func() {}, nil
	}
	nodes, end, err := site.Start(ctx)
	if err == nil {
		*plan = plan.Of(nodes)
	}
	return end, err
}

func printServed(p *program, r bench.ServeReport) {
	const megabyte = 1 << 20
	row := p.out.row
	row("games", "%d at the same time, %.1f s", r.Games, r.Seconds)
	row("moves", "%d, %.0f per second, all on disk", r.Moves, r.MovesPerS)
	row("to the opponent", "%.1f ms median, %.1f ms 95 %%, %.1f ms 99 %%", r.P50MS, r.P95MS, r.P99MS)
	row("errors", "%d", r.Errors)
	if r.ServerRSSBytes == 0 {
		return
	}
	row("server time", "%.0f µs of the processors a move", r.CPUPerMoveUS)
	row("server memory", "%.1f MB, %.1f kB for a live game", float64(r.ServerRSSBytes)/megabyte, float64(r.RSSPerGameBytes)/1024)
	if r.IdleConnections > 0 {
		row("idle connections", "%d, %.1f kB each", r.IdleConnections, float64(r.RSSPerIdleBytes)/1024)
	}
}

func benchLoginCommand(p *program) *cobra.Command {
	plan := bench.LoginPlan{
		ServePlan: bench.ServePlan{Game: p.catalog.All()[0].Info().ID, Games: 100, Duration: 10 * time.Second},
		Logins:    200, Parallel: 500, Think: time.Second,
	}
	asJSON := false
	command := &cobra.Command{
		Use:     "login",
		GroupID: groupStudy,
		Short:   "Measure log-ins: timing differences, and moves under many log-ins",
		Long: `Log in with a wrong password and to a missing account, alternately: status and body must
be the same and the mean times close. Then play many games at once, first alone and then
while --parallel users log in repeatedly, each a second after the last time. The server is
this program in another process on this machine, without limits; --url measures another
server, which must run with --unlimited.

With --json: {"logins","same_answer","known_ms","unknown_ms","ratio","parallel",
"entered","busy","games","quiet_moves_per_s","loaded_moves_per_s","quiet_p99_ms",
"loaded_p99_ms","peak_rss_bytes","errors"}.`,
		Example: example("cairn bench login", "cairn bench login --parallel 0 --logins 1000 --json"),
		Args:    operands,
		RunE: func(command *cobra.Command, _ []string) error {
			return benchLogin(p, command.Context(), plan, asJSON)
		},
	}
	flags := command.Flags()
	flags.Var(config.CountValue(&plan.Logins, maxLogins), "logins", "attempts of each kind")
	flags.Var(config.CountValue(&plan.Parallel, maxGames), "parallel", "users who log in at the same time")
	flags.Var(config.CountValue(&plan.Games, maxGames), "games", "games at the same time")
	flags.Var(durationValue(&plan.Duration), "duration", "count moves for this long, twice")
	flags.Var(config.URLValue(&plan.URL), "url", "address of another server to measure")
	jsonFlag(command, &asJSON)
	return command
}

func benchLogin(p *program, ctx context.Context, plan bench.LoginPlan, asJSON bool) error {
	end, err := ensureServer(ctx, &plan.ServePlan, bench.Site{Nodes: 1})
	if err != nil {
		return err
	}
	defer end()
	report, err := bench.Login(ctx, plan)
	if err != nil {
		return err
	}
	for _, fault := range report.Faults {
		fmt.Fprintln(p.err, fault)
	}
	if asJSON {
		return p.out.json(report)
	}
	printLogins(p, report)
	return nil
}

func printLogins(p *program, r bench.LoginReport) {
	row := p.out.row
	answer := "differ"
	if r.SameAnswer {
		answer = "are the same"
	}
	row("answers", "%s for a wrong password and a missing account", answer)
	row("times", "%.2f ms and %.2f ms, %d of each, ratio %.3f", r.KnownMS, r.UnknownMS, r.Logins, r.Ratio)
	if r.Parallel == 0 {
		return
	}
	row("moves alone", "%.0f per second, %.1f ms 99 %%, %d games", r.QuietMovesPS, r.QuietP99MS, r.Games)
	row("with log-ins", "%.0f per second, %.1f ms 99 %%", r.LoadedMovesPS, r.LoadedP99MS)
	row("log-ins", "%d users, %d logged in, %d asked to try later", r.Parallel, r.Entered, r.Busy)
	row("errors", "%d", r.Errors)
	if r.PeakRSSBytes > 0 {
		row("server memory", "%.1f MB at most", float64(r.PeakRSSBytes)/(1<<20))
	}
}
