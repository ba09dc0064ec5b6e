// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/study"
	"cairn/solver"
	"cairn/tablebase"
)

// probeFlags are the flags of probe.
type probeFlags struct {
	position, file string
	prove          bool
	memory         size
}

func probeCommand(p *program) *cobra.Command {
	flags := probeFlags{memory: 2 << 30}
	command := &cobra.Command{
		Use:   "probe GAME",
		Short: "Show the exact value of a position",
		Long: `Show the exact value of a position and of each of its moves from solved tables: win, draw
or loss, and the number of turns to the end if both sides play best. Positions that the
tables do not cover are searched down to tables if few men are in hand; the rest is
unknown. "cairn solve" makes tables; those of small games are made on first use.

With --json: {"value","plies","moves":[{"move","value","plies"}]}. A value is "win", "draw",
"loss" or "unknown", for the side to move, of a move for its mover; plies is null for a draw
and where it is not known, 0 if the game is over. With --file, each line with a position
gives one such object on a line, "position" first, or "error" if it is not a position, in
which case the status is 1; empty lines are skipped.

With --prove only the value is searched for, with any number of men in hand and without a
time limit, down to the existing tables; those without men in hand are enough. With --json:
{"value","positions","seconds"}, the positions being those searched.`,
		Example: example(
			"cairn probe six",
			"cairn probe three --position 'ww1/bb1/3 w 1,1 0' --json",
			"cairn probe nine --prove"),
		RunE: func(command *cobra.Command, args []string) error {
			if flags.position != "" && flags.file != "" {
				return usagef("use --position or --file, not both")
			}
			if flags.prove && flags.file != "" {
				return usagef("use --prove or --file, not both")
			}
			entry, state, err := p.state(args[0], flags.position)
			if err != nil {
				return err
			}
			if flags.prove {
				return p.prove(command.Context(), entry, state, flags)
			}
			return p.probe(command.Context(), entry, state, flags)
		},
	}
	positionFlag(command, &flags.position)
	command.Flags().StringVar(&flags.file, "file", "", "probe every line of this `FILE`, - for standard input")
	p.tablesFlag(command)
	command.Flags().BoolVar(&flags.prove, "prove", false, "search for the value only, without a time limit")
	command.Flags().Var(sizeValue(&flags.memory), "memory", "memory for --prove")
	p.jsonFlag(command)
	return command
}

func (p *program) probe(ctx context.Context, entry *catalog.Entry, state game.State, flags probeFlags) (err error) {
	in := p.in
	if flags.file != "" && flags.file != stdio { // before any table is made
		file, err := os.Open(flags.file)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	tables, err := p.openTables(ctx, entry, p.tables)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tables.Close()) }()
	if flags.file != "" {
		return probeFile(p, ctx, entry, tables, in, flags.file)
	}
	judged, err := study.Exact(ctx, tables, state)
	switch {
	case err != nil:
		return err
	case p.asJSON:
		return p.out.json(judged.JSON())
	}
	fmt.Fprintln(p.out, worthText(judged.Worth))
	known := slices.ContainsFunc(judged.Moves, func(m study.Move) bool { return m.Exact })
	for _, m := range judged.Moves {
		if known {
			fmt.Fprintf(p.out, "%s: %s\n", m.Text, worthText(m.Worth))
		}
	}
	if !judged.Exact && !known {
		fmt.Fprintf(p.err, "the tables do not cover this position or one after it; \"cairn solve %s\" makes tables\n", entry.Info().ID)
	}
	return nil
}

// openTables opens the tables of a game in a folder. The tables of a small game are made first.
func (p *program) openTables(ctx context.Context, entry *catalog.Entry, dir string) (tablebase.Tables, error) {
	if entry.Small() && entry.Lacks(dir) {
		fmt.Fprintf(p.err, "solving %s once; its tables go to %s\n", entry.Info().ID, dir)
		options := solver.Options{Dir: dir, Placing: true, Resume: true}
		if err := entry.Solve(ctx, options, func(solver.TierResult) {}); err != nil {
			return nil, err
		}
	}
	return entry.OpenTables(dir)
}

// probeFile probes every line of a file of that name.
func probeFile(p *program, ctx context.Context, entry *catalog.Entry, tables tablebase.Tables, in io.Reader, name string) error {
	line, first := 0, 0
	scanner := bufio.NewScanner(in)
	for scanner.Scan() {
		line++
		text := strings.TrimSpace(scanner.Text())
		if text == "" {
			continue
		}
		state, err := entry.Parse(text)
		if err != nil {
			first = cmp.Or(first, line)
			err = p.out.json(unreadJSON{text, err.Error()})
		} else {
			err = probeLine(p, ctx, tables, text, state)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, line, err)
		}
	}
	switch err := scanner.Err(); {
	case err != nil:
		return fmt.Errorf("%s:%d: %w", name, line+1, err)
	case first > 0:
		return fmt.Errorf("%s:%d: not a position", name, first)
	}
	return nil
}

// unreadJSON is the answer to a line that is not a position.
type unreadJSON struct {
	Position string `json:"position"`
	Error    string `json:"error"`
}

func probeLine(p *program, ctx context.Context, tables tablebase.Tables, text string, state game.State) error {
	judged, err := study.Exact(ctx, tables, state)
	if err != nil {
		return err
	}
	return p.out.json(struct {
		Position string `json:"position"`
		study.PositionJSON
	}{text, judged.JSON()})
}

// worthText writes a value: "win in 5", "draw", "unknown".
func worthText(w study.Worth) string {
	if w.Exact && w.Plies >= 0 {
		return fmt.Sprintf("%s in %d", w.Name(), w.Plies)
	}
	return w.Name()
}

// proofJSON is the output of "probe --prove --json".
type proofJSON struct {
	Value     string  `json:"value"`
	Positions uint64  `json:"positions"`
	Seconds   float64 `json:"seconds"`
}

// prove searches for the value of a position. It makes no tables.
func (p *program) prove(ctx context.Context, entry *catalog.Entry, state game.State, flags probeFlags) (err error) {
	tables, err := entry.OpenTables(p.tables)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tables.Close()) }()
	start := time.Now()
	proof, err := tables.Prove(ctx, state, int64(flags.memory), proofBar(p, start))
	switch seconds := time.Since(start).Seconds(); {
	case errors.Is(err, tablebase.ErrMissing):
		return fmt.Errorf("%w: \"cairn solve\" makes the tables without men in hand that a proof needs", err)
	case errors.Is(err, tablebase.ErrFar):
		return fmt.Errorf("%w: in this game men may move while others are in hand, so a search might not end", err)
	case err != nil:
		return err
	case p.asJSON:
		return p.out.json(proofJSON{proof.Value.String(), proof.Positions, seconds})
	default:
		fmt.Fprintln(p.out, proof.Value)
		fmt.Fprintf(p.err, "%d positions in %.1f s\n", proof.Positions, seconds)
	}
	return nil
}

// proofBar returns a function that prints the progress of a proof every few
// seconds. The remaining work is not known.
func proofBar(p *program, start time.Time) func(positions uint64) {
	const every = 5 * time.Second
	printed := start
	return func(positions uint64) {
		if now := time.Now(); now.Sub(printed) >= every {
			printed = now
			took := now.Sub(start)
			fmt.Fprintf(p.err, "%s: %d positions, %.0f per second\n", took.Round(time.Second), positions,
				float64(positions)/took.Seconds())
		}
	}
}
