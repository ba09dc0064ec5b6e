// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"cairn/internal/config"
	"cairn/internal/doctor"
	"cairn/record"
)

func verifyCommand(p *program) *cobra.Command {
	data := ""
	command := &cobra.Command{
		Use:     "verify [FILE…]",
		GroupID: groupRecords,
		Short:   "Check saved games, or the data of a server",
		Long: `Replay records by the rules, with their variations. Each valid one is listed on
standard output, the first fault of each other one on standard error as
FILE:LINE: message. All files are checked; if any is faulty the status is 1.
"-" is standard input.

With --data every match in the data folder of a server is replayed, beside a
running server or not, and lists and scores are compared with the matches.`,
		Example: example("cairn verify game.txt", "cairn verify *.yaml", "cairn verify --data /srv/cairn"),
		Args: func(command *cobra.Command, args []string) error {
			if len(args) == 0 && !command.Flags().Changed("data") {
				return usagef("missing FILE")
			}
			return nil
		},
		RunE: func(command *cobra.Command, args []string) error {
			failure := verifyFiles(p, args)
			if data != "" {
				failure = errors.Join(failure, verifyData(p, command.Context(), data))
			}
			return failure
		},
	}
	command.Flags().Var(config.FolderValue(&data), "data", "data folder of a server to check")
	return command
}

func verifyFiles(p *program, paths []string) error {
	var failure error
	for _, path := range paths {
		r, err := p.loadRecord(path, nil)
		if err != nil {
			fmt.Fprintln(p.err, err)
			failure = errReported
			continue
		}
		fmt.Fprintf(p.out, "%s: ok, %s\n", path, summary(r))
	}
	return failure
}

// summary describes a record: "nine-mens-morris, 42 turns, draw (quiet)".
func summary(r record.Record) string {
	turns := fmt.Sprintf("%d turns", len(r.Turns))
	if len(r.Turns) == 1 {
		turns = "1 turn"
	}
	return fmt.Sprintf("%s, %s, %s", r.Game, turns, outcome(r.Verdict, r.Reason))
}

// verifyData audits the data folder of a server.
func verifyData(p *program, ctx context.Context, dir string) error {
	audit, err := doctor.AuditData(ctx, dir, p.catalog, func(fault string) {
		fmt.Fprintf(p.err, "%s: %s\n", dir, fault)
	})
	if err != nil {
		return noData(dir, err)
	}
	if audit.Faults > 0 {
		return errReported
	}
	fmt.Fprintf(p.out, "%s: ok, %s, %s\n", dir, plural(audit.Matches, "match", "matches"), plural(audit.Events, "event", "events"))
	return nil
}

func plural(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}
