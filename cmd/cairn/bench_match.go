// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/engine/arena"
	"cairn/internal/bench"
	"cairn/internal/config"
)

// maxMatch bounds the games of a match.
const maxMatch = 1_000_000

func benchMatchCommand(p *program) *cobra.Command {
	plan, asJSON := arena.Plan{Games: arena.DefaultGames, Seed: 1, Opening: arena.DefaultOpening}, false
	command := &cobra.Command{
		Use:     "match GAME A B",
		GroupID: groupStudy,
		Short:   "Play a match between two computer players",
		Long: `Play a match between two computer players. Games begin with random turns that leave the
sides about even; every opening is played twice, with sides swapped. The platform's rules
for draws apply. Shown are the score of A, its 95 % confidence interval, and the difference
in Elo points. Players limited by nodes play the same match for the same seed.

A player is a name, with settings after a colon:

  strong             a level, within its own limits or those given
  search:nodes=20000 the full engine
  foundation:…       the engine before its later techniques and weights
  uct:time=1s        random games (nodes are games here), which know only the rules

No player uses solved tables; "cairn bench levels" measures the level perfect.
Settings are nodes=N, time=T, depth=N per move, table=MIB, threads=N; old-eval for the
weights of the foundation; and every technique switched off by its name:
` + indented(arena.Switches()) + `

With --json: {"game","a","b","seed","games","wins","draws","losses","share","low",
"high","elo","elo_low","elo_high","a_ms","b_ms"}; share from 0 to 1, Elo points null
if infinite, milliseconds per move.`,
		Example: example(
			"cairn bench match nine medium easy --games 20",
			"cairn bench match fanorona search:nodes=20000 foundation:nodes=20000",
			"cairn bench match yote search:time=200ms uct:time=1s --games 20 --json"),
		Args:              operands,
		ValidArgsFunction: p.completePlayers,
		RunE: func(command *cobra.Command, args []string) error {
			return benchMatch(p, command.Context(), args, plan, asJSON)
		},
	}
	matchFlags(command, &plan)
	jsonFlag(command, &asJSON)
	return command
}

// completePlayers completes a game, and then two players of a match.
func (p *program) completePlayers(command *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	switch len(args) {
	case 0:
		return p.completeGames(false, cobra.ShellCompDirectiveNoFileComp)(command, args, typed)
	case 1, 2:
		return append(levelNames(), "search:", "foundation:", "uct:"), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// matchFlags adds the flags of a match.
func matchFlags(command *cobra.Command, plan *arena.Plan) {
	command.Flags().Var(config.CountValue(&plan.Games, maxMatch), "games", "games of each match, an even number")
	command.Flags().Var(config.CountValue(&plan.Opening, 100), "opening", "random turns at the start of each game")
	command.Flags().Var(seedValue(&plan.Seed), "seed", "random seed for openings and players")
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

func benchMatch(p *program, ctx context.Context, args []string, plan arena.Plan, asJSON bool) error {
	entry, err := p.find(args[0])
	if err != nil {
		return err
	}
	a, err := arena.ParseSpec(args[1])
	if err != nil {
		return usageError{err}
	}
	b, err := arena.ParseSpec(args[2])
	if err != nil {
		return usageError{err}
	}
	p.warnOdd(plan)
	row, err := bench.Match(ctx, entry, a, b, withOpening(plan))
	if row.Games > 0 {
		err = errors.Join(err, printMatch(p, row, asJSON))
	}
	return err
}

func printMatch(p *program, r bench.MatchRow, asJSON bool) error {
	if asJSON {
		return p.printJSON(r)
	}
	p.printRow("games", "%d of %s, %s against %s", r.Games, r.Game, r.A, r.B)
	p.printRow("won, drawn, lost", "%d, %d, %d", r.Wins, r.Draws, r.Losses)
	p.printRow("score", "%.1f %%, 95 %% within %.1f and %.1f %%", 100*r.Share, 100*r.Low, 100*r.High)
	p.printRow("Elo", "%+.0f, 95 %% within %+.0f and %+.0f", arena.Elo(r.Share), arena.Elo(r.Low), arena.Elo(r.High))
	p.printRow("per move", "%.2f ms and %.2f ms", r.AMS, r.BMS)
	return nil
}

func benchLevelsCommand(p *program) *cobra.Command {
	plan := bench.LevelsPlan{Plan: arena.Plan{Games: arena.DefaultGames, Seed: 1, Opening: arena.DefaultOpening}}
	tables, asJSON := "", false
	command := &cobra.Command{
		Use:     "levels [GAME…]",
		GroupID: groupStudy,
		Short:   "Play matches between the levels of the computer",
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
		Example: example(
			"cairn bench levels nine --level medium",
			"cairn bench levels six --level perfect --nodes 5000 --games 1000 --json"),
		Args:              operands,
		ValidArgsFunction: p.completeGames(true, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(command *cobra.Command, args []string) error {
			entries, err := p.entries(args)
			if err != nil {
				return err
			}
			if len(args) == 0 {
				entries = bench.Standard(entries)
			}
			dir, err := p.tablesFolder(tables)
			if err != nil {
				return err
			}
			p.catalog.UseTables(dir)
			return benchLevels(p, command.Context(), entries, plan, asJSON)
		},
	}
	matchFlags(command, &plan.Plan)
	command.Flags().Var(nodesValue(&plan.Nodes), "nodes", "bound the positions a player searches per move")
	command.Flags().Var(levelValue(&plan.Only), "level", "only the matches of this level against lower ones")
	tablesFlag(command, &tables)
	jsonFlag(command, &asJSON)
	completeFlag(command, "level", levelNames()...)
	return command
}

func benchLevels(p *program, ctx context.Context, entries []*catalog.Entry, plan bench.LevelsPlan, asJSON bool) error {
	plan.Plan = withOpening(plan.Plan)
	rows := []bench.LevelsRow{}
	if !asJSON {
		fmt.Fprintf(p.out, "%-20s %-8s %-8s %5s %5s %5s %7s %15s %8s %6s\n",
			"GAME", "LEVEL", "OTHER", "WON", "DRAWN", "LOST", "SCORE", "95 % WITHIN", "JUDGED", "LAPSES")
	}
	err := bench.Levels(ctx, entries, plan, func(r bench.LevelsRow) {
		rows = append(rows, r)
		if !asJSON {
			printLevels(p, r)
		}
	})
	if err == nil && asJSON {
		err = p.printJSON(rows)
	}
	return err
}

func printLevels(p *program, r bench.LevelsRow) {
	judged, lapses := "", ""
	if r.Judged != nil {
		judged, lapses = fmt.Sprint(*r.Judged), fmt.Sprint(*r.Lapses)
	}
	fmt.Fprintf(p.out, "%-20s %-8s %-8s %5d %5d %5d %5.1f %% %5.1f … %5.1f %% %8s %6s\n", r.Game, r.Level, r.Other,
		r.Wins, r.Draws, r.Losses, 100*r.Share, 100*r.Low, 100*r.High, judged, lapses)
}
