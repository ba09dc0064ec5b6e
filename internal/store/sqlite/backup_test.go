// SPDX-License-Identifier: Apache-2.0

package sqlite_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/internal/store/sqlite"
)

// TestBackup makes backups during writes, and restores each of them.
func TestBackup(t *testing.T) {
	s := open(t, t.TempDir(), sqlite.Options{})
	m := newShuttle(t, s, "m1")
	ctx, stop := context.WithCancel(t.Context())
	written := make(chan int, 1)
	go func() {
		done := 0
		for done < len(m.changes) && s.Append(ctx, m.changes[done]) == nil {
			done++
		}
		written <- done
	}()
	path := filepath.Join(t.TempDir(), "backup.db")
	seq := 0
	for range 3 {
		must(t, s.Backup(t.Context(), path)) // replaces the last backup
		info, err := os.Stat(path)
		must(t, err)
		if got, want := info.Mode().Perm(), os.FileMode(0o600); got != want {
			t.Errorf("mode of a backup: got %v, want %v", got, want)
		}
		restored := restore(t, path)
		got := replayed(t, restored, "m1").Seq()
		if got < seq {
			t.Errorf("backup: got seq %d, want at least that of the one before, %d", got, seq)
		}
		seq = got
	}
	stop()
	done := <-written
	must(t, s.Backup(t.Context(), path))
	if got, want := replayed(t, restore(t, path), "m1").Seq(), done+1; got != want {
		t.Errorf("backup of everything: got seq %d, want %d", got, want)
	}
	onlyFile(t, path)
}

// restore puts a backup into a new folder and opens it.
func restore(t *testing.T, backup string) *sqlite.Store {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	must(t, sqlite.Restore(t.Context(), dir, backup))
	s := open(t, dir, sqlite.Options{})
	must(t, s.Ping(t.Context()))
	return s
}

// onlyFile checks that a file is the only file in its folder.
func onlyFile(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	must(t, err)
	for _, e := range entries {
		if e.Name() != filepath.Base(path) {
			t.Errorf("left over: %s", e.Name())
		}
	}
}

func TestBackupFails(t *testing.T) {
	s := open(t, t.TempDir(), sqlite.Options{})
	path := filepath.Join(t.TempDir(), "backup.db")
	must(t, os.WriteFile(path, []byte("the last good one"), 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Backup(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled backup: got %v, want that", err)
	}
	if got, _ := os.ReadFile(path); string(got) != "the last good one" {
		t.Errorf("file after a backup that failed: got %q, want the one before", got)
	}
	onlyFile(t, path)
	if err := s.Backup(t.Context(), filepath.Join(path, "inside-a-file")); err == nil {
		t.Error("backup into a file: got no error, want one")
	}
	if err := s.Backup(t.Context(), t.TempDir()); err == nil {
		t.Error("backup onto a folder: got no error, want one")
	}
}

func TestRestoreRefuses(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, sqlite.Options{})
	must(t, s.Beat(t.Context(), noon))
	backup := filepath.Join(t.TempDir(), "backup.db")
	must(t, s.Backup(t.Context(), backup))
	if err := sqlite.Restore(t.Context(), dir, backup); err == nil || !strings.Contains(err.Error(), "another server") {
		t.Errorf("restore beside a server: got %v, want that another server is running", err)
	}
	must(t, s.Close())
	if err := sqlite.Restore(t.Context(), dir, backup); err == nil || !strings.Contains(err.Error(), "there already") {
		t.Errorf("restore over a database: got %v, want that it is there already", err)
	}
	log := filepath.Join(t.TempDir(), "cairn.db-wal") // a log left by a crash would be applied to the backup
	must(t, os.WriteFile(log, nil, 0o600))
	if err := sqlite.Restore(t.Context(), filepath.Dir(log), backup); err == nil || !strings.Contains(err.Error(), "-wal") {
		t.Errorf("restore beside an old log: got %v, want that it is there already", err)
	}
	empty := t.TempDir()
	if err := sqlite.Restore(t.Context(), empty, filepath.Join(empty, "missing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("restore of a missing file: got %v, want that it does not exist", err)
	}
	if _, err := os.Stat(sqlite.Path(empty)); err == nil {
		t.Error("a restore that failed has made a database")
	}
}
