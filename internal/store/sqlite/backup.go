// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Backup writes all committed data to a file, while the store is in use. The file gets
// its name once it is complete, verified and on the disk, and replaces an existing file.
func (s *Store) Backup(ctx context.Context, path string) error { return backup(ctx, s.path, path) }

// Backup backs up an existing data folder, whether a server uses it or not. The
// schema may be an older one and is not changed, so that a backup can be made
// before an upgrade.
func Backup(ctx context.Context, dir, path string) error {
	if err := checkExists(dir); err != nil {
		return err
	}
	return backup(ctx, Path(dir), path)
}

func backup(ctx context.Context, data, path string) (err error) {
	file, err := createBeside(path)
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	temporary := file.Name()
	defer func() {
		if err != nil {
			err = fmt.Errorf("backup to %s: %w", path, err)
			_ = os.Remove(temporary)
		}
	}()
	if err := copyTo(ctx, temporary, data); err != nil {
		return explainOwner(data, err)
	}
	if err := Verify(ctx, temporary); err != nil {
		return err
	}
	return publish(temporary, path)
}

// copyTo writes the database into an empty file, through its own connection: readers
// have connections that cannot write.
func copyTo(ctx context.Context, path, data string) (err error) {
	parameters, before := readParameters(data), fileStates(data)
	db := openPool(fileURL(data, parameters), 1)
	defer func() { err = errors.Join(err, db.Close()) }()
	if _, err = db.ExecContext(ctx, `VACUUM INTO $1`, path); err != nil {
		return err
	}
	if len(parameters) > 0 && fileStates(data) != before { // it was read without locks
		return errors.New("the database changed meanwhile: a server has started; try again")
	}
	return nil
}

// createBeside creates an empty file in the folder of path that only its owner can read.
func createBeside(path string) (*os.File, error) {
	return os.CreateTemp(filepath.Dir(path), ".cairn-*.tmp")
}

// Restore copies a backup into a data folder without a database. The file belongs
// to the owner of the folder, also when root restores it. Restore never replaces a
// database: an old one must be moved away first, with its -wal and -shm files.
func Restore(ctx context.Context, dir, backup string) (err error) {
	if err := Verify(ctx, backup); err != nil {
		return err
	}
	if err := makeFolder(dir); err != nil {
		return err
	}
	unlock, err := Lock(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	for _, suffix := range suffixes {
		if _, err := os.Lstat(Path(dir) + suffix); !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("restore: %s is there already: move it away first", Path(dir)+suffix)
		}
	}
	if err := copyFile(backup, Path(dir)); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	return nil
}

// copyFile copies a file under a temporary name and then renames it.
func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := createBeside(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Close()); err == nil {
		err = giveToOwner(out.Name())
	}
	if err == nil {
		err = publish(out.Name(), to)
	}
	if err != nil {
		_ = os.Remove(out.Name())
	}
	return err
}
