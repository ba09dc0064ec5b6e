// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
)

// readParameters returns the parameters of a connection that only reads. To read a
// database, SQLite creates a -wal and a -shm file beside it, which a read-only folder
// does not allow. If both exist, a server may run, and SQLite uses them. If not, no
// server runs, and the database is read without locks: with its log if there is one,
// else as an immutable file.
func readParameters(path string) url.Values {
	size := func(suffix string) int64 {
		info, err := os.Stat(path + suffix)
		if err != nil {
			return -1
		}
		return info.Size()
	}
	switch {
	case mayCreateIn(filepath.Dir(path)), size("-shm") >= 0:
		return url.Values{}
	case size("-wal") > 0: // the index of the log, otherwise in -shm, is kept in memory
		return url.Values{"vfs": {"unix-none"}, "_pragma": {"locking_mode(EXCLUSIVE)"}}
	default:
		return url.Values{"immutable": {"1"}}
	}
}

// fileStates describes the files of a database, to see whether they change. -shm does
// not count: readers write to it.
func fileStates(path string) (all string) {
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(path + suffix); err == nil {
			all += fmt.Sprintln(suffix, info.Size(), info.ModTime().UnixNano())
		}
	}
	return all
}
