// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// errLocked means that another process holds the lock.
const errLocked = windows.ERROR_LOCK_VIOLATION

// lockFile locks a file for this process without waiting.
func lockFile(file *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	return windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, new(windows.Overlapped))
}

// fileOwner does not know the owner: rights are inherited from the folder.
func fileOwner(fs.FileInfo) (uid, gid int, known bool) { return 0, 0, false }

// mayCreateIn reports whether this process may create files in a folder: it is not
// known here.
func mayCreateIn(string) bool { return true }
