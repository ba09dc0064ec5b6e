// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"cairn/catalog"
)

func (p *program) engineCommand() *cobra.Command {
	dir := ""
	command := &cobra.Command{
		Use:     "engine GAME",
		GroupID: groupStudy,
		Short:   "Think for another program, line by line",
		Long: `Think for another program: it writes commands to standard input, a line each, and reads the
answers from standard output. The words are those of UCI, the protocol of chess engines, with
texts of Cairn for positions and moves: "position start moves d2 f4", "go movetime 500",
"stop". While it thinks it tells what it has found; every "go" ends with one "bestmove".

"help" lists the commands, "quit" or the end of the input ends the program. The whole protocol
is in docs/protocol.md.`,
		Example:           example("cairn engine nine", "cairn engine six --tables solved"),
		Args:              operands,
		ValidArgsFunction: p.completeGames(false, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(command *cobra.Command, args []string) error {
			entry, err := p.find(args[0])
			if err != nil {
				return err
			}
			folder, err := p.tablesFolder(dir)
			if err != nil {
				return err
			}
			return p.engine(command.Context(), entry, folder)
		},
	}
	tablesFlag(command, &dir)
	return command
}

func (p *program) engine(ctx context.Context, entry *catalog.Entry, folder string) (err error) {
	if isTerminal(p.in) {
		fmt.Fprintln(p.err, `"help" lists the commands, "quit" ends`)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // of what reads the input
	d := newDialogue(p, entry, folder)
	defer func() { err = errors.Join(err, d.closeTables()) }()
	return d.run(ctx, readLines(ctx, p.in))
}
