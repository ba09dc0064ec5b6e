// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/internal/config"
	"cairn/internal/study/puzzle"
)

// puzzlesFlags are the flags of puzzles.
type puzzlesFlags struct {
	theme       puzzle.Theme
	count, make int
	from        string
	seed        uint64
	drills      bool
}

// made reports whether new ones are made.
func (f *puzzlesFlags) made() bool { return f.make > 0 || f.from != "" }

func puzzlesCommand(p *program) *cobra.Command {
	var flags puzzlesFlags
	command := &cobra.Command{
		Use:   "puzzles GAME",
		Short: "List puzzles and drills, or make new ones",
		Long: `List the puzzles that a game has: positions in which few moves keep the result. They come
with all moves that do, the solution, and what proves it: tables, or a search of some plies
that reaches small tables or the end of the game whatever the other side plays.

With --make new puzzles are made from random games, none of them a mirror image of those that
the game has, and printed as lines of its file of puzzles. Tables are needed: those of small
games are made on first use, others by "cairn solve". With --from they are made from the game
in a record. With --drills endings to be played out are listed, or made.

With --json: [{"id","game","position","value","plies","moves","line","right","theme","rating",
"proof"}]. The value is "win" or "draw"; plies is null for a draw and where it is not known.
The moves are all first moves that keep the value; right has such moves for every turn of the
player in the line. The proof is "tables", or "search" and the plies. Of drills:
[{"id","game","position","side","goal","plies","own","other","level"}].`,
		Example: example(
			"cairn puzzles six --theme double-mill",
			"cairn puzzles yote --count 10 --json",
			"cairn puzzles six --make 20 --seed 7",
			"cairn puzzles nine --drills"),
		RunE: func(command *cobra.Command, args []string) error {
			entry, err := p.find(args[0])
			switch {
			case err != nil:
				return err
			case flags.from != "" && (flags.make > 0 || flags.drills):
				return usagef("use --from alone, without --make and --drills")
			}
			if flags.made() {
				dir, err := p.tablesFolder()
				if err != nil {
					return err
				}
				entry.UseTables(dir)
			}
			if flags.drills {
				return p.listDrills(command.Context(), entry, flags)
			}
			return p.listPuzzles(command.Context(), entry, flags)
		},
	}
	amount := func(target *int, name string) config.Value[int] { // 0 if it is not given
		return config.NewValue(target, config.ParseInt(name, 1, 100_000), "N")
	}
	wordFlag(command, &flags.theme, "theme", "theme", puzzle.Themes, "THEME", "only puzzles of this theme: ")
	command.Flags().Var(amount(&flags.count, "count"), "count", "print at most this many")
	command.Flags().Var(amount(&flags.make, "make"), "make", "make this many new ones")
	command.Flags().StringVar(&flags.from, "from", "", "make them from the game in this `FILE`, - for standard input")
	command.Flags().Var(seedValue(&flags.seed), "seed", "random seed for --make (default: random)")
	command.Flags().BoolVar(&flags.drills, "drills", false, "drills instead of puzzles")
	p.lazyTablesFlag(command)
	p.jsonFlag(command)
	return command
}

// listPuzzles lists the puzzles of a game, or makes some.
func (p *program) listPuzzles(ctx context.Context, entry *catalog.Entry, flags puzzlesFlags) error {
	list, err := puzzle.Load(entry)
	if err != nil {
		return err
	}
	switch maker := puzzle.NewMaker(entry, seedOf(flags.seed), list); {
	case flags.from != "":
		list, err = p.puzzlesFrom(ctx, entry, maker, flags)
	case flags.make > 0:
		list = nil
		err = maker.Generate(ctx, flags.make, func(made puzzle.Puzzle) { list = append(list, made) })
		if err == nil && len(list) < flags.make {
			fmt.Fprintf(p.err, "made %d; more tables may help: \"cairn solve %s\" makes them\n", len(list), entry.Info().ID)
		}
	}
	if err != nil {
		return err
	}
	if flags.theme != "" {
		list = slices.DeleteFunc(list, func(z puzzle.Puzzle) bool { return z.Theme != flags.theme })
	}
	if flags.count > 0 {
		list = list[:min(flags.count, len(list))]
	}
	return printPuzzles(p, list, flags)
}

// puzzlesFrom makes puzzles from a record.
func (p *program) puzzlesFrom(ctx context.Context, entry *catalog.Entry, maker *puzzle.Maker, flags puzzlesFlags) ([]puzzle.Puzzle, error) {
	r, walk, err := p.loadRecord(flags.from)
	if err != nil {
		return nil, err
	}
	if r.Game != entry.Info().ID {
		return nil, fmt.Errorf("%s: a game of %s, not of %s", flags.from, r.Game, entry.Info().ID)
	}
	return maker.FromWalk(ctx, walk)
}

// puzzleJSON is a puzzle as "puzzles --json" prints it.
type puzzleJSON struct {
	ID       string       `json:"id"`
	Game     string       `json:"game"`
	Position string       `json:"position"`
	Value    string       `json:"value"`
	Plies    *int         `json:"plies"`
	Moves    []string     `json:"moves"`
	Line     []string     `json:"line"`
	Right    [][]string   `json:"right"`
	Theme    puzzle.Theme `json:"theme"`
	Rating   int          `json:"rating"`
	Proof    string       `json:"proof"`
}

func printPuzzles(p *program, list []puzzle.Puzzle, flags puzzlesFlags) error {
	out := []puzzleJSON{}
	for i := range list {
		z := &list[i]
		out = append(out, puzzleJSON{z.ID, z.Game, z.Position, z.Value, knownPlies(z.Plies), z.Moves, z.Line, z.Right, z.Theme, z.Rating, proofText(z)})
		if flags.made() && !p.asJSON {
			fmt.Fprintln(p.out, z.String())
		}
	}
	switch {
	case p.asJSON:
		return p.out.json(out)
	case flags.made():
		return nil
	}
	return table(p, out, "ID\tRATING\tTHEME\tVALUE\tPOSITION\tSOLUTION\tPROOF", func(z *puzzleJSON) string {
		return fmt.Sprintf("%s\t%d\t%s\t%s\t%s\t%s\t%s", z.ID, z.Rating, z.Theme, valueText(z.Value, z.Plies), z.Position, solutionText(z), z.Proof)
	})
}

// knownPlies returns the plies if they are known.
func knownPlies(plies int) *int {
	if plies == 0 {
		return nil
	}
	return &plies
}

// valueText writes "draw", "win" or "win in 5".
func valueText(value string, plies *int) string {
	if plies == nil {
		return value
	}
	return fmt.Sprintf("%s in %d", value, *plies)
}

// solutionText writes the line, with all right moves at the turns of the player.
func solutionText(z *puzzleJSON) string {
	turns := slices.Clone(z.Line)
	for i, right := range z.Right {
		turns[2*i] = strings.Join(right, ",")
	}
	return strings.Join(turns, " ")
}

func proofText(z *puzzle.Puzzle) string {
	if z.Proof == 0 {
		return "tables"
	}
	return "search " + strconv.Itoa(z.Proof)
}

// drillJSON is a drill as "puzzles --drills --json" prints it.
type drillJSON struct {
	ID       string `json:"id"`
	Game     string `json:"game"`
	Position string `json:"position"`
	Side     string `json:"side"`
	Goal     string `json:"goal"`
	Plies    *int   `json:"plies"`
	Own      int    `json:"own"`
	Other    int    `json:"other"`
	Level    int    `json:"level"`
}

// listDrills lists the drills of a game, or makes some.
func (p *program) listDrills(ctx context.Context, entry *catalog.Entry, flags puzzlesFlags) error {
	list, err := puzzle.Drills(entry)
	if flags.make > 0 {
		list, err = puzzle.NewMaker(entry, seedOf(flags.seed), nil).Drills(ctx, flags.make)
	}
	if err != nil {
		return err
	}
	if flags.count > 0 {
		list = list[:min(flags.count, len(list))]
	}
	out := []drillJSON{}
	for i := range list {
		d := &list[i]
		out = append(out, drillJSON{d.ID, d.Game, d.Position, d.Side.String(), d.Goal, knownPlies(d.Plies), d.Own, d.Other, d.Level})
		if flags.made() && !p.asJSON {
			fmt.Fprintln(p.out, d.String())
		}
	}
	switch {
	case p.asJSON:
		return p.out.json(out)
	case flags.made():
		return nil
	}
	return table(p, out, "LEVEL\tGOAL\tMEN\tSIDE\tPOSITION", func(d *drillJSON) string {
		return fmt.Sprintf("%d\t%s\t%d against %d\t%s\t%s", d.Level, valueText(d.Goal, d.Plies), d.Own, d.Other, d.Side, d.Position)
	})
}
