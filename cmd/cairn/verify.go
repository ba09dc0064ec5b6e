// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"cairn/internal/audit"
	"cairn/internal/config"
	"cairn/internal/move"
	"cairn/record"
)

func verifyCommand(p *program) *cobra.Command {
	data, database := "", ""
	var withPassword func(url string) (string, error)
	command := &cobra.Command{
		Use:   "verify [FILE…]",
		Short: "Check saved games, or the data of a server",
		Long: `Replay records by the rules, with their variations. Each valid one is listed on
standard output, the first fault of each other one on standard error as
FILE:LINE: message. A file may hold several records, which are numbered. All are checked;
if any is faulty the status is 1.
"-" is standard input.

With --data every match in the data folder of a server is replayed, beside a
running server or not, and lists and scores are compared with the matches. With
--database the same for a PostgreSQL database; a password that is not in the URL
comes from the configuration, or from PGPASSWORD or ~/.pgpass as for psql.`,
		Example: example("cairn verify game.txt", "cairn verify *.yaml", "cairn verify --data /srv/cairn", "cairn verify --database postgres://cairn@db.example.org/cairn"),
		Args: func(command *cobra.Command, args []string) error {
			if len(args) == 0 && !command.Flags().Changed("data") && !command.Flags().Changed("database") {
				return usagef("missing FILE, --data or --database")
			}
			return nil
		},
		RunE: func(command *cobra.Command, args []string) error {
			failure := verifyFiles(p, args)
			if data != "" {
				failure = errors.Join(failure, verifyData(p, command.Context(), data, audit.Folder))
			}
			if database != "" {
				url, err := withPassword(database)
				if err == nil {
					err = verifyData(p, command.Context(), url, audit.Database)
				}
				failure = errors.Join(failure, err)
			}
			return failure
		},
	}
	withPassword = p.passwordFlags(command)
	command.Flags().Var(config.FolderValue(&data), "data", "data folder of a server to check")
	asGiven := func(text string) (string, error) { return text, nil } // the error of a flag would show a password
	command.Flags().Var(config.NewValue(&database, asGiven, "URL"), "database", "PostgreSQL database of a server to check")
	return command
}

func verifyFiles(p *program, paths []string) error {
	var failure error
	for _, path := range paths {
		err := p.eachRecord(path, nil, func(number int, r record.Record, _ *record.Walk) error {
			fmt.Fprintf(p.out, "%s: %sok, %s\n", path, ofRecord(number), summary(r))
			return nil
		})
		if err != nil {
			failure = err
		}
	}
	return failure
}

// ofRecord names a record of a file of several: "record 3: ". It is empty for number 0, the only
// one.
func ofRecord(number int) string {
	if number == 0 {
		return ""
	}
	return fmt.Sprintf("record %d: ", number)
}

// summary describes a record: "nine-mens-morris, 42 turns, draw (quiet)".
func summary(r record.Record) string {
	return fmt.Sprintf("%s, %s, %s", r.Game, plural(len(r.Turns), "turn", "turns"), outcome(r.Verdict, r.Reason))
}

// verifyData audits the data of a server: a folder, or a database by its URL.
func verifyData(p *program, ctx context.Context, place string, run func(context.Context, string, audit.Games, func(audit.Fault)) (audit.Counts, error)) error {
	shown := place
	if move.IsURL(place) {
		shown = config.ShowDatabase(place)
	}
	counts, err := run(ctx, place, p.catalog, func(fault audit.Fault) {
		fmt.Fprintf(p.err, "%s: %s\n", shown, fault.Text)
	})
	if err != nil {
		return noData(place, err)
	}
	if counts.Faults > 0 {
		return errReported
	}
	fmt.Fprintf(p.out, "%s: ok, %s, %s\n", shown, plural(counts.Matches, "match", "matches"), plural(counts.Events, "event", "events"))
	return nil
}

func plural(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}
