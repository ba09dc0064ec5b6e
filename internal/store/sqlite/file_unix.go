// SPDX-License-Identifier: Apache-2.0

//go:build unix

package sqlite

import (
	"io/fs"
	"syscall"
)

// fileOwner returns the user and the group of a file.
func fileOwner(info fs.FileInfo) (uid, gid int, known bool) {
	stat, known := info.Sys().(*syscall.Stat_t)
	if !known {
		return 0, 0, false
	}
	return int(stat.Uid), int(stat.Gid), true
}
