// SPDX-License-Identifier: Apache-2.0

package sqlite_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"cairn/internal/store/sqlite"
)

// readOnlyView returns a folder that shows another one and cannot be written: as a
// mount for root, to whom permissions do not apply, else the folder itself.
func readOnlyView(t *testing.T, dir string) string {
	t.Helper()
	if os.Geteuid() != 0 {
		must(t, os.Chmod(dir, 0o500))
		t.Cleanup(func() { _ = os.Chmod(dir, 0o700) })
		return dir
	}
	view := t.TempDir()
	if err := unix.Mount(dir, view, "", unix.MS_BIND, ""); err != nil {
		t.Skipf("NOT CHECKED: mounting a folder: %v", err)
	}
	t.Cleanup(func() { must(t, unix.Unmount(view, unix.MNT_DETACH)) }) // a store in this process may hold its files
	must(t, unix.Mount("", view, "", unix.MS_BIND|unix.MS_REMOUNT|unix.MS_RDONLY, ""))
	return view
}

// TestReadOnlyFolder backs up and checks data in a folder that cannot be written:
// after a stop, after a crash, and beside a running server.
func TestReadOnlyFolder(t *testing.T) {
	for _, test := range []struct {
		name    string
		prepare func(t *testing.T, s *sqlite.Store, dir string) string // returns the folder to read
	}{
		{"stopped", func(t *testing.T, s *sqlite.Store, dir string) string {
			must(t, s.Close())
			return dir
		}},
		{"crashed", func(t *testing.T, s *sqlite.Store, dir string) string { return crashed(t, dir, "", "-wal", "-shm") }},
		{"crashed, without -shm", func(t *testing.T, s *sqlite.Store, dir string) string { return crashed(t, dir, "", "-wal") }},
		{"running", func(t *testing.T, s *sqlite.Store, dir string) string { return dir }},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			s := open(t, dir, sqlite.Options{})
			m := newShuttle(t, s, "m1")
			for _, c := range m.changes[:5] {
				must(t, s.Append(t.Context(), c))
			}
			view := readOnlyView(t, test.prepare(t, s, dir))
			path := filepath.Join(t.TempDir(), "backup.db")
			must(t, sqlite.Backup(t.Context(), view, path))
			if got, want := replayed(t, restore(t, path), "m1").Seq(), 6; got != want {
				t.Errorf("backup: got seq %d, want %d", got, want)
			}
			must(t, sqlite.Verify(t.Context(), sqlite.Path(view)))
			reader := open(t, view, sqlite.Options{ReadOnly: true})
			must(t, reader.Check(t.Context()))
			if got, want := replayed(t, reader, "m1").Seq(), 6; got != want {
				t.Errorf("read: got seq %d, want %d", got, want)
			}
			wantNoSpace(t, "append", reader.Append(t.Context(), m.changes[5]))
			must(t, reader.Close())
		})
	}
}

// crashed returns a folder with files of a database as a crash leaves them.
func crashed(t *testing.T, dir string, suffixes ...string) string {
	t.Helper()
	left := t.TempDir()
	for _, suffix := range suffixes {
		data, err := os.ReadFile(sqlite.Path(dir) + suffix)
		must(t, err)
		must(t, os.WriteFile(sqlite.Path(left)+suffix, data, 0o600))
	}
	return left
}
