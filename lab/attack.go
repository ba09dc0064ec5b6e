// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"cairn/lab/attack"
)

func attackCommand(p *program) *cobra.Command {
	plan := attack.Plan{Quiet: 4 * time.Second, Load: 12 * time.Second}
	home, asJSON := "", false
	command := &cobra.Command{
		Use:   "attack [NAME…]",
		Short: "Attack a server: faults, and other users' moves under load",
		Long: `Attack the server, started in another process with its default limits; by
default with every attack. Needs Linux. Some attacks look for one fault. Others are a load
from one or many addresses of this machine, made by a process of the lowest priority,
while two people at other addresses play: shown are the median and 95 % of the time of
their moves, before and during the load, and the server's memory before, at most and after.
Times decide nothing. If a promise is broken the status is 1.

The attacks:

` + attackList() + `
With --json: [{"name","held","seen","moves","quiet_p50_ms","quiet_p95_ms","p50_ms","p95_ms",
"probe","quiet_probe_ms","probe_ms","rss_bytes","peak_rss_bytes","end_rss_bytes",
"cpu_seconds","written_bytes","data_bytes","seconds"}]; figures of a load only.`,
		Example:           "  lab attack\n  lab attack uploads masters --program ./cairn-before --json",
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: cobra.FixedCompletions(attackNames(), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(command *cobra.Command, args []string) error {
			attacks, err := attack.Find(args...)
			if err != nil {
				return usageError{err}
			}
			if home != "" {
				return runStrike(p, command.Context(), attacks[0], home, plan.Load)
			}
			return runAttack(p, command.Context(), plan, attacks, asJSON)
		},
	}
	flags := command.Flags()
	flags.Var(durationValue(&plan.Quiet), "quiet", "measure moves for this long before a load")
	flags.Var(durationValue(&plan.Load), "load", "measure moves for this long under a load")
	flags.StringVar(&home, "strike", "", "only make the load, on the server at this address")
	_ = flags.MarkHidden("strike") // exists
	jsonFlag(command, &asJSON)
	return command
}

func attackList() string {
	list := ""
	for _, a := range attack.All() {
		list += fmt.Sprintf("  %-16s %s\n", a.Name, a.Doc)
	}
	return list
}

func attackNames() []string {
	var names []string
	for _, a := range attack.All() {
		names = append(names, a.Name)
	}
	return names
}

// runStrike makes the load of an attack, for the process that measures it.
func runStrike(p *program, ctx context.Context, a attack.Attack, home string, length time.Duration) error {
	found, err := attack.Strike(ctx, a, home, length)
	if err == nil {
		_, err = p.out.Write(found)
	}
	return err
}

func runAttack(p *program, ctx context.Context, plan attack.Plan, attacks []attack.Attack, asJSON bool) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if plan.Program, err = p.cairn(ctx); err != nil {
		return err
	}
	plan.Strike = func(name, home string, load time.Duration) []string {
		return []string{self, "attack", name, "--strike", home, "--load", load.String()}
	}
	if !asJSON {
		fmt.Fprintf(p.out, "%-16s %-6s %13s %13s %11s %13s %13s  %s\n", "ATTACK", "", "QUIET MS", "UNDER MS", "RATIO", "MEMORY MB", "PROBE MS", "SEEN")
	}
	rows, brokenOnes := []attack.Row{}, 0
	var failures error
	for _, a := range attacks {
		row, err := attack.Run(ctx, plan, a)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		failures = errors.Join(failures, err)
		if err == nil && !row.Held {
			brokenOnes++
		}
		rows = append(rows, row)
		if !asJSON {
			printAttack(p, row, err)
		}
	}
	if asJSON {
		failures = errors.Join(failures, p.out.json(rows))
	}
	if brokenOnes > 0 {
		failures = errors.Join(failures, fmt.Errorf("%d of %d attacks succeeded", brokenOnes, len(attacks)))
	}
	return failures
}

func printAttack(p *program, r attack.Row, err error) {
	outcome, times, under, ratio, memory, probe := "broken", "", "", "", "", ""
	switch {
	case err != nil:
		outcome, r.Seen = "error", err.Error()
	case r.Held:
		outcome = "held"
	}
	if r.Moves > 0 {
		const megabyte = 1 << 20
		times, under = fmt.Sprintf("%.1f %.1f", r.QuietP50MS, r.QuietP95MS), fmt.Sprintf("%.1f %.1f", r.P50MS, r.P95MS)
		ratio = fmt.Sprintf("%.1f %.1f", r.P50MS/max(r.QuietP50MS, 0.001), r.P95MS/max(r.QuietP95MS, 0.001))
		memory = fmt.Sprintf("%d %d %d", r.RSSBytes/megabyte, r.PeakRSSBytes/megabyte, r.EndRSSBytes/megabyte)
	}
	if r.Probe != "" {
		probe = fmt.Sprintf("%.0f %.0f", r.QuietProbeMS, r.ProbeMS)
	}
	fmt.Fprintf(p.out, "%-16s %-6s %13s %13s %11s %13s %13s  %s\n", r.Name, outcome, times, under, ratio, memory, probe, r.Seen)
}
