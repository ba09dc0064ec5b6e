// SPDX-License-Identifier: Apache-2.0

// Command tune fits the weights of an evaluation to games the engine plays
// against itself, and keeps them only if they win a match against the weights
// it began with.
//
//	go run ./lab/tune nine
//	go run ./lab/tune -fresh -games 400 -nodes 1500 -seed 7 yote
//
// Every position of those games is an observation: the terms of the evaluation on
// one side, on the other what a search thought of it and how the game ended. The
// weights that predict this best are found by logistic regression. Everything is
// limited by nodes, so that the same seed gives the same weights.
//
// It prints the weights as Go source; it changes no file.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"

	"cairn/game"
	"cairn/games/fanorona"
	"cairn/games/morris"
	"cairn/games/yote"
)

// options are what the command line says.
type options struct {
	games, opening, match int
	nodes, matchNodes     uint64
	seed                  uint64
	rounds                int
	fresh                 bool
	trust                 float64
}

// tuner fits the weights of one rule set.
type tuner func(ctx context.Context, out io.Writer, o options) error

// tuners are the rule sets that have weights of their own.
var tuners = map[string]tuner{
	"six":        forMorris(morris.Six),
	"nine":       forMorris(morris.Nine),
	"lasker":     forMorris(morris.Lasker),
	"twelve":     forMorris(morris.Twelve),
	"morabaraba": forMorris(morris.Morabaraba),
	"fanorona": subject[fanorona.Position, fanorona.Move, fanorona.Weights]{
		fanorona.Standard, fanorona.EvalWith, fanorona.Foundation, fanorona.Fitted,
	}.tune,
	"yote": subject[yote.Position, yote.Move, yote.Weights]{
		yote.Standard, yote.EvalWith, yote.Foundation, yote.Fitted,
	}.tune,
}

func forMorris(def game.Def[morris.Position, morris.Move]) tuner {
	return subject[morris.Position, morris.Move, morris.Weights]{
		def, morris.EvalWith, morris.Foundation, morris.FittedFor(def.Start()),
	}.tune
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "tune:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	var o options
	flags := flag.NewFlagSet("tune", flag.ContinueOnError)
	flags.IntVar(&o.games, "games", 1000, "games of self-play a round")
	flags.IntVar(&o.opening, "opening", 12, "random plies a game begins with, at most")
	flags.Uint64Var(&o.nodes, "nodes", 2000, "nodes a move in self-play")
	flags.IntVar(&o.match, "match", 400, "games of the match against the old weights")
	flags.Uint64Var(&o.matchNodes, "match-nodes", 5000, "nodes a move in that match")
	flags.Uint64Var(&o.seed, "seed", 1, "fixes everything")
	flags.IntVar(&o.rounds, "rounds", 3, "times to fit, each with the weights found before")
	flags.BoolVar(&o.fresh, "fresh", false, "begin with the weights of the first release, not with those of today")
	flags.Float64Var(&o.trust, "trust", 0.7, "how far to believe the search, and not the outcome of the game, 0 to 1")
	if err := flags.Parse(args); err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(tuners))
	tune, known := tuners[flags.Arg(0)]
	switch {
	case !known || flags.NArg() > 1:
		return fmt.Errorf("game %q: want one of %s, after the flags", strings.Join(flags.Args(), " "), strings.Join(names, ", "))
	case min(o.games, o.opening, o.match, o.rounds) < 1 || min(o.nodes, o.matchNodes) < 1:
		return errors.New("a flag is below 1: want whole numbers from 1")
	case !(o.trust >= 0 && o.trust <= 1):
		return fmt.Errorf("trust %v: want a number from 0 to 1", o.trust)
	}
	return tune(ctx, out, o)
}
