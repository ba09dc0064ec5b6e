// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"cairn/internal/bench"
	"cairn/internal/config"
	"cairn/lab/measure"
)

func serveCommand(p *program) *cobra.Command {
	plan := bench.ServePlan{Game: p.catalog.All()[0].Info().ID, Games: 100, Duration: 10 * time.Second}
	var site measure.Site
	asJSON := false
	command := &cobra.Command{
		Use:   "serve",
		Short: "Measure a site of several nodes, or on PostgreSQL",
		Long: `Measure as "cairn bench serve" does, on servers that use PostgreSQL, in a database of its
own, or on several nodes. Without a --bus they ask the database for moves every two seconds.
Memory and processor time are those of the nodes together, without the database.`,
		Example: "  lab serve --nodes 3 --database postgres:///cairn --bus nats://127.0.0.1:4222",
		Args:    count(0),
		RunE: func(command *cobra.Command, _ []string) error {
			if err := site.Check(); err != nil {
				return usageError{err}
			}
			return runServe(p, command.Context(), plan, site, asJSON)
		},
	}
	flags := command.Flags()
	flags.Var(config.CountValue(&plan.Idle, maxIdle), "idle", "spectators' streams in matches without moves")
	loadFlags(flags, &plan)
	siteFlags(flags, &site)
	jsonFlag(command, &asJSON)
	return command
}

func runServe(p *program, ctx context.Context, plan bench.ServePlan, site measure.Site, asJSON bool) error {
	nodes, end, err := p.start(ctx, site)
	if err != nil {
		return err
	}
	defer end()
	report, err := bench.Serve(ctx, plan.Of(nodes...))
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
