// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"cairn/internal/config"
	"cairn/lab/bare"
	"cairn/lab/bench"
	"cairn/lab/measure"
)

func ceilingCommand(p *program) *cobra.Command {
	plan := bench.ServePlan{Game: p.catalog.All()[0].Info().ID, Games: 100, Duration: 10 * time.Second}
	var site measure.Site
	rounds, asJSON := 3, false
	command := &cobra.Command{
		Use:   "ceiling",
		Short: "Compare the server with a bare one that only saves and pushes moves",
		Long: `Put the same load on the server and on a bare server, by turns, in --rounds rounds of
--duration each. The bare server only saves moves with a group commit and pushes them, with
the same HTTP, WebSocket and SQLite: about what any server could reach on this machine.

With --json: {"rounds","cairn":{…},"bare":{…},"ratio"}, medians.`,
		Example: "  lab ceiling --rounds 5",
		Args:    count(0),
		RunE: func(command *cobra.Command, _ []string) error {
			switch {
			case site.Check() != nil:
				return usageError{site.Check()}
			case plan.Games == 0 || rounds == 0:
				return usagef("want games and rounds")
			}
			return runCeiling(p, command.Context(), plan, site, rounds, asJSON)
		},
	}
	flags := command.Flags()
	flags.Var(config.CountValue(&rounds, 0, maxRounds), "rounds", "measure both servers this many times")
	loadFlags(flags, &plan)
	siteFlags(flags, &site)
	jsonFlag(command, &asJSON)
	return command
}

func runCeiling(p *program, ctx context.Context, plan bench.ServePlan, site measure.Site, rounds int, asJSON bool) error {
	cairn, endCairn, err := p.start(ctx, site)
	if err != nil {
		return err
	}
	defer endCairn()
	other, endOther, err := measure.StartBare(ctx)
	if err != nil {
		return err
	}
	defer endOther()
	report, err := measure.Ceiling(ctx, plan, rounds, cairn, other, p.rounds(asJSON))
	if err != nil {
		return err
	}
	p.faults(report.Cairn, report.Bare)
	if asJSON {
		return p.out.json(report)
	}
	p.out.row("median", "%.0f of %.0f moves per second: %.2f of the bare server", report.Cairn.MovesPerS, report.Bare.MovesPerS, report.Ratio)
	p.out.row("server time", "%.0f and %.0f µs of the processors a move", report.Cairn.CPUPerMoveUS, report.Bare.CPUPerMoveUS)
	p.out.row("errors", "%d and %d", report.Cairn.Errors, report.Bare.Errors)
	return nil
}

func bareCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "bare FOLDER",
		Short: "Be the bare server of ceiling, with its data in a folder",
		Args:  count(1),
		RunE: func(command *cobra.Command, args []string) error {
			return serveBare(p, command.Context(), args[0])
		},
	}
}

// serveBare runs the bare server until the context ends.
func serveBare(p *program, ctx context.Context, dir string) error {
	server, err := bare.Open(dir)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return errors.Join(err, server.Close())
	}
	pages := &http.Server{Handler: server}
	defer context.AfterFunc(ctx, func() { _ = pages.Close() })()
	fmt.Fprintf(p.out, "The bare server is at http://%s\n", listener.Addr())
	if err = pages.Serve(listener); errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return err // the process ends: nothing waits for the database
}
