// SPDX-License-Identifier: Apache-2.0

package sqlite_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"cairn/internal/store/sqlite"
)

// wantPrivate checks that other users cannot read the files of a folder.
func wantPrivate(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		info, err := os.Stat(filepath.Join(dir, name))
		must(t, err)
		if got, want := info.Mode(), fs.FileMode(0o600); got != want {
			t.Errorf("mode of %s: got %v, want %v", name, got, want)
		}
	}
}

// TestPrivate opens folders that other users can read: new folders, and a folder with
// readable files.
func TestPrivate(t *testing.T) {
	all := []string{"cairn.db", "cairn.db-wal", "cairn.db-shm", "lock"}
	dir := t.TempDir()
	must(t, os.Chmod(dir, 0o755))
	s := open(t, dir, sqlite.Options{})
	must(t, s.Beat(t.Context(), noon))
	wantPrivate(t, dir, all...)
	must(t, s.Close())
	must(t, os.Chmod(sqlite.Path(dir), 0o644))
	s = open(t, dir, sqlite.Options{})
	must(t, s.Beat(t.Context(), noon))
	wantPrivate(t, dir, all...)

	made := filepath.Join(t.TempDir(), "new")
	open(t, made, sqlite.Options{})
	info, err := os.Stat(made)
	must(t, err)
	if got, want := info.Mode().Perm(), fs.FileMode(0o700); got != want {
		t.Errorf("mode of a new folder: got %v, want %v", got, want)
	}
}

// Users that need not exist.
const (
	someUser    = 64001
	anotherUser = 64002
)

// needRoot skips a test that gives files to others.
func needRoot(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" || os.Geteuid() != 0 {
		t.Skip("NOT CHECKED: only root on Linux may give files to others and act as they")
	}
}

// TestRestoreForOwner restores as root: all files belong to the owner of the folder.
func TestRestoreForOwner(t *testing.T) {
	needRoot(t)
	backup, dir := backedUp(t), t.TempDir()
	must(t, os.Chown(dir, someUser, anotherUser))
	must(t, sqlite.Restore(t.Context(), dir, backup))
	wantPrivate(t, dir, "cairn.db", "lock")
	for _, name := range []string{"cairn.db", "lock"} {
		info, err := os.Stat(filepath.Join(dir, name))
		must(t, err)
		stat := info.Sys().(*syscall.Stat_t)
		if stat.Uid != someUser || stat.Gid != anotherUser {
			t.Errorf("%s: got owner %d:%d, want %d:%d", name, stat.Uid, stat.Gid, someUser, anotherUser)
		}
	}
}

// TestForeign opens the files of one user as another user.
func TestForeign(t *testing.T) {
	needRoot(t)
	give := func(name string, mode fs.FileMode) func(string) error {
		return func(dir string) error {
			path := filepath.Join(dir, name)
			return errors.Join(os.Chown(path, anotherUser, anotherUser), os.Chmod(path, mode))
		}
	}
	tests := map[string]struct {
		prepare func(dir string) error
		name    string // of the file of another user
	}{
		"database": {give("cairn.db", 0o600), "cairn.db"},
		"lock":     {give("lock", 0o600), "lock"},
		"folder":   {give("", 0o700), "data"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			base := t.TempDir()
			dir := filepath.Join(base, "data")
			must(t, open(t, dir, sqlite.Options{}).Close())
			for path := base; path != filepath.Dir(os.TempDir()); path = filepath.Dir(path) {
				if path != os.TempDir() {
					must(t, os.Chmod(path, 0o755))
				}
			}
			for _, path := range []string{dir, sqlite.Path(dir), filepath.Join(dir, "lock")} {
				must(t, os.Chown(path, someUser, someUser))
			}
			must(t, test.prepare(dir))
			err := openAs(someUser, dir)
			want := test.name + " belongs to another user (uid 64002): chown it to the user that runs the server"
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want that %s", err, want)
			}
		})
	}
}

// openAs opens a folder with the rights of a user. Rights belong to a thread, which
// ends with the goroutine locked to it.
func openAs(uid int, dir string) error {
	failed := make(chan error)
	go func() {
		runtime.LockOSThread()
		if err := syscall.Setfsuid(uid); err != nil {
			failed <- err
			return
		}
		s, err := sqlite.Open(dir, sqlite.Options{})
		if err == nil {
			err = s.Close()
		}
		failed <- err
	}()
	return <-failed
}
