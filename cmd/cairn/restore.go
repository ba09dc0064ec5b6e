// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"cairn/internal/store/sqlite"
)

func (p *program) restoreCommand() *cobra.Command {
	dir, force := "", false
	command := &cobra.Command{
		Use:     "restore SRC",
		GroupID: groupServe,
		Short:   "Put a backup into a data folder",
		Long: `Check a backup and put it into a data folder, which is made when it is not
there. No server may run there. Data that the folder has already is left alone,
and the status is 1; with --force it is kept under another name.`,
		Example: example("cairn restore cairn-monday.db", "cairn restore /backup/cairn.db --data /srv/cairn --force"),
		Args:    operands,
		RunE: func(command *cobra.Command, args []string) error {
			return p.restore(command.Context(), args[0], dir, force)
		},
	}
	p.dataFlag(command, &dir)
	command.Flags().BoolVar(&force, "force", false, "move data that is there out of the way")
	return command
}

func (p *program) restore(ctx context.Context, backup, dir string, force bool) error {
	if err := sqlite.Verify(ctx, backup); err != nil {
		return err
	}
	if force {
		if err := p.moveAway(dir, time.Now()); err != nil {
			return err
		}
	} else if _, err := os.Stat(sqlite.Path(dir)); err == nil {
		return fmt.Errorf("there is data in %s already: choose another folder, or move it out of the way with --force", dir)
	}
	if err := sqlite.Restore(ctx, dir, backup); err != nil {
		return err
	}
	fmt.Fprintf(p.out, "%s: restored from %s\n", dir, backup)
	return nil
}

// moveAway gives the data of a folder another name, so that nothing is ever lost
// by restoring. A database and its log belong together: both are renamed alike.
func (p *program) moveAway(dir string, now time.Time) (err error) {
	path := sqlite.Path(dir)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	unlock, err := sqlite.Lock(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	aside := filepath.Join(dir, "before-"+now.UTC().Format("20060102-150405.000")+".db")
	for _, suffix := range []string{"-wal", "-shm", ""} {
		err := os.Rename(path+suffix, aside+suffix)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("move data away: %w", err)
		}
	}
	if err := os.Chmod(aside, 0o600); err != nil {
		return fmt.Errorf("move data away: %w", err)
	}
	fmt.Fprintf(p.err, "what was there is in %s now\n", aside)
	return nil
}
