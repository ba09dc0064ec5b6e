// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"cairn/internal/failure"
)

// private is the mode of every file in a data folder: they hold email addresses
// and password hashes. The driver creates -wal and -shm with the same mode.
const private = 0o600

// suffixes are the endings of the names of the files of one database.
var suffixes = []string{"-wal", "-shm", ""}

// makePrivate creates an empty database if there is none, and takes from other users the
// rights to read the database and its log. It does not open an existing file: closing a
// file drops all POSIX locks of this process on it.
func makePrivate(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL, private)
	if err == nil {
		return errors.Join(file.Close(), giveToOwner(path))
	}
	if !errors.Is(err, fs.ErrExist) {
		return explainOwner(path, err)
	}
	for _, suffix := range suffixes {
		info, err := os.Lstat(path + suffix)
		if err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&^private == 0 {
			continue
		}
		if err := os.Chmod(path+suffix, private); err != nil && !errors.Is(err, fs.ErrPermission) {
			return fmt.Errorf("keep others from reading the data: %w", err)
		}
	}
	return nil
}

// giveToOwner gives a file created by root to the owner of its folder, as whom the server
// runs. It does not follow symbolic links, which that owner may have made.
func giveToOwner(path string) error {
	info, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return err
	}
	uid, gid, known := fileOwner(info)
	if !known || uid == 0 || os.Geteuid() != 0 {
		return nil
	}
	return os.Lchown(path, uid, gid)
}

// explainOwner adds to an error about a file that the file or its folder belongs to
// another user, if it does.
func explainOwner(path string, err error) error {
	if !errors.Is(err, fs.ErrPermission) && meaning(err) != failure.ErrNoSpace {
		return err
	}
	for _, path := range []string{path, filepath.Dir(path)} {
		info, missing := os.Stat(path)
		if missing != nil {
			continue
		}
		if uid, _, known := fileOwner(info); known && uid != os.Geteuid() {
			return fmt.Errorf("%w: %s belongs to another user (uid %d): chown it to the user that runs the server",
				err, filepath.Base(path), uid)
		}
	}
	return err
}
