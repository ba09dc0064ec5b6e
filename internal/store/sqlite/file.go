// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"cairn/internal/filelock"
)

// makeFolder creates a data folder that only its owner can read, and missing folders
// above it, each synced to the disk; an existing one is not changed.
func makeFolder(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	parent := filepath.Dir(filepath.Clean(dir))
	if err := makeFolder(parent); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("make data folder: %w", err)
	}
	return syncPath(parent)
}

// syncPath syncs a file or a folder to the disk.
func syncPath(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// publish renames a finished file to its final name, replacing an existing file.
func publish(temporary, path string) error {
	if err := syncPath(temporary); err != nil {
		return err
	}
	if err := os.Rename(temporary, path); err != nil {
		return err
	}
	return syncPath(filepath.Dir(path))
}

// Lock locks a data folder against other servers until the returned function is
// called. The kernel releases the lock when the process ends. Open calls Lock.
func Lock(dir string) (unlock func() error, err error) {
	path := filepath.Join(dir, "lock")
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, private)
	if err != nil {
		return nil, fmt.Errorf("lock data folder: %w", explainOwner(path, err))
	}
	switch err = filelock.Lock(file); {
	case errors.Is(err, filelock.ErrLocked):
		err = fmt.Errorf("another server is running on the data folder %s: stop it, or choose another folder", dir)
	case err != nil:
		err = fmt.Errorf("lock data folder %s: %w", dir, err)
	}
	if err == nil {
		err = giveToOwner(path)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return sync.OnceValue(file.Close), nil
}
