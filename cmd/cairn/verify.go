// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"cairn/record"
)

func (p *program) verifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "verify FILE…",
		GroupID: groupRecords,
		Short:   "Check saved games by the rules",
		Long: `Replay records by the rules, variations included. Each good one is told on
standard output, the first fault of each other on standard error as
FILE:LINE: what is wrong. All files are looked at; if any is faulty the status
is 1. "-" stands for standard input.`,
		Example: example("cairn verify game.txt", "cairn verify *.yaml"),
		Args:    operands,
		RunE: func(_ *cobra.Command, args []string) error {
			var failure error
			for _, path := range args {
				r, err := p.load(path, nil)
				if err != nil {
					fmt.Fprintln(p.err, err)
					failure = errTold
					continue
				}
				fmt.Fprintf(p.out, "%s: ok, %s\n", path, summary(r))
			}
			return failure
		},
	}
}

// summary tells of a record: "nine-mens-morris, 42 turns, draw (quiet)".
func summary(r record.Record) string {
	turns := fmt.Sprintf("%d turns", len(r.Turns))
	if len(r.Turns) == 1 {
		turns = "1 turn"
	}
	return fmt.Sprintf("%s, %s, %s", r.Game, turns, outcome(r.Verdict, r.Reason))
}
