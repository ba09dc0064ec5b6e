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

func restoreCommand(p *program) *cobra.Command {
	dir, force := "", false
	command := &cobra.Command{
		Use:   "restore SRC",
		Short: "Restore a backup into a data folder",
		Long: `Check a backup and restore it into a data folder, which is created if it does not
exist. No server may run there. If the folder has data already it is not touched and
the status is 1; with --force it is kept under another name.`,
		Example: example("cairn restore cairn-monday.db", "cairn restore /backup/cairn.db --data /srv/cairn --force"),
		RunE: func(command *cobra.Command, args []string) error {
			return p.restore(command.Context(), args[0], dir, force)
		},
	}
	p.dataFlag(command, &dir)
	command.Flags().BoolVar(&force, "force", false, "keep existing data under another name")
	return command
}

func (p *program) restore(ctx context.Context, backup, dir string, force bool) error {
	if err := sqlite.Verify(ctx, backup); err != nil {
		return err
	}
	if force {
		if err := moveAway(p, dir, time.Now()); err != nil {
			return err
		}
	} else if _, err := os.Stat(sqlite.Path(dir)); err == nil {
		return fmt.Errorf("there is data in %s already: choose another folder, or keep it under another name with --force", dir)
	}
	if err := sqlite.Restore(ctx, dir, backup); err != nil {
		return err
	}
	fmt.Fprintf(p.out, "%s: restored from %s\n", dir, backup)
	return nil
}

// moveAway renames the data of a folder, so that restoring loses nothing. The
// database and its log are renamed alike.
func moveAway(p *program, dir string, now time.Time) (err error) {
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
	fmt.Fprintf(p.err, "the previous data is in %s\n", aside)
	return nil
}
