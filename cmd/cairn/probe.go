// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/game"
	"cairn/solver"
	"cairn/tablebase"
)

// probeFlags are what probe is asked for.
type probeFlags struct {
	position, file, tables string
	asJSON, prove          bool
	memory                 size
}

func (p *program) probeCommand() *cobra.Command {
	flags := probeFlags{memory: 2 << 30}
	command := &cobra.Command{
		Use:     "probe GAME",
		GroupID: groupStudy,
		Short:   "Ask solved tables for the value of a position",
		Long: `Ask solved tables what a position and each of its moves is worth: a win, a draw or a loss,
and how many turns the game still lasts when the winner hurries and the loser delays. Where
no table answers, positions with few men in hand are searched down to tables; what remains
is unknown. "cairn solve" makes tables; those of small games are made on first use.

With --json: {"value","plies","moves":[{"move","value","plies"}]}. A value is "win", "draw",
"loss" or "unknown", for the side to move, of a move for its mover; plies is null for a draw
and where it is not known, 0 when the game is over. With --file, one position a line gives
one such object a line, "position" first, or "error" for a line that is no position, which
ends it with status 1; empty lines are passed over.

With --prove the value alone is searched for, however many men are in hand and however long
that takes, in the tables that are there; those of moving men are enough. With --json:
{"value","positions","seconds"}, the positions those that no table told.`,
		Example: example(
			"cairn probe six",
			"cairn probe three --position 'ww1/bb1/3 w 1,1 0' --json",
			"cairn probe nine --prove"),
		Args:              operands,
		ValidArgsFunction: p.completeGames(false, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(command *cobra.Command, args []string) error {
			if flags.position != "" && flags.file != "" {
				return usagef("--position and --file exclude each other")
			}
			if flags.prove && flags.file != "" {
				return usagef("--prove and --file exclude each other")
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
	command.Flags().StringVar(&flags.file, "file", "", "answer for every line of this `FILE`, - for standard input")
	tablesFlag(command, &flags.tables)
	command.Flags().BoolVar(&flags.prove, "prove", false, "search for the value alone, for as long as it takes")
	command.Flags().Var(sizeValue(&flags.memory), "memory", "what --prove may use")
	jsonFlag(command, &flags.asJSON)
	return command
}

func (p *program) probe(ctx context.Context, entry *catalog.Entry, state game.State, flags probeFlags) (err error) {
	tables, err := p.openTables(ctx, entry, flags.tables)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tables.Close()) }()
	if flags.file != "" {
		return p.probeFile(ctx, entry, tables, flags.file)
	}
	judgement, err := tables.Judge(ctx, state)
	switch {
	case err != nil:
		return err
	case flags.asJSON:
		return p.printJSON(judgementOf(judgement))
	}
	fmt.Fprintln(p.out, worthText(judgement.Worth))
	for _, m := range judgement.Moves {
		fmt.Fprintf(p.out, "%s: %s\n", m.Move, worthText(m.Worth))
	}
	return nil
}

// openTables opens the tables of a game, which it makes first when the game is
// small.
func (p *program) openTables(ctx context.Context, entry *catalog.Entry, given string) (tablebase.Tables, error) {
	dir, err := p.tablesFolder(given)
	if err != nil {
		return nil, err
	}
	if entry.Small() && entry.Lacks(dir) {
		fmt.Fprintf(p.err, "solving %s, once: its tables go to %s\n", entry.Info().ID, dir)
		options := solver.Options{Dir: dir, Placing: true, Resume: true}
		if err := entry.Solve(ctx, options, func(solver.Row) {}); err != nil {
			return nil, err
		}
	}
	return entry.OpenTables(dir)
}

// probeFile answers for every line of a file.
func (p *program) probeFile(ctx context.Context, entry *catalog.Entry, tables tablebase.Tables, name string) error {
	in := p.in
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
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
			err = p.printJSON(unreadJSON{text, err.Error()})
		} else {
			err = p.probeLine(ctx, tables, text, state)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, line, err)
		}
	}
	switch err := scanner.Err(); {
	case err != nil:
		return fmt.Errorf("%s:%d: %w", name, line+1, err)
	case first > 0:
		return fmt.Errorf("%s:%d: the first line that is no position", name, first)
	}
	return nil
}

// unreadJSON stands for a line that is no position, so that every line has its
// answer.
type unreadJSON struct {
	Position string `json:"position"`
	Error    string `json:"error"`
}

func (p *program) probeLine(ctx context.Context, tables tablebase.Tables, text string, state game.State) error {
	judgement, err := tables.Judge(ctx, state)
	if err != nil {
		return err
	}
	return p.printJSON(struct {
		Position string `json:"position"`
		judgementJSON
	}{text, judgementOf(judgement)})
}

// judgementJSON is an answer as "probe --json" tells it.
type judgementJSON struct {
	worthJSON
	Moves []moveWorthJSON `json:"moves"`
}

type worthJSON struct {
	Value string `json:"value"`
	Plies *int   `json:"plies"`
}

type moveWorthJSON struct {
	Move string `json:"move"`
	worthJSON
}

func judgementOf(j tablebase.Judgement) judgementJSON {
	out := judgementJSON{worthOf(j.Worth), []moveWorthJSON{}}
	for _, m := range j.Moves {
		out.Moves = append(out.Moves, moveWorthJSON{m.Move, worthOf(m.Worth)})
	}
	return out
}

func worthOf(w tablebase.Worth) worthJSON {
	switch {
	case !w.Known:
		return worthJSON{Value: "unknown"}
	case w.Plies < 0:
		return worthJSON{Value: w.Value.String()}
	}
	return worthJSON{w.Value.String(), &w.Plies}
}

// worthText writes a value for people.
func worthText(w tablebase.Worth) string {
	switch {
	case !w.Known:
		return "unknown"
	case w.Plies < 0:
		return w.Value.String()
	}
	return fmt.Sprintf("%s in %d", w.Value, w.Plies)
}
