// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"cairn/internal/store/sqlite"
)

func (p *program) backupCommand() *cobra.Command {
	dir, force := "", false
	command := &cobra.Command{
		Use:     "backup DEST",
		GroupID: groupServe,
		Short:   "Copy everything a server keeps into one file",
		Long: `Copy everything in a data folder into one file, whether a server runs there or
not: accounts, matches and results as they are at that moment. The file appears
when it is whole and checked. "cairn restore" takes it back. Data of an older program
is copied as it is: take a backup before the server is upgraded.`,
		Example: example("cairn backup cairn-monday.db", "cairn backup --data /srv/cairn /backup/cairn.db --force"),
		Args:    operands,
		RunE: func(command *cobra.Command, args []string) error {
			return p.backup(command.Context(), dir, args[0], force)
		},
	}
	p.dataFlag(command, &dir)
	command.Flags().BoolVar(&force, "force", false, "replace the file if it is there")
	return command
}

func (p *program) backup(ctx context.Context, dir, path string, force bool) error {
	if err := mayReplace(path, sqlite.Path(dir), force); err != nil {
		return err
	}
	if _, err := os.Stat(sqlite.Path(dir)); errors.Is(err, fs.ErrNotExist) {
		return noData(dir, err)
	}
	if err := sqlite.Backup(ctx, dir, path); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.out, "%s: %d bytes\n", path, info.Size())
	return nil
}

// mayReplace refuses to write over the data itself, whatever is asked, and over
// another file unless that is asked.
func mayReplace(path, data string, force bool) error {
	there, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case there.IsDir():
		return fmt.Errorf("%s is a folder: want the name of a file", path)
	}
	if live, err := os.Stat(data); err == nil && os.SameFile(live, there) {
		return fmt.Errorf("%s is the data itself: want another file", path)
	}
	if !force {
		return fmt.Errorf("%s is there already: choose another name, or replace it with --force", path)
	}
	return nil
}

// noData says of a folder without data that it has none.
func noData(dir string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no data in %s: --data names another folder", dir)
	}
	return err
}
