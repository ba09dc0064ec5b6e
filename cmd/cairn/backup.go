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

func backupCommand(p *program) *cobra.Command {
	dir, force := "", false
	command := &cobra.Command{
		Use:   "backup DEST",
		Short: "Back up the data of a server into one file",
		Long: `Copy the database of a data folder into one file, beside a running server or not:
accounts, matches and results at that moment. The file appears when it is complete and
checked. "cairn restore" restores it. Data of an older version is copied unchanged:
make a backup before you upgrade the server.`,
		Example: example("cairn backup cairn-monday.db", "cairn backup --data /srv/cairn /backup/cairn.db --force"),
		RunE: func(command *cobra.Command, args []string) error {
			return p.backup(command.Context(), dir, args[0], force)
		},
	}
	p.dataFlag(command, &dir)
	command.Flags().BoolVar(&force, "force", false, "replace an existing file")
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

// mayReplace refuses to overwrite the database itself, and another file unless
// forced.
func mayReplace(path, data string, force bool) error {
	existing, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case existing.IsDir():
		return fmt.Errorf("%s is a folder: want a file", path)
	}
	if live, err := os.Stat(data); err == nil && os.SameFile(live, existing) {
		return fmt.Errorf("%s is the database itself: want another file", path)
	}
	if !force {
		return fmt.Errorf("%s exists: choose another name, or replace it with --force", path)
	}
	return nil
}

// noData explains an error about a folder without data.
func noData(dir string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no data in %s: set --data to the data folder", dir)
	}
	return err
}
