// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"cairn/record"
)

func (p *program) verifyCommand() *cobra.Command {
	data := ""
	command := &cobra.Command{
		Use:     "verify [FILE…]",
		GroupID: groupRecords,
		Short:   "Check saved games, or all that a server keeps, by the rules",
		Long: `Replay records by the rules, variations included. Each good one is told on
standard output, the first fault of each other on standard error as
FILE:LINE: what is wrong. All files are looked at; if any is faulty the status
is 1. "-" stands for standard input.

With --data every match in the data folder of a server is replayed, whether the
server runs or not, and what lists and scores say is compared with it.`,
		Example: example("cairn verify game.txt", "cairn verify *.yaml", "cairn verify --data /srv/cairn"),
		Args: func(command *cobra.Command, args []string) error {
			if len(args) == 0 && !command.Flags().Changed("data") {
				return usagef("missing FILE")
			}
			return nil
		},
		RunE: func(command *cobra.Command, args []string) error {
			failure := p.verifyFiles(args)
			if data != "" {
				failure = errors.Join(failure, p.verifyData(command.Context(), data))
			}
			return failure
		},
	}
	command.Flags().Var(folderValue(&data), "data", "check the data folder of a server")
	return command
}

func (p *program) verifyFiles(paths []string) error {
	var failure error
	for _, path := range paths {
		r, err := p.load(path, nil)
		if err != nil {
			fmt.Fprintln(p.err, err)
			failure = errTold
			continue
		}
		fmt.Fprintf(p.out, "%s: ok, %s\n", path, summary(r))
	}
	return failure
}

// summary tells of a record: "nine-mens-morris, 42 turns, draw (quiet)".
func summary(r record.Record) string {
	turns := fmt.Sprintf("%d turns", len(r.Turns))
	if len(r.Turns) == 1 {
		turns = "1 turn"
	}
	return fmt.Sprintf("%s, %s, %s", r.Game, turns, outcome(r.Verdict, r.Reason))
}
