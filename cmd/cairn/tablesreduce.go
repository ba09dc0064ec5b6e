// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/tablebase"
)

func (p *program) tablesReduceCommand() *cobra.Command {
	dir, to := "", ""
	command := &cobra.Command{
		Use:     "reduce GAME…",
		GroupID: groupStudy,
		Short:   "Write tables without distances",
		Long: `Write the tables of some games into another folder without the turns to the end: only win,
draw and loss, as "cairn solve --kind wdl" makes them, but without solving again. Every
block is compared with its checksum on the way.`,
		Example:           example("cairn tables reduce nine --to small"),
		Args:              operands,
		ValidArgsFunction: p.completeGames(true, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(command *cobra.Command, args []string) error {
			folder, err := p.tablesFolder(dir)
			switch {
			case err != nil:
				return err
			case to == "":
				return usagef("--to is missing: the folder for the reduced tables")
			case filepath.Clean(to) == filepath.Clean(folder):
				return usagef("--to %s is where the tables are; name another folder, distances would be lost", to)
			}
			entries, err := p.entries(args)
			if err != nil {
				return err
			}
			for _, entry := range entries {
				if err := p.reduceTables(command.Context(), entry, folder, to); err != nil {
					return err
				}
			}
			return nil
		},
	}
	tablesFlag(command, &dir)
	command.Flags().Var(folderValue(&to), "to", "folder for the reduced tables")
	markFolder(command, "to")
	return command
}

// reduceTables reduces the tables of one game, the smallest first.
func (p *program) reduceTables(ctx context.Context, entry *catalog.Entry, dir, to string) (err error) {
	files, err := entry.OpenFiles(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, files.Close()) }()
	for _, fault := range files.Faults() {
		return fault
	}
	id := entry.Info().ID
	if len(files.Tables()) == 0 {
		return fmt.Errorf("%s has no tables in %s", id, dir)
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
