// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"cairn/internal/load"
)

// maxGames and maxIdle bound what one machine can be asked for.
const (
	maxGames = 10_000
	maxIdle  = 1_000_000
)

func (p *program) benchServeCommand() *cobra.Command {
	plan := load.Plan{Game: p.catalog.All()[0].Info().ID, Games: 100, Duration: 10 * time.Second}
	asJSON := false
	command := &cobra.Command{
		Use:     "serve",
		GroupID: groupStudy,
		Short:   "Measure the server: moves per second, time to the opponent, memory",
		Long: `Play many games at once over real connections: two guests in each, who move at
once when it is their turn, any legal move, and begin another game when one is
over. A move counts when the opponent's live stream shows it; the time is taken
from the request that makes it. The server is this program in another process on
this machine, with a data folder of its own that syncs every commit to the disk;
--url measures another one, which must have been started with --unlimited.

With --json: {"games","seconds","moves","moves_per_s","p50_ms","p95_ms","p99_ms",
"errors","server_rss_bytes","idle_connections","rss_per_idle_bytes","durable"}.`,
		Example: example("cairn bench serve", "cairn bench serve --games 100 --duration 30s --idle 10000 --json"),
		Args:    operands,
		RunE: func(command *cobra.Command, _ []string) error {
			return p.benchServe(command.Context(), plan, asJSON)
		},
	}
	flags := command.Flags()
	flags.Var(countValue(&plan.Games, maxGames), "games", "games at the same time")
	flags.Var(countValue(&plan.Idle, maxIdle), "idle", "streams of spectators where nobody moves")
	flags.Var(spanValue(&plan.Duration), "duration", "count moves for this long")
	flags.Var(urlValue(&plan.URL), "url", "measure the server that is there")
	jsonFlag(command, &asJSON)
	return command
}

// countValue is a number from 0.
func countValue(target *int, most int) value[int] {
	return value[int]{target, func(text string) (int, error) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > most {
			return 0, fmt.Errorf("number %q: want a whole number from 0 to %d", text, most)
		}
		return n, nil
	}, "N"}
}

// spanValue is a duration as Go writes it.
func spanValue(target *time.Duration) value[time.Duration] {
	return value[time.Duration]{target, func(text string) (time.Duration, error) {
		d, err := time.ParseDuration(text)
		if err != nil || d <= 0 || d > 24*time.Hour {
			return 0, fmt.Errorf("duration %q: want a time like 10s, at most a day", text)
		}
		return d, nil
	}, "TIME"}
}

func (p *program) benchServe(ctx context.Context, plan load.Plan, asJSON bool) error {
	end, err := p.orOwnServer(ctx, &plan.URL, &plan.Memory)
	if err != nil {
		return err
	}
	defer end()
	report, err := load.Run(ctx, plan)
	if err != nil {
		return err
	}
	for _, fault := range report.Faults {
		fmt.Fprintln(p.err, fault)
	}
	if asJSON {
		return p.printJSON(report)
	}
	p.printReport(report)
	return nil
}

// orOwnServer starts a server when none is named, and fills in where it is and
// how its memory is read; end must be called.
func (p *program) orOwnServer(ctx context.Context, url *string, memory *func() (int64, error)) (end func(), err error) {
	if *url != "" {
		return func() {}, nil
	}
	process, end, err := p.ownServer(ctx)
	if err == nil {
		*url, *memory = process.URL, process.Memory
	}
	return end, err
}

// ownServer starts this program as a server of its own, on a folder that is gone
// with it.
func (p *program) ownServer(ctx context.Context) (_ *load.Process, end func(), err error) {
	program, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	dir, err := os.MkdirTemp("", "cairn-bench-")
	if err != nil {
		return nil, nil, err
	}
	remove := func() { _ = os.RemoveAll(dir) }
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		remove()
		return nil, nil, err
	}
	process, err := load.Start(ctx, log, program, "serve", "--addr", "127.0.0.1:0", "--data", dir, "--unlimited")
	if err != nil {
		said, _ := os.ReadFile(log.Name())
		remove()
		return nil, nil, errors.Join(err, fmt.Errorf("it said: %s", said))
	}
	return process, func() {
		process.Kill() // it has nothing to keep
		remove()
	}, nil
}

// printRow prints one figure with its name.
func (p *program) printRow(name, format string, args ...any) {
	fmt.Fprintf(p.out, "%-18s "+format+"\n", append([]any{name}, args...)...)
}

func (p *program) printReport(r load.Report) {
	const megabyte = 1 << 20
	row := p.printRow
	row("games", "%d at the same time, %.1f s", r.Games, r.Seconds)
	row("moves", "%d, %.0f per second, all on the disk", r.Moves, r.MovesPerS)
	row("to the opponent", "%.1f ms median, %.1f ms 95 %%, %.1f ms 99 %%", r.P50MS, r.P95MS, r.P99MS)
	row("errors", "%d", r.Errors)
	if r.ServerRSSBytes == 0 {
		return
	}
	row("server memory", "%.1f MB, %.1f kB for a live game", float64(r.ServerRSSBytes)/megabyte, float64(r.RSSPerGameBytes)/1024)
	if r.IdleConnections > 0 {
		row("idle connections", "%d, %.1f kB each", r.IdleConnections, float64(r.RSSPerIdleBytes)/1024)
	}
}
