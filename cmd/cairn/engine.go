// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"cairn/internal/uci"
)

func engineCommand(p *program) *cobra.Command {
	command := &cobra.Command{
		Use:   "engine [GAME]",
		Short: "Run the engine for another program",
		Long: `Run the engine for another program, which writes commands to standard input, one per
line, and reads the answers from standard output. The protocol is that of chess engines,
UCI, or its form for all games, UGI, with Cairn's texts for positions and moves: "position
start moves d2 f4", "go movetime 500", "stop". While it searches it prints information;
every "go" ends with one "bestmove".

The other program can choose another game by the option Game. Without GAME the first is
the first that "cairn games" lists.

"help" lists the commands; "quit" or the end of the input ends the program. The protocol is
described in docs/protocol.md.`,
		Example: example("cairn engine", "cairn engine nine", "cairn engine six --tables solved"),
		RunE: func(command *cobra.Command, args []string) error {
			entries, err := p.entries(args)
			if err != nil {
				return err
			}
			if isTerminal(p.in) {
				fmt.Fprintln(p.err, `"help" lists the commands, "quit" ends`)
			}
			return uci.Run(command.Context(), uci.Options{
				Game: entries[0], Games: p.catalog, Version: version(), In: p.in, Out: p.out, Folder: p.tables, OpenTables: p.openTables,
			})
		},
	}
	p.tablesFlag(command)
	return command
}
