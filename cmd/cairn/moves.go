// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"cairn/game"
)

func movesCommand(p *program) *cobra.Command {
	var position string
	command := &cobra.Command{
		Use:   "moves GAME",
		Short: "List the legal moves of a position",
		Long: `List the legal moves of a position, one per line. A game that is over has none;
the result is printed on standard error.

With --json: {"position","turn","moves":[{"move","path","result"}]}. The turn is
"white" or "black", the path the points to select for the move, the result the
position after it.`,
		Example: example(
			"cairn moves nine",
			`cairn moves yote --position "6/1wb3/6/6/6 w 11,11 -,- 0" --json`),
		RunE: func(_ *cobra.Command, args []string) error {
			entry, state, err := p.state(args[0], position)
			if err != nil {
				return err
			}
			if result := state.Result(); result.Over() {
				fmt.Fprintf(p.err, "the game is over: %s\n", outcome(result.Verdict, result.Reason.String()))
			}
			if p.asJSON {
				return printMovesJSON(p, entry.Info().Board, state)
			}
			for _, move := range state.Moves() {
				fmt.Fprintln(p.out, move.Text)
			}
			return nil
		},
	}
	positionFlag(command, &position)
	p.jsonFlag(command)
	return command
}

// movesJSON is the output of "moves --json".
type movesJSON struct {
	Position string     `json:"position"`
	Turn     game.Side  `json:"turn"`
	Moves    []moveJSON `json:"moves"`
}

type moveJSON struct {
	Move   string   `json:"move"`
	Path   []string `json:"path"`
	Result string   `json:"result"`
}

func printMovesJSON(p *program, board *game.Board, state game.State) error {
	document := movesJSON{Position: state.String(), Turn: state.Turn(), Moves: []moveJSON{}}
	for _, move := range state.Moves() {
		after, err := state.Play(move.Text)
		if err != nil {
			return err
		}
		document.Moves = append(document.Moves, moveJSON{move.Text, board.Names(move.Paths[0].Points()), after.String()})
	}
	return p.out.json(document)
}
