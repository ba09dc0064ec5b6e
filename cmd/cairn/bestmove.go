// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/engine"
)

// bestmoveFlags are what bestmove is asked for.
type bestmoveFlags struct {
	position string
	tables   string
	question catalog.Question
	asJSON   bool
}

func (p *program) bestmoveCommand() *cobra.Command {
	flags := bestmoveFlags{question: catalog.Question{Level: engine.Master}}
	command := &cobra.Command{
		Use:     "bestmove GAME",
		GroupID: groupStudy,
		Short:   "Let the computer choose a move",
		Long: `Let the computer choose a move of a position. The move is the only line on
standard output; how it was found is told on standard error. Without limits the
level's own hold. A position whose game is over has no move: status 1.

The level perfect plays by solved tables: those of small games are made on first use,
those of others by "cairn solve". The level master asks such tables too, if there are
any.

With --json: {"move","score","depth","nodes","pv"}. The score is for the side to
move, 100 for a man; a win n turns away scores 100000-n, a loss n-100000. The pv
is the line of turns it expects, the move first.`,
		Example: example(
			"cairn bestmove nine",
			"cairn bestmove fanorona --movetime 200ms",
			"cairn bestmove yote --level easy --seed 7 --json",
			"cairn bestmove six --level perfect"),
		Args:              operands,
		ValidArgsFunction: p.completeGames(false, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(command *cobra.Command, args []string) error {
			return p.bestmove(command, args[0], flags)
		},
	}
	positionFlag(command, &flags.position)
	question := &flags.question
	command.Flags().Var(levelValue(&question.Level), "level", "how well it plays: "+joined(levelNames()))
	command.Flags().Var(movetimeValue(&question.Limits.Time), "movetime", "think this long, e.g. 1.5s, or in milliseconds")
	command.Flags().Var(nodesValue(&question.Limits.Nodes), "nodes", "look at this many positions and no more")
	command.Flags().Var(seedValue(&question.Seed), "seed", "fixes what the level leaves to chance (default: by chance)")
	tablesFlag(command, &flags.tables)
	jsonFlag(command, &flags.asJSON)
	completeFlag(command, "level", levelNames()...)
	return command
}

func (p *program) bestmove(command *cobra.Command, name string, flags bestmoveFlags) error {
	entry, state, err := p.state(name, flags.position)
	if err != nil {
		return err
	}
	if result := state.Result(); result.Over() {
		return fmt.Errorf("the game is over: %s", outcome(result.Verdict, result.Reason.String()))
	}
	dir, err := p.tablesFolder(flags.tables)
	if err != nil {
		return err
	}
	p.catalog.UseTables(dir)
	question := flags.question
	question.State, question.Seed = state, seedOf(question.Seed)
	answer, err := entry.Think(command.Context(), question)
	if err != nil {
		return err
	}
	if flags.asJSON {
		return p.printJSON(bestmoveJSON{answer.Move, answer.Score, answer.Depth, answer.Nodes, answer.PV})
	}
	fmt.Fprintln(p.out, answer.Move)
	fmt.Fprintf(p.err, "%s, depth %d, %d nodes in %s\nline: %s\n", judgement(answer.Score), answer.Depth,
		answer.Nodes, answer.Elapsed.Round(time.Millisecond), strings.Join(answer.PV, " "))
	return nil
}

// bestmoveJSON is an answer as "bestmove --json" tells it.
type bestmoveJSON struct {
	Move  string   `json:"move"`
	Score int      `json:"score"`
	Depth int      `json:"depth"`
	Nodes uint64   `json:"nodes"`
	PV    []string `json:"pv"`
}

// judgement writes a score for people.
func judgement(score int) string {
	plies, decided := engine.MateIn(score)
	result, promised := engine.Promises(score)
	switch {
	case decided && score > 0:
		return fmt.Sprintf("wins in %d", plies)
	case decided:
		return fmt.Sprintf("loses in %d", plies)
	case promised && result == engine.Won:
		return "wins"
	case promised:
		return "loses"
	}
	return fmt.Sprintf("score %+.2f", float64(score)/100)
}

// seedOf returns a seed that was given, or one by chance.
func seedOf(given uint64) uint64 {
	if given == 0 {
		return rand.Uint64()
	}
	return given
}
