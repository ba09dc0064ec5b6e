// SPDX-License-Identifier: Apache-2.0

//go:build linux || darwin

package maker

import "golang.org/x/sys/unix"

// freeSpace returns the bytes that this user may still write in a folder.
func freeSpace(dir string) (uint64, error) {
	var disk unix.Statfs_t
	err := unix.Statfs(dir, &disk)
	return disk.Bavail * uint64(disk.Bsize), err
}
