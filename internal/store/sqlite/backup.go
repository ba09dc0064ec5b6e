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

// Backup writes everything committed so far to a file, while others read and
// write. The file appears under its name once it is whole, checked and on the
// disk; one that was there before stays until then.
func (s *Store) Backup(ctx context.Context, path string) error { return backup(ctx, s.path, path) }

// Backup does the same with a data folder that must be there, beside a server or
// not. The schema may be an older one, and stays as it is: a backup comes before
// an upgrade.
func Backup(ctx context.Context, dir, path string) error {
	if _, err := os.Stat(Path(dir)); err != nil {
		return fmt.Errorf("open data folder: %w", foreign(Path(dir), err))
	}
	return backup(ctx, Path(dir), path)
}

func backup(ctx context.Context, data, path string) (err error) {
	temporary, err := temporaryBeside(path)
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("backup to %s: %w", path, err)
			_ = os.Remove(temporary)
		}
	}()
	if err := copyTo(ctx, temporary, data); err != nil {
		return foreign(data, err)
	}
	if err := Verify(ctx, temporary); err != nil {
		return err
	}
	return publish(temporary, path)
}

// copyTo writes the database into an empty file, through a connection of its
// own: the ones for readers may not write anywhere.
func copyTo(ctx context.Context, path, data string) (err error) {
	db, err := openPool(fileURL(data, nil), 1)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	_, err = db.ExecContext(ctx, `VACUUM INTO $1`, path)
	return err
}

// temporaryBeside makes an empty file in the folder of path that only its owner
// may read.
func temporaryBeside(path string) (string, error) {
	file, err := os.CreateTemp(filepath.Dir(path), ".cairn-*.tmp")
	if err != nil {
		return "", err
	}
	return file.Name(), file.Close()
}

// Restore puts a backup into a data folder that has no database yet; when root
// does, the folder's owner gets it. It never replaces one: what is in use, or was,
// must first be moved away by hand, with its -wal and -shm files.
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

// copyFile copies a file aside and then gives it its name.
func copyFile(from, to string) error {
	temporary, err := temporaryBeside(to)
	if err != nil {
		return err
	}
	if err = fill(temporary, from); err == nil {
		err = adopt(temporary)
	}
	if err == nil {
		err = publish(temporary, to)
	}
	if err != nil {
		_ = os.Remove(temporary)
	}
	return err
}

func fill(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_TRUNC, private)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
