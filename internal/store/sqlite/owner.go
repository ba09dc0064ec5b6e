// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"cairn/internal/store"
)

// private is the mode of every file in a data folder: addresses and hashes of
// passwords are in them. The driver makes -wal and -shm like the database.
const private = 0o600

// suffixes end the names of the files that are one database.
var suffixes = []string{"-wal", "-shm", ""}

// makePrivate makes an empty database if there is none, and keeps others from
// reading it and its log. One that is there is not opened: to close a file drops
// the locks that this process has on it.
func makePrivate(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL, private)
	if err == nil {
		return errors.Join(file.Close(), adopt(path))
	}
	if !errors.Is(err, fs.ErrExist) {
		return foreign(path, err)
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

// adopt gives a file that root has made to whom the folder belongs: the server
// runs as that user. A link is not followed; the folder's owner may have made it.
func adopt(path string) error {
	info, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return err
	}
	uid, gid, known := ownerOf(info)
	if !known || uid == 0 || os.Geteuid() != 0 {
		return nil
	}
	return os.Lchown(path, uid, gid)
}

// foreign adds to an error about a file that may not be opened that it, or its
// folder, belongs to another user, where that is so.
func foreign(path string, err error) error {
	if !errors.Is(err, fs.ErrPermission) && faultOf(err) != store.NoSpace {
		return err
	}
	for _, path := range []string{path, filepath.Dir(path)} {
		info, missing := os.Stat(path)
		if missing != nil {
			continue
		}
		if uid, _, known := ownerOf(info); known && uid != os.Geteuid() {
			return fmt.Errorf("%w: %s belongs to another user (uid %d): chown it to the user that runs the server",
				err, filepath.Base(path), uid)
		}
	}
	return err
}
