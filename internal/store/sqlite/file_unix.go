// SPDX-License-Identifier: Apache-2.0

//go:build unix

package sqlite

import (
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// errLocked means that another process holds the lock.
const errLocked = unix.EWOULDBLOCK

// lockFile locks a file for this process without waiting.
func lockFile(file *os.File) error {
	return unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
}

// fileOwner returns the user and the group of a file.
func fileOwner(info fs.FileInfo) (uid, gid int, known bool) {
	stat, known := info.Sys().(*syscall.Stat_t)
	if !known {
		return 0, 0, false
	}
	return int(stat.Uid), int(stat.Gid), true
}

// mayCreateIn reports whether this process may create files in a folder.
func mayCreateIn(dir string) bool {
	return unix.Faccessat(unix.AT_FDCWD, dir, unix.W_OK|unix.X_OK, unix.AT_EACCESS) == nil
}
