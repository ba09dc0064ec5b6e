// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/engine"
	"cairn/internal/bench"
	"cairn/internal/config"
	"cairn/lab/arena"
	"cairn/lab/contest"
	"cairn/match"
)

// maxMatch bounds the games of a match.
const maxMatch = 1_000_000

func matchCommand(p *program) *cobra.Command {
	flags := matchOptions{plan: arena.Plan{Games: arena.DefaultGames, Seed: 1, Opening: arena.DefaultOpening}}
	command := &cobra.Command{
		Use:   "match GAME A B",
		Short: "Play a match between two computer players",
		Long: `Play a match between two computer players. Games begin with random turns that leave the
sides about even; every opening is played twice, with sides swapped. The platform's rules
for draws apply. Shown are the score of A, its 95 % confidence interval, and the difference
in Elo points. Players limited by nodes play the same match for the same seed.

A player is a name, with settings after a colon:

  strong             a level, within its own limits or those given
  search:nodes=20000 the full engine
  foundation:…       the engine before its later techniques and weights
  uct:time=1s        random games (nodes are games here), which know only the rules
  exec,time=1s:CMD   another program that speaks UGI or UCI, such as "cairn engine"; its
                     options may follow the limit: exec,nodes=5000,Hash=16:CMD

No other player uses solved tables; "lab levels" measures the level perfect.
Settings are nodes=N, time=T, depth=N per move, table=MIB, threads=N; old-eval for the
weights of the foundation; and every technique switched off by its name:
` + indented(arena.Switches()) + `

A program that ends, plays an illegal move, or does not answer within two seconds after its
time, loses the game as a fault, and is started again; in three games running, it ends the
match. One that is silent for ten seconds is named on standard error.

With --clock players have that time for a game, and lose when it runs out; limits per move
hold too. With --sprt the match ends as soon as it is sure enough that A is not stronger
than by the first number of Elo points, H0, or is stronger by the second, H1; the numbers
after them are the probabilities of a mistake. With --adjudicate a game ends where tables
know its result and no men are in hand. With --records all games are added to a file.

With --json: {"game","a","b","seed","games","wins","draws","losses","share","low",
"high","elo","elo_low","elo_high","a_ms","b_ms"}; share from 0 to 1, Elo points null
if infinite, milliseconds per move; "a_faults" and "b_faults" if programs failed, and
"sprt":{"elo0","elo1","pairs","llr","lower","upper","result"}, with the openings by the
half points they brought.`,
		Example: "  lab match nine medium easy --games 20\n  lab match fanorona search:nodes=20000 foundation:nodes=20000\n  lab match yote search:time=200ms uct:time=1s --games 20 --json\n  lab match six 'exec,nodes=5000:cairn engine' search:nodes=5000 --records games.txt\n  lab match nine search search:no-history --clock 10s+100ms --sprt 0,10 --adjudicate",
		Args:    count(3),
		RunE: func(command *cobra.Command, args []string) error {
			if flags.test != (arena.SPRT{}) {
				flags.plan.Test = &flags.test
				if !command.Flags().Changed("games") {
					flags.plan.Games = maxMatch
				}
			}
			return runMatch(p, command.Context(), args, flags)
		},
	}
	matchFlags(command, &flags.plan)
	command.Flags().Var(timesValue(&flags.plan.Clock), "clock", "time of each player for a game, and for each move")
	command.Flags().Var(sprtValue(&flags.test), "sprt", "end the match by a sequential test of two differences in Elo points")
	command.Flags().BoolVar(&flags.plan.Tables, "adjudicate", false, "end games where solved tables know the result")
	command.Flags().StringVar(&flags.records, "records", "", "add the records of all games to `FILE`")
	tablesFlag(command, &flags.tables)
	jsonFlag(command, &flags.asJSON)
	return command
}

// matchOptions are the flags of a match.
type matchOptions struct {
	plan    arena.Plan
	test    arena.SPRT
	records string // file of the games; empty for none
	tables  string
	asJSON  bool
}

// timesValue is a time for a game and an increment: 10s+100ms.
func timesValue(target *arena.Clock) config.Value[arena.Clock] {
	return config.NewValue(target, func(text string) (arena.Clock, error) {
		c, err := match.ParseControl(text)
		if err == nil && c.Kind != match.RealTime {
			err = fmt.Errorf("time control %q: want a time like 10s+100ms", text)
		}
		return arena.Clock{Time: c.Initial, Increment: c.Increment}, err
	}, "TIME")
}

// sprtValue is a test: ELO0,ELO1[,ALPHA,BETA].
func sprtValue(target *arena.SPRT) config.Value[arena.SPRT] {
	return config.NewValue(target, func(text string) (arena.SPRT, error) {
		t := arena.SPRT{Alpha: 0.05, Beta: 0.05}
		words := strings.Split(text, ",")
		numbers := []*float64{&t.Elo0, &t.Elo1, &t.Alpha, &t.Beta}
		err := error(nil)
		for i, word := range words[:min(len(words), len(numbers))] {
			if *numbers[i], err = strconv.ParseFloat(word, 64); err != nil {
				break
			}
		}
		if err != nil || len(words) != 2 && len(words) != 4 {
			return t, fmt.Errorf("test %q: want two differences in Elo points like 0,10, or with probabilities like 0,10,0.05,0.05", text)
		}
		if err := t.Check(); err != nil {
			return t, fmt.Errorf("test %q: %w", text, err)
		}
		return t, nil
	}, "ELO0,ELO1")
}

// matchFlags adds the flags of a match.
func matchFlags(command *cobra.Command, plan *arena.Plan) {
	command.Flags().Var(config.CountValue(&plan.Games, 0, maxMatch), "games", "games of each match, an even number")
	command.Flags().Var(config.CountValue(&plan.Opening, 0, 100), "opening", "random turns at the start of each game")
	command.Flags().Uint64Var(&plan.Seed, "seed", plan.Seed, "random seed for openings and players")
}

// warnOdd reports that an odd number of games is rounded up.
func (p *program) warnOdd(plan arena.Plan) {
	if plan.Games%2 == 1 {
		fmt.Fprintf(p.err, "--games %d: every opening is played twice, so %d games are played\n", plan.Games, plan.Games+1)
	}
}

// withOpening returns a plan whose opening may have no turns: in a Plan zero is the
// default.
func withOpening(plan arena.Plan) arena.Plan {
	if plan.Opening == 0 {
		plan.Opening = -1
	}
	return plan
}

// indented lists names on lines of a help text.
func indented(names []string) string {
	text, width := "", 0
	for i, name := range names {
		if i > 0 {
			name = " " + name
		}
		if width+len(name) > 78 || i == 0 {
			text, width = text+"\n ", 1
		}
		text, width = text+name, width+len(name)
	}
	return text[1:]
}

func runMatch(p *program, ctx context.Context, args []string, flags matchOptions) (err error) {
	entry, err := p.find(args[0])
	if err != nil {
		return err
	}
	a, err := arena.ParseSpec(args[1], flags.plan.Clock)
	if err != nil {
		return usageError{err}
	}
	b, err := arena.ParseSpec(args[2], flags.plan.Clock)
	if err != nil {
		return usageError{err}
	}
	plan := withOpening(flags.plan)
	p.warnOdd(plan)
	if plan.Tables {
		dir, err := p.tables(flags.tables)
		if err != nil {
			return err
		}
		entry.UseTables(dir)
	}
	keep, closeFile, err := keepRecords(flags.records, entry, [2]string{a.Text, b.Text}, plan)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeFile()) }()
	plan.Played = func(g arena.Played) {
		if g.Fault != nil {
			fmt.Fprintf(p.err, "game %d: %v\n", g.Number, g.Fault)
		}
		keep(g)
	}
	plan.Waiting = func(err error) { fmt.Fprintf(p.err, "%v\n", err) }
	row, err := contest.Match(ctx, entry, a, b, plan)
	if row.Games > 0 {
		err = errors.Join(err, printMatch(p, row, flags.asJSON))
	}
	return err
}

// keepRecords returns a function that adds a game to a file, and a function that closes the
// file and returns the first error.
func keepRecords(path string, entry *catalog.Entry, names [2]string, plan arena.Plan) (keep func(arena.Played), end func() error, err error) {
	if path == "" {
		return func(arena.Played) {}, func() error { return nil }, nil
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, nil, err
	}
	began, failed := time.Now(), error(nil)
	keep = func(g arena.Played) {
		if failed == nil {
			failed = contest.WriteRecord(file, entry.Game, names, plan, g, began)
		}
	}
	return keep, func() error { return errors.Join(failed, file.Close()) }, nil
}

func printMatch(p *program, r contest.MatchRow, asJSON bool) error {
	if asJSON {
		return p.out.json(r)
	}
	p.out.row("games", "%d of %s, %s against %s", r.Games, r.Game, r.A, r.B)
	p.out.row("won, drawn, lost", "%d, %d, %d", r.Wins, r.Draws, r.Losses)
	p.out.row("score", "%.1f %%, 95 %% within %.1f and %.1f %%", 100*r.Share, 100*r.Low, 100*r.High)
	p.out.row("Elo", "%+.0f, 95 %% within %+.0f and %+.0f", arena.Elo(r.Share), arena.Elo(r.Low), arena.Elo(r.High))
	p.out.row("per move", "%.2f ms and %.2f ms", r.AMS, r.BMS)
	if r.AFaults+r.BFaults > 0 {
		p.out.row("failed", "%d and %d games", r.AFaults, r.BFaults)
	}
	if t := r.SPRT; t != nil {
		p.out.row("SPRT", "%g to %g Elo: ratio %.2f of %.2f to %.2f, %s", t.Elo0, t.Elo1, t.LLR, t.Lower, t.Upper, t.Result)
	}
	return nil
}

func levelsCommand(p *program) *cobra.Command {
	plan := contest.LevelsPlan{Plan: arena.Plan{Games: arena.DefaultGames, Seed: 1, Opening: arena.DefaultOpening}}
	tables, asJSON := "", false
	command := &cobra.Command{
		Use:   "levels [GAME…]",
		Short: "Play matches between the levels of the computer",
		Long: `Play a match of each level against the one below, and of the level perfect, if there are
tables for it, against all others; by default in every standard game. Each level keeps its own
limits except those of time, so that the same seed gives the same games on every machine.
Shown are the score of the higher level and its 95 % confidence interval; for perfect also
how many of its moves the tables can judge, and how many of these gave a result away, which
must be none.

The highest levels take a second per move: their matches take hours. With --level only
that level plays against lower ones; --nodes bounds the search of all players.

With --json: [{"game","level","other","games","wins","draws","losses","share","low",
"high","judged","lapses"}]; share from 0 to 1, the last two for perfect only.`,
		Example: "  lab levels nine --level medium\n  lab levels six --level perfect --nodes 5000 --games 1000 --json",
		Args:    cobra.ArbitraryArgs,
		RunE: func(command *cobra.Command, args []string) error {
			entries := bench.Standard(p.catalog.All())
			if len(args) > 0 {
				entries = nil
			}
			for _, name := range args {
				entry, err := p.find(name)
				if err != nil {
					return err
				}
				entries = append(entries, entry)
			}
			dir, err := p.tables(tables)
			if err != nil {
				return err
			}
			p.catalog.UseTables(dir)
			return runLevels(p, command.Context(), entries, plan, asJSON)
		},
	}
	matchFlags(command, &plan.Plan)
	command.Flags().Uint64Var(&plan.Nodes, "nodes", 0, "bound the positions a player searches per move")
	command.Flags().Var(config.NewValue(&plan.Only, engine.ParseLevel, "LEVEL"), "level", "only the matches of this level against lower ones")
	tablesFlag(command, &tables)
	jsonFlag(command, &asJSON)
	return command
}

func runLevels(p *program, ctx context.Context, entries []*catalog.Entry, plan contest.LevelsPlan, asJSON bool) error {
	plan.Plan = withOpening(plan.Plan)
	rows := []contest.LevelsRow{}
	if !asJSON {
		fmt.Fprintf(p.out, "%-20s %-8s %-8s %5s %5s %5s %7s %15s %8s %6s\n",
			"GAME", "LEVEL", "OTHER", "WON", "DRAWN", "LOST", "SCORE", "95 % WITHIN", "JUDGED", "LAPSES")
	}
	err := contest.Levels(ctx, entries, plan, func(r contest.LevelsRow) {
		rows = append(rows, r)
		if !asJSON {
			printLevels(p, r)
		}
	})
	if err == nil && asJSON {
		err = p.out.json(rows)
	}
	return err
}

func printLevels(p *program, r contest.LevelsRow) {
	judged, lapses := "", ""
	if r.Judged != nil {
		judged, lapses = fmt.Sprint(*r.Judged), fmt.Sprint(*r.Lapses)
	}
	fmt.Fprintf(p.out, "%-20s %-8s %-8s %5d %5d %5d %5.1f %% %5.1f … %5.1f %% %8s %6s\n", r.Game, r.Level, r.Other,
		r.Wins, r.Draws, r.Losses, 100*r.Share, 100*r.Low, 100*r.High, judged, lapses)
}
