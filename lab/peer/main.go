// SPDX-License-Identifier: Apache-2.0

// Command peer puts one load on Cairn and on boardgame.io, by turns in one run, and
// prints both. boardgame.io is installed from npm into a temporary folder; its game is
// server.js, and its matches are kept in files, which it does not sync.
package main

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"time"

	"cairn/catalog"
	"cairn/lab/bench"
)

//go:embed server.js
var server []byte

var (
	program  = flag.String("program", "bin/cairn", "Cairn")
	games    = flag.Int("games", 100, "games at the same time")
	rounds   = flag.Int("rounds", 3, "turns of each server")
	duration = flag.Duration("duration", 10*time.Second, "how long each turn counts")
	memory   = flag.Bool("memory", false, "let boardgame.io keep matches in memory")
)

// versions are what npm installs: with a later koa-compose than 4.1 the server finds none
// of its routes.
var versions = []string{"boardgame.io@0.50.2", "node-persist@3.1.3", "koa-compose@4.1.0"}

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "peer:", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer) error {
	dir, err := os.MkdirTemp("", "peer")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	cairn, err := bench.Start(ctx, io.Discard, *program, "serve", "--addr", "127.0.0.1:0", "--data", filepath.Join(dir, "cairn"), "--unlimited", "--log-level", "error")
	if err != nil {
		return err
	}
	defer cairn.Kill()
	peer, err := startPeer(ctx, dir)
	if err != nil {
		return err
	}
	defer peer.Kill()
	fmt.Fprintf(out, "%-14s %9s %8s %8s %12s\n", "SERVER", "MOVES/S", "P50 MS", "P99 MS", "CPU µs/MOVE")
	for range *rounds {
		r, err := bench.Serve(ctx, bench.ServePlan{Game: catalog.Standard().All()[0].Info().ID, Games: *games, Duration: *duration}.Of(cairn))
		if err != nil {
			return fmt.Errorf("cairn: %w", err)
		}
		show(out, "cairn", result{r.MovesPerS, r.P50MS, r.P99MS, r.CPUPerMoveUS})
		l := load{home: peer.URL}
		other, err := l.run(ctx, *games, *duration, peer.CPU)
		if err != nil {
			return fmt.Errorf("boardgame.io: %w", err)
		}
		show(out, "boardgame.io", other)
	}
	return nil
}

func show(out io.Writer, name string, r result) {
	fmt.Fprintf(out, "%-14s %9.0f %8.1f %8.1f %12.0f\n", name, r.perSecond, r.p50, r.p99, r.cpuPerMove)
}

// startPeer installs and starts boardgame.io.
func startPeer(ctx context.Context, dir string) (*bench.Process, error) {
	install := exec.CommandContext(ctx, "npm", append([]string{"install", "--prefix", dir, "--ignore-scripts", "--no-audit", "--no-fund"}, versions...)...)
	if text, err := install.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("npm install: %w\n%s", err, text)
	}
	script, matches := filepath.Join(dir, "server.js"), filepath.Join(dir, "matches")
	if err := os.WriteFile(script, server, 0o600); err != nil {
		return nil, err
	}
	if *memory {
		matches = "memory"
	}
	return bench.Start(ctx, os.Stderr, "node", script, matches)
}
