// SPDX-License-Identifier: Apache-2.0

package filelock

import (
	"os"

	"golang.org/x/sys/windows"
)

// ErrLocked means that another process holds the lock.
const ErrLocked = windows.ERROR_LOCK_VIOLATION

// Lock locks a file for this process without waiting.
func Lock(file *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, new(windows.Overlapped))
}
