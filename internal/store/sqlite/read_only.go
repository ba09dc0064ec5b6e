// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
)

// readParameters returns the parameters of a connection that only reads. SQLite
// creates a -wal and a -shm file beside a database to read it, which is not possible
// in a read-only folder. If they are there, SQLite uses them as they are, for a
// server may run. If not, no server runs, and the database is read without them: with
// its log if there is one, else by itself.
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

// files describes the files of a database, to see whether they change. The memory
// of readers in -shm does not count.
func files(path string) (all string) {
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(path + suffix); err == nil {
			all += fmt.Sprintln(suffix, info.Size(), info.ModTime().UnixNano())
		}
	}
	return all
}
