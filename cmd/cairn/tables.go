// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/internal/config"
	"cairn/internal/study"
	"cairn/solver"
	"cairn/tablebase"
)

func tablesCommand(p *program) *cobra.Command {
	command := tablesListing(p, &cobra.Command{
		Use:     "tables [COMMAND]",
		Short:   "Manage solved tables",
		Long:    `Manage the tables that "cairn solve" has made. Without a command it lists them.`,
		Example: example("cairn tables", "cairn tables verify six", "cairn tables remove three"),
		Args:    cobra.ArbitraryArgs,
	})
	addGroup(command, "Tables:", tablesListCommand(p), tablesGetCommand(p), tablesVerifyCommand(p), tablesReduceCommand(p), tablesRemoveCommand(p))
	return command
}

func tablesListCommand(p *program) *cobra.Command {
	return tablesListing(p, &cobra.Command{
		Use:   "list",
		Short: "List the games that have tables",
		Long: `List the games with tables: the number of tables and values, and their size. Damaged files
are reported on standard error.

The last column is how much of the game they know: endings up to so many men (of the
stronger side in mill games, of both in the others), the moving phase, the whole game, or
none. What is being made is reported on standard error.

With --json: [{"game","kind","tables","values","bytes","faults","exact","men"}]; the kind is
"wdl", "dtw" or "mixed", exact is "none", "endings", "moving" or "whole".`,
		Example: example("cairn tables list", "cairn tables list --json"),
	})
}

// tablesListing turns a command into one that lists the tables.
func tablesListing(p *program, command *cobra.Command) *cobra.Command {
	command.RunE = func(command *cobra.Command, args []string) error {
		if len(args) > 0 {
			return unknownCommand(command, args)
		}
		return listTables(p)
	}
	p.tablesFlag(command)
	p.jsonFlag(command)
	return command
}

// tablesJSON is one row of "tables list --json".
type tablesJSON struct {
	Game   string         `json:"game"`
	Kind   tablebase.Kind `json:"kind"`
	Tables int            `json:"tables"`
	Values uint64         `json:"values"`
	Bytes  int64          `json:"bytes"`
	Faults int            `json:"faults"`
	// Exact is how much of the game they know: see solver.Extent; Men of endings.
	Exact solver.Extent `json:"exact"`
	Men   int           `json:"men,omitempty"`
}

func listTables(p *program) error {
	rows := []tablesJSON{}
	for _, entry := range p.catalog.All() {
		files, err := entry.OpenFiles(p.tables)
		if err != nil {
			return err
		}
		if len(files.Tables())+len(files.Faults()) > 0 {
			entry.UseTables(p.tables)
			covered := entry.Coverage()
			rows = append(rows, tablesJSON{
				entry.Info().ID, kindOf(files), len(files.Tables()), files.Slots(), files.Bytes(), len(files.Faults()), covered.Extent, covered.Men,
			})
			printFaults(p, files.Faults())
		}
		if err := files.Close(); err != nil {
			return err
		}
	}
	if p.asJSON {
		return p.out.json(rows)
	}
	err := table(p, rows, "GAME\tKIND\tTABLES\tVALUES\tSIZE\tEXACT", func(r *tablesJSON) string {
		return fmt.Sprintf("%s\t%s\t%d\t%d\t%s\t%s", r.Game, r.Kind, r.Tables, r.Values, size(r.Bytes), r.exact())
	})
	if err != nil {
		return err
	}
	if m, making := study.MakingIn(p.tables); making {
		fmt.Fprintf(p.err, "tables of %s are being made by process %d: %.1f %%\n", m.Game, m.Process, 100*m.Share)
	}
	return nil
}

// exact returns how much of the game the tables know.
func (r *tablesJSON) exact() string {
	if r.Exact == solver.Endings {
		return fmt.Sprintf("%s up to %d", r.Exact, r.Men)
	}
	return string(r.Exact)
}

// kindOf returns the kind of all tables, or "mixed".
func kindOf(files *tablebase.Set) tablebase.Kind {
	kind := tablebase.Kind("")
	for _, t := range files.Tables() {
		if kind != "" && kind != t.Kind {
			return "mixed"
		}
		kind = t.Kind
	}
	return kind
}

// printFaults prints the faults of tables, in the order of their tiers.
func printFaults(p *program, faults map[tablebase.Tier]error) {
	tiers := slices.SortedFunc(maps.Keys(faults), func(a, b tablebase.Tier) int { return strings.Compare(a.String(), b.String()) })
	for _, t := range tiers {
		fmt.Fprintln(p.err, faults[t])
	}
}

func tablesVerifyCommand(p *program) *cobra.Command {
	command := &cobra.Command{
		Use:   "verify [GAME…]",
		Short: "Check the checksums of tables",
		Long: `Read all tables, or those of some games, and compare every block with its checksum. If any
is damaged or wrong the status is 1.`,
		Example: example("cairn tables verify", "cairn tables verify six nine"),
		RunE: func(command *cobra.Command, args []string) error {
			if command.Flags().Changed("tables") { // a folder that was named must exist
				if _, err := os.Stat(p.tables); err != nil {
					return fmt.Errorf("folder of tables: %w", err)
				}
			}
			return verifyTables(p, args)
		},
	}
	p.tablesFlag(command)
	return command
}

func verifyTables(p *program, names []string) error {
	entries, err := p.entries(names)
	if err != nil {
		return err
	}
	faulty := false
	for _, entry := range entries {
		files, err := entry.OpenFiles(p.tables)
		if err != nil {
			return err
		}
		faults := files.Verify()
		switch n := len(files.Tables()) + len(files.Faults()); {
		case len(faults) > 0:
			faulty = true
			printFaults(p, faults)
			fmt.Fprintf(p.out, "%s: %d of %d tables are damaged\n", entry.Info().ID, len(faults), n)
		case n > 0:
			fmt.Fprintf(p.out, "%s: ok, %d tables\n", entry.Info().ID, n)
		case len(names) > 0:
			fmt.Fprintf(p.out, "%s: no tables\n", entry.Info().ID)
		}
		if err := files.Close(); err != nil {
			return err
		}
	}
	if faulty {
		return errReported
	}
	return nil
}

func tablesRemoveCommand(p *program) *cobra.Command {
	command := &cobra.Command{
		Use:     "remove GAME…",
		Short:   "Delete the tables of a game",
		Long:    `Delete the tables of some games. "cairn solve" makes them again.`,
		Example: example("cairn tables remove six-mens-morris-no-flying"),
		RunE: func(_ *cobra.Command, args []string) error {
			entries, err := p.entries(args)
			if err != nil {
				return err
			}
			for _, entry := range entries {
				freed, err := tablebase.Remove(p.tables, entry.Info().ID)
				if errors.Is(err, fs.ErrNotExist) {
					return fmt.Errorf("%s has no tables in %s", entry.Info().ID, p.tables)
				}
				if err != nil {
					return err
				}
				fmt.Fprintf(p.out, "%s: %s freed\n", entry.Info().ID, size(freed))
			}
			return nil
		},
	}
	p.tablesFlag(command)
	return command
}

func tablesReduceCommand(p *program) *cobra.Command {
	to := ""
	command := &cobra.Command{
		Use:   "reduce GAME…",
		Short: "Write tables without distances",
		Long: `Write the tables of some games into another folder without the turns to the end: only win,
draw and loss, as with "cairn solve --kind wdl", but without solving again. The checksum of
every block is checked.`,
		Example: example("cairn tables reduce nine --to small"),
		RunE: func(command *cobra.Command, args []string) error {
			switch {
			case to == "":
				return usagef("missing --to, the folder for the reduced tables")
			case filepath.Clean(to) == filepath.Clean(p.tables):
				return usagef("--to %s is the folder of the tables: want another one, or the distances would be lost", to)
			}
			entries, err := p.entries(args)
			if err != nil {
				return err
			}
			for _, entry := range entries {
				if err := reduceTables(p, command.Context(), entry, to); err != nil {
					return err
				}
			}
			return nil
		},
	}
	p.tablesFlag(command)
	command.Flags().Var(config.FolderValue(&to), "to", "folder for the reduced tables")
	markFolder(command, "to")
	return command
}

// reduceTables reduces the tables of one game, the smallest first.
func reduceTables(p *program, ctx context.Context, entry *catalog.Entry, to string) (err error) {
	files, err := entry.OpenFiles(p.tables)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, files.Close()) }()
	for _, fault := range files.Faults() {
		return fault
	}
	id := entry.Info().ID
	if len(files.Tables()) == 0 {
		return fmt.Errorf("%s has no tables in %s", id, p.tables)
	}
	tables := slices.SortedFunc(maps.Values(files.Tables()), func(a, b *tablebase.Table) int {
		return cmp.Or(cmp.Compare(a.Slots, b.Slots), cmp.Compare(a.Tier, b.Tier))
	})
	for _, t := range tables {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := t.Reduce(to); err != nil {
			return err
		}
	}
	reduced, err := entry.OpenFiles(to)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.out, "%s: %d tables, %s, without distances %s\n", id, len(tables), size(files.Bytes()), size(reduced.Bytes()))
	return reduced.Close()
}
