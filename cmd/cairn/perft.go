// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/game"
)

// maxDepth bounds perft. Small games can be counted much deeper than large ones.
const maxDepth = 64

func perftCommand(p *program) *cobra.Command {
	var position string
	divide := false
	command := &cobra.Command{
		Use:   "perft GAME DEPTH",
		Short: "Count the sequences of turns to a depth",
		Long: `Count the different sequences of exactly DEPTH turns (0 to 64) from a position:
the usual test of move generators. A turn counts once with all its captures, and
a game that is over has no further turns. The last line is "nodes N".

With --json: {"depth","nodes","seconds"}, and with --divide also
"divide":[{"move","nodes"}].`,
		Example: example("cairn perft nine 4", "cairn perft fanorona 3 --divide"),
		RunE: func(command *cobra.Command, args []string) error {
			entry, state, err := p.state(args[0], position)
			if err != nil {
				return err
			}
			depth, err := parseDepth(args[1])
			if err != nil {
				return err
			}
			count, err := countTurns(command.Context(), entry, state, depth, divide)
			if err != nil {
				return err
			}
			if p.asJSON {
				return p.out.json(count)
			}
			printPerft(p, count)
			return nil
		},
	}
	positionFlag(command, &position)
	command.Flags().BoolVar(&divide, "divide", false, "show the count of every first move")
	p.jsonFlag(command)
	return command
}

func parseDepth(text string) (int, error) {
	depth, err := strconv.Atoi(text)
	if err != nil || depth < 0 || depth > maxDepth {
		return 0, usagef("depth %q: want a whole number from 0 to %d", text, maxDepth)
	}
	return depth, nil
}

// perftJSON is the output of "perft --json".
type perftJSON struct {
	Depth   int           `json:"depth"`
	Nodes   uint64        `json:"nodes"`
	Seconds float64       `json:"seconds"`
	Divide  *[]divideJSON `json:"divide,omitempty"` // nil without --divide
}

type divideJSON struct {
	Move  string `json:"move"`
	Nodes uint64 `json:"nodes"`
}

func countTurns(ctx context.Context, entry *catalog.Entry, state game.State, depth int, divide bool) (perftJSON, error) {
	began := time.Now()
	count, err := await(ctx, func() perftJSON {
		if divide {
			return countByMove(entry, state, depth)
		}
		return perftJSON{Nodes: entry.Perft(state, depth)}
	})
	count.Depth, count.Seconds = depth, time.Since(began).Seconds()
	return count, err
}

// countByMove counts by first move, sorted by its text.
func countByMove(entry *catalog.Entry, state game.State, depth int) perftJSON {
	if depth == 0 {
		return perftJSON{Nodes: 1, Divide: &[]divideJSON{}}
	}
	count, rows := perftJSON{}, []divideJSON{}
	for _, row := range entry.Divide(state, depth) {
		count.Nodes += row.Nodes
		rows = append(rows, divideJSON(row))
	}
	slices.SortFunc(rows, func(a, b divideJSON) int { return strings.Compare(a.Move, b.Move) })
	count.Divide = &rows
	return count
}

func printPerft(p *program, count perftJSON) {
	if count.Divide != nil {
		for _, row := range *count.Divide {
			fmt.Fprintf(p.out, "%s: %d\n", row.Move, row.Nodes)
		}
	}
	fmt.Fprintf(p.out, "nodes %d\n", count.Nodes)
}

// await returns the result of work, or the context's error if that ends first. The
// work is then left running: the program ends with it.
func await[T any](ctx context.Context, work func() T) (T, error) {
	var none T
	if ctx.Err() != nil {
		return none, ctx.Err()
	}
	done := make(chan T, 1)
	go func() { done <- work() }()
	select {
	case result := <-done:
		return result, nil
	case <-ctx.Done():
		return none, ctx.Err()
	}
}
