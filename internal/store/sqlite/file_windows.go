// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// errLocked says that another process has the lock.
const errLocked = windows.ERROR_LOCK_VIOLATION

// lockFile locks a file for this process, or fails at once.
func lockFile(file *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, new(windows.Overlapped))
}

// ownerOf is not known here: rights are inherited from the folder.
func ownerOf(fs.FileInfo) (uid, gid int, known bool) { return 0, 0, false }
