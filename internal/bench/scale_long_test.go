// SPDX-License-Identifier: Apache-2.0

//go:build unix

package bench_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cairn/internal/bus/natstest"
	"cairn/internal/store/pgtest"
)

var (
	longScale  = flag.Bool("long-scale", false, "measure the costs of games on three setups, with results in docs")
	scaleGames = flag.String("scale-games", "100,300,1000,3000", "numbers of games of -long-scale")
	scalePace  = flag.String("scale-pace", "", "mean time that the players of -long-scale think")
	scaleOnce  = flag.Bool("scale-at-once", false, "players of -long-scale do not think")
	scaleSetup = flag.String("scale-setup", "", "only this setup of -long-scale: sqlite, postgres or three")
)

// TestScaleLong measures one node on SQLite, one on PostgreSQL, and three on PostgreSQL
// with NATS. It writes docs/scale.json and docs/scale.svg.
func TestScaleLong(t *testing.T) {
	if !*longScale {
		t.Skip("-long-scale is not set")
	}
	t.Run("sqlite", func(t *testing.T) { runScale(t) })
	t.Run("postgres", func(t *testing.T) { runScale(t, withPostgres(t)...) })
	t.Run("three", func(t *testing.T) {
		bus := natstest.New(t)
		runScale(t, append(withPostgres(t), "--nodes", "3", "--bus", bus.URL(), "--watch", fmt.Sprint("nats=", bus.Process().Pid))...)
	})
}

// withPostgres starts a database and returns the flags for it.
func withPostgres(t *testing.T) []string {
	t.Helper()
	c := pgtest.New(t, pgtest.Options{})
	text, err := os.ReadFile(filepath.Join(c.Dir(), "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, _, _ := strings.Cut(string(text), "\n")
	return []string{"--database", c.URL("postgres"), "--watch", "postgres=" + pid, "--kept", filepath.Join(c.Dir(), "base")}
}

func runScale(t *testing.T, args ...string) {
	t.Helper()
	if *scaleSetup != "" && !strings.HasSuffix(t.Name(), "/"+*scaleSetup) {
		t.Skip("not asked for")
	}
	args = append([]string{"bench", "scale", "--games", *scaleGames, "--rows", "../../docs/scale.json", "--plot", "../../docs/scale.svg"}, args...)
	if *scalePace != "" {
		args = append(args, "--pace", *scalePace)
	}
	if *scaleOnce {
		args = append(args, "--at-once", "--duration", "15s")
	}
	command := exec.CommandContext(t.Context(), cairn(t), args...)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	if err := command.Run(); err != nil {
		t.Error(err)
	}
}
