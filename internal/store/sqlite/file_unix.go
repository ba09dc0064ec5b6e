// SPDX-License-Identifier: Apache-2.0

//go:build unix

package sqlite

import (
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// errLocked says that another process has the lock.
const errLocked = unix.EWOULDBLOCK

// lockFile locks a file for this process, or fails at once.
func lockFile(file *os.File) error {
	return unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
}

// ownerOf returns the user and the group whom a file belongs to.
func ownerOf(info fs.FileInfo) (uid, gid int, known bool) {
	stat, known := info.Sys().(*syscall.Stat_t)
	if !known {
		return 0, 0, false
	}
	return int(stat.Uid), int(stat.Gid), true
}
