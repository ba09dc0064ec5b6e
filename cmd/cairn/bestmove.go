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
	"cairn/internal/config"
)

// bestmoveFlags are the flags of bestmove.
type bestmoveFlags struct {
	position string
	question catalog.Question
}

func bestmoveCommand(p *program) *cobra.Command {
	flags := bestmoveFlags{question: catalog.Question{Level: engine.Master}}
	command := &cobra.Command{
		Use:   "bestmove GAME",
		Short: "Show the computer's move in a position",
		Long: `Show the move that the computer plays in a position. The move is the only line on
standard output; details of the search go to standard error. Without limits those of
the level apply. If the game is over there is no move: status 1. With --lines the best
moves are on standard output, one a line: the move, its score and the expected line.

The level perfect uses solved tables: those of small games are made on first use,
those of others by "cairn solve". The level master uses such tables too, if they
exist.

With --json: {"move","score","depth","nodes","pv"}. The score is for the side to
move, 100 for a man; a win n turns away scores 100000-n, a loss n-100000. The pv
is the expected line of turns, the move first. With --lines also "lines", the best
moves with {"move","score","depth","exact","pv"} each, the best first; exact is true
where the rules or tables know the value.`,
		Example: example(
			"cairn bestmove nine",
			"cairn bestmove fanorona --movetime 200ms",
			"cairn bestmove fanorona --lines 3 --movetime 2s",
			"cairn bestmove yote --level easy --seed 7 --json",
			"cairn bestmove six --level perfect"),
		RunE: func(command *cobra.Command, args []string) error {
			return p.bestmove(command, args[0], flags)
		},
	}
	positionFlag(command, &flags.position)
	question := &flags.question
	command.Flags().Var(config.NewValue(&question.Level, engine.ParseLevel, "LEVEL"), "level", "level of the computer: "+joined(levelNames()))
	command.Flags().Var(movetimeValue(&question.Limits.Time), "movetime", "search this long, e.g. 1.5s, or in milliseconds")
	command.Flags().Var(nodesValue(&question.Limits.Nodes), "nodes", "search at most this many positions")
	lines := config.NewValue(&question.Lines, config.ParseInt("lines", 1, mostLines), "N")
	command.Flags().Var(lines, "lines", "show this many best moves, with a level that sees all moves: skilled to master")
	command.Flags().Var(seedValue(&question.Seed), "seed", "random seed of the level (default: random)")
	p.tablesFlag(command)
	p.jsonFlag(command)
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
	p.catalog.UseTables(p.tables)
	question := flags.question
	question.State, question.Seed = state, seedOf(question.Seed)
	answer, err := entry.Think(command.Context(), question)
	if err != nil {
		return err
	}
	if p.asJSON {
		return p.out.json(bestmoveJSON{answer.Move, answer.Score, answer.Depth, answer.Nodes, answer.PV, linesJSON(answer.Lines)})
	}
	if len(answer.Lines) > 0 {
		p.printLines(answer)
		return nil
	}
	fmt.Fprintln(p.out, answer.Move)
	fmt.Fprintf(p.err, "%s, depth %d, %d nodes in %s\nline: %s\n", scoreText(answer.Score), answer.Depth,
		answer.Nodes, answer.Elapsed.Round(time.Millisecond), strings.Join(answer.PV, " "))
	return nil
}

// printLines prints the best moves, and on standard error the nodes and time of the search.
func (p *program) printLines(answer catalog.Answer) {
	for _, l := range answer.Lines {
		fmt.Fprintf(p.out, "%s %s, depth %d: %s\n", l.Move, lineText(l), l.Depth, strings.Join(l.PV, " "))
	}
	fmt.Fprintf(p.err, "%d nodes in %s\n", answer.Nodes, answer.Elapsed.Round(time.Millisecond))
}

// lineText writes the score of a line. Exact values, from rules or tables, are marked
// differently from estimates of the engine.
func lineText(l catalog.Answer) string {
	result, promised := engine.Promises(l.Score)
	plies, decided := engine.MateIn(l.Score)
	text := ""
	switch {
	case !l.Exact && !promised:
		return fmt.Sprintf("≈ %+.2f", float64(l.Score)/100)
	case !l.Exact:
		return scoreText(l.Score)
	case result == engine.Won:
		text = "✓ win"
	case result == engine.Lost:
		text = "✗ loss"
	default:
		return "= draw"
	}
	if decided {
		text += fmt.Sprintf(" in %d", plies)
	}
	return text
}

// bestmoveJSON is the output of "bestmove --json".
type bestmoveJSON struct {
	Move  string   `json:"move"`
	Score int      `json:"score"`
	Depth int      `json:"depth"`
	Nodes uint64   `json:"nodes"`
	PV    []string `json:"pv"`

	Lines []lineJSON `json:"lines,omitempty"`
}

// lineJSON is a line of "bestmove --json --lines".
type lineJSON struct {
	Move  string   `json:"move"`
	Score int      `json:"score"`
	Depth int      `json:"depth"`
	Exact bool     `json:"exact"`
	PV    []string `json:"pv"`
}

func linesJSON(lines []catalog.Answer) (out []lineJSON) {
	for _, l := range lines {
		out = append(out, lineJSON{l.Move, l.Score, l.Depth, l.Exact, l.PV})
	}
	return out
}

// scoreText writes a score for people.
func scoreText(score int) string {
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

// seedOf returns the given seed, or a random one.
func seedOf(given uint64) uint64 {
	if given == 0 {
		return rand.Uint64()
	}
	return given
}
