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

func loginCommand(p *program) *cobra.Command {
	plan := measure.LoginPlan{
		ServePlan: bench.ServePlan{Game: p.catalog.All()[0].Info().ID, Games: 100, Duration: 10 * time.Second},
		Logins:    200, Parallel: 500, Think: time.Second,
	}
	asJSON := false
	command := &cobra.Command{
		Use:   "login",
		Short: "Measure log-ins: timing differences, and moves under many log-ins",
		Long: `Log in with a wrong password and to a missing account, alternately: status and body must
be the same and the mean times close. Then play many games at once, first alone and then
while --parallel users log in repeatedly, each a second after the last time. The server is
in another process on this machine, without limits; --url measures another
server, which must run with --unlimited.

With --json: {"logins","same_answer","known_ms","unknown_ms","ratio","parallel",
"entered","busy","games","quiet_moves_per_s","loaded_moves_per_s","quiet_p99_ms",
"loaded_p99_ms","peak_rss_bytes","errors"}.`,
		Example: "  lab login\n  lab login --parallel 0 --logins 1000 --json",
		Args:    count(0),
		RunE: func(command *cobra.Command, _ []string) error {
			return runLogin(p, command.Context(), plan, asJSON)
		},
	}
	flags := command.Flags()
	flags.Var(config.CountValue(&plan.Logins, 0, maxLogins), "logins", "attempts of each kind")
	flags.Var(config.CountValue(&plan.Parallel, 0, maxGames), "parallel", "users who log in at the same time")
	loadFlags(flags, &plan.ServePlan)
	flags.Var(config.URLValue(&plan.URL), "url", "address of another server to measure")
	jsonFlag(command, &asJSON)
	return command
}

func runLogin(p *program, ctx context.Context, plan measure.LoginPlan, asJSON bool) error {
	end, err := p.ensureServer(ctx, &plan.ServePlan)
	if err != nil {
		return err
	}
	defer end()
	report, err := measure.Login(ctx, plan)
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

func printLogins(p *program, r measure.LoginReport) {
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
