// SPDX-License-Identifier: Apache-2.0

//go:build unix

package sqlite

import (
	"os"

	"golang.org/x/sys/unix"
)

// errLocked says that another process has the lock.
const errLocked = unix.EWOULDBLOCK

// lockFile locks a file for this process, or fails at once.
func lockFile(file *os.File) error {
	return unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
}
