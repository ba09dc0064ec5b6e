// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"cairn/internal/load"
)

// maxLogins bounds what one machine can be asked for.
const maxLogins = 100_000

func (p *program) benchLoginCommand() *cobra.Command {
	plan := load.LoginPlan{
		Plan:   load.Plan{Game: p.catalog.All()[0].Info().ID, Games: 100, Duration: 10 * time.Second},
		Logins: 200, Parallel: 500, Think: time.Second,
	}
	asJSON := false
	command := &cobra.Command{
		Use:     "login",
		GroupID: groupStudy,
		Short:   "Measure log-ins: whether accounts show in the time, and what a flood of them does to moves",
		Long: `Log in with a wrong password, and to an account that is not there, by turns:
status and body must be the same and the mean times close. Then play many games at
once, first alone and then while --parallel people log in again and again, each a
second after the last time. The server is this program in another process on this
machine, with the limits lifted; --url measures another one, which must have been
started with --unlimited.

With --json: {"logins","same_answer","known_ms","unknown_ms","ratio","parallel",
"entered","busy","games","quiet_moves_per_s","loaded_moves_per_s","quiet_p99_ms",
"loaded_p99_ms","peak_rss_bytes","errors"}.`,
		Example: example("cairn bench login", "cairn bench login --parallel 0 --logins 1000 --json"),
		Args:    operands,
		RunE: func(command *cobra.Command, _ []string) error {
			return p.benchLogin(command.Context(), plan, asJSON)
		},
	}
	flags := command.Flags()
	flags.Var(countValue(&plan.Logins, maxLogins), "logins", "attempts of each kind")
	flags.Var(countValue(&plan.Parallel, maxGames), "parallel", "people who log in at the same time")
	flags.Var(countValue(&plan.Games, maxGames), "games", "games at the same time")
	flags.Var(spanValue(&plan.Duration), "duration", "count moves for this long, twice")
	flags.Var(urlValue(&plan.URL), "url", "measure the server that is there")
	jsonFlag(command, &asJSON)
	return command
}

func (p *program) benchLogin(ctx context.Context, plan load.LoginPlan, asJSON bool) error {
	end, err := p.orOwnServer(ctx, &plan.URL, &plan.Memory)
	if err != nil {
		return err
	}
	defer end()
	report, err := load.RunLogin(ctx, plan)
	if err != nil {
		return err
	}
	for _, fault := range report.Faults {
		fmt.Fprintln(p.err, fault)
	}
	if asJSON {
		return p.printJSON(report)
	}
	p.printLogins(report)
	return nil
}

func (p *program) printLogins(r load.LoginReport) {
	row := p.printRow
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
	row("log-ins", "%d people, %d entered, %d asked to come later", r.Parallel, r.Entered, r.Busy)
	row("errors", "%d", r.Errors)
	if r.PeakRSSBytes > 0 {
		row("server memory", "%.1f MB at most", float64(r.PeakRSSBytes)/(1<<20))
	}
}
