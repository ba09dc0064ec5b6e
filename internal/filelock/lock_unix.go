// SPDX-License-Identifier: Apache-2.0

//go:build unix

// Package filelock locks open files against other processes. The system releases
// a lock when its file is closed or its process ends.
package filelock

import (
	"os"

	"golang.org/x/sys/unix"
)

// ErrLocked means that another process holds the lock.
const ErrLocked = unix.EWOULDBLOCK

// Lock locks a file for this process without waiting.
func Lock(file *os.File) error {
	return unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
}
