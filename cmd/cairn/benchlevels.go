// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/engine"
	"cairn/engine/arena"
)

// levelsFlags are what "bench levels" is asked for.
type levelsFlags struct {
	plan   arena.Plan
	nodes  uint64
	level  engine.Level // the only one that meets others; empty for all
	tables string
	asJSON bool
}

func (p *program) benchLevelsCommand() *cobra.Command {
	flags := levelsFlags{plan: arena.Plan{Games: arena.DefaultGames, Seed: 1, Opening: arena.DefaultOpening}}
	command := &cobra.Command{
		Use:     "levels [GAME…]",
		GroupID: groupStudy,
		Short:   "Let the levels of the computer meet",
		Long: `Let each level meet the one below, and the level perfect, where there are tables to
play by, meet all others; of the standard rule sets unless some games are named. Each
keeps to its own limits but those of time, so that the same seed gives the same games
on every machine. Shown are the score of the higher level and the bounds it lies
between in 95 of 100 matches; of perfect also how many of its moves the tables can
judge, and how many of these gave a result away, which must be none.

The highest levels take a second for a move: their matches take hours. With --level
one level alone meets those it would; with --nodes none looks further than that.

With --json: [{"game","level","other","games","wins","draws","losses","share","low",
"high","judged","lapses"}]; share from 0 to 1, the last two of perfect alone.`,
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
				entries = standard(entries)
			}
			return p.benchLevels(command.Context(), entries, flags)
		},
	}
	command.Flags().Var(countValue(&flags.plan.Games, maxMatch), "games", "games of each match, an even number")
	command.Flags().Var(countValue(&flags.plan.Opening, 100), "opening", "random turns each game begins with")
	command.Flags().Var(nodesValue(&flags.nodes), "nodes", "no player looks at more positions than this for a move")
	command.Flags().Var(levelValue(&flags.level), "level", "only the matches of this level with lower ones")
	command.Flags().Var(seedValue(&flags.plan.Seed), "seed", "fixes the openings and what players leave to chance")
	tablesFlag(command, &flags.tables)
	jsonFlag(command, &flags.asJSON)
	completeFlag(command, "level", levelNames()...)
	return command
}

// levelsJSON is one row of "bench levels --json".
type levelsJSON struct {
	Game  string       `json:"game"`
	Level engine.Level `json:"level"`
	Other engine.Level `json:"other"`
	scoreJSON
	Judged *int `json:"judged,omitempty"`
	Lapses *int `json:"lapses,omitempty"`
}

func (p *program) benchLevels(ctx context.Context, entries []*catalog.Entry, flags levelsFlags) error {
	dir, err := p.tablesFolder(flags.tables)
	if err != nil {
		return err
	}
	p.catalog.UseTables(dir)
	if flags.plan.Opening == 0 {
		flags.plan.Opening = -1 // to a plan zero is the default
	}
	rows := []levelsJSON{}
	if !flags.asJSON {
		fmt.Fprintf(p.out, "%-20s %-8s %-8s %5s %5s %5s %7s %15s %8s %6s\n",
			"GAME", "LEVEL", "OTHER", "WON", "DRAWN", "LOST", "SCORE", "95 % WITHIN", "JUDGED", "LAPSES")
	}
	for _, entry := range entries {
		for _, pair := range levelPairs(entry, flags.level) {
			score, err := entry.MeetLevels(ctx, pair[0], pair[1], flags.nodes, flags.plan)
			if err != nil {
				return err
			}
			row := levelsRow(entry, pair, score)
			rows = append(rows, row)
			if !flags.asJSON {
				p.printLevels(row)
			}
		}
	}
	if flags.asJSON {
		return p.printJSON(rows)
	}
	return nil
}

// levelPairs returns which levels of a game meet, the higher first. A level that
// is asked for meets others even where it cannot, which then tells why.
func levelPairs(entry *catalog.Entry, only engine.Level) (pairs [][2]engine.Level) {
	levels := engine.Levels()
	for i, level := range levels[1:] {
		below := levels[i : i+1]
		if level == engine.Perfect {
			below = levels[:i+1]
		}
		offered := slices.Contains(entry.Levels(), string(level))
		if level != only && (only != "" || !offered) {
			continue
		}
		for _, other := range below {
			pairs = append(pairs, [2]engine.Level{level, other})
		}
	}
	return pairs
}

func levelsRow(entry *catalog.Entry, pair [2]engine.Level, s arena.LevelScore) levelsJSON {
	row := levelsJSON{Game: entry.Info().ID, Level: pair[0], Other: pair[1], scoreJSON: scoreOf(s.Score)}
	if pair[0] == engine.Perfect {
		row.Judged, row.Lapses = &s.Judged, &s.Lapses
	}
	return row
}

func (p *program) printLevels(r levelsJSON) {
	judged, lapses := "", ""
	if r.Judged != nil {
		judged, lapses = fmt.Sprint(*r.Judged), fmt.Sprint(*r.Lapses)
	}
	fmt.Fprintf(p.out, "%-20s %-8s %-8s %5d %5d %5d %5.1f %% %5.1f … %5.1f %% %8s %6s\n", r.Game, r.Level, r.Other,
		r.Wins, r.Draws, r.Losses, 100*r.Share, 100*r.Low, 100*r.High, judged, lapses)
}
