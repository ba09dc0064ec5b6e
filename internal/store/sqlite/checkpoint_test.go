// SPDX-License-Identifier: Apache-2.0

package sqlite_test

import (
	"os"
	"testing"
	"time"

	"cairn/internal/store/sqlite"
)

// TestCheckpoint checks that the log is copied into the database while the store is open,
// long before SQLite's own checkpoint. A single change writes at least two pages.
func TestCheckpoint(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, sqlite.Options{})
	size := func() int64 {
		info, err := os.Stat(sqlite.Path(dir))
		must(t, err)
		return info.Size()
	}
	before := size()
	writeAll(t, s, 1, sqlite.CopyAfter/2)
	for size() == before {
		time.Sleep(time.Millisecond)
	}
}
