// SPDX-License-Identifier: Apache-2.0

//go:build unix

package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cairn/internal/bus/natstest"
	"cairn/internal/store/pgtest"
	"cairn/lab/bench"
	"cairn/lab/labtest"
)

var (
	longScale   = flag.Bool("long-scale", false, "measure the costs of games on three setups, with results in docs")
	scaleGames  = flag.String("scale-games", "100,300,1000,3000", "numbers of games of -long-scale")
	scalePace   = flag.String("scale-pace", "", "mean time that the players of -long-scale think")
	scaleOnce   = flag.Bool("scale-at-once", false, "players of -long-scale do not think")
	scaleSetup  = flag.String("scale-setup", "", "only this setup of -long-scale and -long-ceiling: sqlite, postgres or three")
	longCeiling = flag.Bool("long-ceiling", false, "compare three setups with the bare server")
)

// TestScaleLong measures one node on SQLite, one on PostgreSQL, and three on PostgreSQL
// with NATS. It writes docs/scale.json and docs/scale.svg.
func TestScaleLong(t *testing.T) {
	if !*longScale {
		t.Skip("-long-scale is not set")
	}
	args := []string{"scale", "--games", *scaleGames, "--rows", "../docs/scale.json", "--plot", "../docs/scale.svg"}
	if *scalePace != "" {
		args = append(args, "--pace", *scalePace)
	}
	if *scaleOnce {
		args = append(args, "--at-once", "--duration", "15s")
	}
	onSetups(t, func(t *testing.T, s setup) { show(t, args, s.site, s.watch) })
}

// TestCeilingLong compares the three setups with the bare server, by turns.
func TestCeilingLong(t *testing.T) {
	if !*longCeiling {
		t.Skip("-long-ceiling is not set")
	}
	onSetups(t, func(t *testing.T, s setup) { show(t, []string{"ceiling", "--rounds", "5"}, s.site) })
}

// TestSite puts a short load on two nodes.
func TestSite(t *testing.T) {
	bus := natstest.New(t)
	site := append(withPostgres(t).site, "--nodes", "2", "--bus", bus.URL())
	text, err := exec.CommandContext(t.Context(), lab(t), append([]string{"--program", labtest.Cairn(t), "serve", "--games", "2", "--idle", "3", "--duration", "300ms", "--json"}, site...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	var r bench.ServeReport
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	if r.Moves == 0 || r.Errors != 0 || r.ServerRSSBytes < 2<<20 || r.IdleConnections != 3 {
		t.Errorf("got %s, want moves without errors", text)
	}
}

// setup is a kind of site: the flags that start it, and those that measure its parts.
type setup struct{ site, watch []string }

func onSetups(t *testing.T, run func(*testing.T, setup)) {
	t.Helper()
	for _, one := range []struct {
		name  string
		start func(*testing.T) setup
	}{
		{"sqlite", func(*testing.T) setup { return setup{} }},
		{"postgres", withPostgres},
		{"three", func(t *testing.T) setup {
			bus, s := natstest.New(t), withPostgres(t)
			s.site = append(s.site, "--nodes", "3", "--bus", bus.URL())
			s.watch = append(s.watch, "--watch", fmt.Sprint("nats=", bus.Process().Pid))
			return s
		}},
	} {
		t.Run(one.name, func(t *testing.T) {
			if *scaleSetup != "" && *scaleSetup != one.name {
				t.Skip("not asked for")
			}
			run(t, one.start(t))
		})
	}
}

// withPostgres starts a database.
func withPostgres(t *testing.T) setup {
	t.Helper()
	c := pgtest.New(t, pgtest.Options{})
	text, err := os.ReadFile(filepath.Join(c.Dir(), "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, _, _ := strings.Cut(string(text), "\n")
	return setup{[]string{"--database", c.URL("postgres")}, []string{"--watch", "postgres=" + pid, "--kept", filepath.Join(c.Dir(), "base")}}
}

// show runs the program with its output on that of the test.
func show(t *testing.T, args ...[]string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), lab(t), append([]string{"--program", labtest.Cairn(t)}, slices.Concat(args...)...)...)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	if err := command.Run(); err != nil {
		t.Error(err)
	}
}

// lab returns the path of this program.
func lab(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lab")
	if out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput(); err != nil {
		t.Fatalf("build the laboratory: %v\n%s", err, out)
	}
	return path
}
