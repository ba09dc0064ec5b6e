// SPDX-License-Identifier: Apache-2.0

//go:build linux || darwin

package doctor

import (
	"io/fs"
	"syscall"

	"golang.org/x/sys/unix"
)

// fileLimit returns how many files a process may open.
func fileLimit() (uint64, error) {
	var limit unix.Rlimit
	err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit)
	return limit.Max, err
}

// freeSpace returns the bytes that this user may still write in a folder.
func freeSpace(dir string) (uint64, error) {
	var disk unix.Statfs_t
	err := unix.Statfs(dir, &disk)
	return disk.Bavail * uint64(disk.Bsize), err
}

// fileOwner returns the user id of the owner of a file.
func fileOwner(info fs.FileInfo) (uid int, known bool) {
	stat, known := info.Sys().(*syscall.Stat_t)
	if !known {
		return 0, false
	}
	return int(stat.Uid), true
}
