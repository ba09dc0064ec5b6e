// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"

	"cairn/internal/bench"
	"cairn/internal/bench/bare"
)

// benchCeiling measures this program and a bare server by turns.
func benchCeiling(p *program, ctx context.Context, plan bench.ServePlan, site bench.Site, rounds int, asJSON bool) error {
	cairn, endCairn, err := site.Start(ctx)
	if err != nil {
		return err
	}
	defer endCairn()
	other, endOther, err := bench.StartBare(ctx)
	if err != nil {
		return err
	}
	defer endOther()
	show := roundShower(p, asJSON)
	report, err := bench.Ceiling(ctx, plan, rounds, cairn, other, show)
	if err != nil {
		return err
	}
	for _, fault := range append(report.Cairn.Faults, report.Bare.Faults...) {
		fmt.Fprintln(p.err, fault)
	}
	if asJSON {
		return p.out.json(report)
	}
	p.out.row("median", "%.0f of %.0f moves per second: %.2f of the bare server", report.Cairn.MovesPerS, report.Bare.MovesPerS, report.Ratio)
	p.out.row("server time", "%.0f and %.0f µs of the processors a move", report.Cairn.CPUPerMoveUS, report.Bare.CPUPerMoveUS)
	p.out.row("errors", "%d and %d", report.Cairn.Errors, report.Bare.Errors)
	return nil
}

// roundShower prints a head, and returns what prints the row of a server.
func roundShower(p *program, asJSON bool) func(name string, r bench.ServeReport) {
	if asJSON {
		return func(string, bench.ServeReport) {}
	}
	fmt.Fprintf(p.out, "%-8s %9s %8s %8s %12s\n", "SERVER", "MOVES/S", "P50 MS", "P99 MS", "CPU µs/MOVE")
	return func(name string, r bench.ServeReport) {
		fmt.Fprintf(p.out, "%-8s %9.0f %8.1f %8.1f %12.0f\n", name, r.MovesPerS, r.P50MS, r.P99MS, r.CPUPerMoveUS)
	}
}

// benchBeside measures this program and another version of it at the same time.
func benchBeside(p *program, ctx context.Context, plan bench.ServePlan, rounds int, program string, asJSON bool) error {
	now, endNow, err := bench.Site{Nodes: 1}.Start(ctx)
	if err != nil {
		return err
	}
	defer endNow()
	before, endBefore, err := bench.StartOther(ctx, program)
	if err != nil {
		return err
	}
	defer endBefore()
	report, err := bench.Beside(ctx, plan, rounds, now[0], before, roundShower(p, asJSON))
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
