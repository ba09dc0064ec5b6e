// SPDX-License-Identifier: Apache-2.0

package sqlite_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/internal/store/sqlite"
	"cairn/internal/store/storetest"
	"cairn/match"
)

// smallDisk mounts a disk of some kilobytes, which only root can.
func smallDisk(t *testing.T, kilobytes int) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("NOT CHECKED: a full disk is only made on Linux")
	}
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%dk", kilobytes)); err != nil {
		t.Skipf("NOT CHECKED: mounting a small disk: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, 0); err != nil {
			t.Errorf("unmount %s: %v", dir, err)
		}
	})
	return dir
}

// fillUp writes a file until the disk is nearly full.
func fillUp(t *testing.T, path string) {
	t.Helper()
	file, err := os.Create(path)
	must(t, err)
	defer file.Close()
	for err == nil {
		_, err = file.Write(make([]byte, 1024))
	}
	if !errors.Is(err, unix.ENOSPC) {
		t.Fatalf("fill the disk: %v", err)
	}
}

// shuttle is a match of any length.
type shuttle struct {
	id      string
	changes []room.Change
	done    int
}

func newShuttle(t *testing.T, s *sqlite.Store, id string) *shuttle {
	t.Helper()
	b, changes := storetest.Shuttle(t, id, 2000)
	must(t, s.CreateMatch(t.Context(), b.Created()))
	return &shuttle{id: id, changes: changes}
}

// untilRefused makes changes until the store refuses a change, and returns the error.
func (m *shuttle) untilRefused(t *testing.T, s *sqlite.Store) error {
	t.Helper()
	for m.done < len(m.changes) {
		if err := s.Append(t.Context(), m.changes[m.done]); err != nil {
			return err
		}
		m.done++
	}
	t.Fatalf("%d changes were stored, want a full disk before", m.done)
	return nil
}

// complete checks that exactly the acknowledged changes are stored.
func (m *shuttle) complete(t *testing.T, s *sqlite.Store) {
	t.Helper()
	info, err := s.FindMatch(t.Context(), m.id)
	must(t, err)
	events, err := s.FindEvents(t.Context(), m.id, 0)
	must(t, err)
	if want := m.done + 1; info.Seq != want || len(events) != want {
		t.Errorf("after %d acknowledged changes: got seq %d and %d events, want %d", m.done, info.Seq, len(events), want)
	}
}

func wantNoSpace(t *testing.T, what string, err error) {
	t.Helper()
	if !errors.Is(err, failure.ErrNoSpace) || failure.CodeOf(err) != failure.Unavailable {
		t.Errorf("%s: got error %v, want no space", what, err)
	}
}

// TestFullDisk fills a real disk, and frees it again.
func TestFullDisk(t *testing.T) {
	dir := smallDisk(t, 1024)
	s := open(t, filepath.Join(dir, "data"), sqlite.Options{})
	m := newShuttle(t, s, "m1")
	must(t, s.Append(t.Context(), m.changes[0]))
	m.done = 1
	fillUp(t, filepath.Join(dir, "filler"))
	wantNoSpace(t, "append", m.untilRefused(t, s))
	wantNoSpace(t, "ping", s.Ping(t.Context()))
	m.complete(t, s)
	must(t, os.Remove(filepath.Join(dir, "filler")))
	must(t, s.Ping(t.Context()))
	for range 5 {
		must(t, s.Append(t.Context(), m.changes[m.done]))
		m.done++
	}
	m.complete(t, s)
	must(t, s.Check(t.Context()))
}

// TestFullDatabase reaches the size limit with several concurrent writers: a
// refused change has changed nothing.
func TestFullDatabase(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, sqlite.Options{MaxBytes: 512 << 10})
	var matches []*shuttle
	for i := range 8 {
		matches = append(matches, newShuttle(t, s, fmt.Sprint("m", i)))
	}
	refused := make(chan error, len(matches))
	for _, m := range matches {
		go func() { refused <- m.untilRefused(t, s) }()
	}
	for range matches {
		wantNoSpace(t, "append", <-refused)
	}
	for _, m := range matches {
		m.complete(t, s)
	}
	must(t, s.Close())

	s = open(t, dir, sqlite.Options{})
	for _, m := range matches {
		must(t, s.Append(t.Context(), m.changes[m.done]))
		m.done++
		m.complete(t, s)
	}
	must(t, s.Check(t.Context()))
}

func TestReadOnly(t *testing.T) {
	dir := t.TempDir()
	server := open(t, dir, sqlite.Options{})
	m := newShuttle(t, server, "m1")
	s := open(t, dir, sqlite.Options{ReadOnly: true}) // beside the server
	wantNoSpace(t, "append", s.Append(t.Context(), m.changes[0]))
	wantNoSpace(t, "ping", s.Ping(t.Context()))
	must(t, server.Append(t.Context(), m.changes[0]))
	m.done = 1
	m.complete(t, s)
	must(t, s.Check(t.Context()))

	missing := filepath.Join(dir, "missing")
	if _, err := sqlite.Open(missing, sqlite.Options{ReadOnly: true}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("open a missing folder: got %v, want that it does not exist", err)
	}
	if _, err := os.Stat(missing); err == nil {
		t.Error("opening to read has made a folder")
	}
}

// TestFolder opens data folders with special characters in their names.
func TestFolder(t *testing.T) {
	for _, name := range []string{"plain", "a b?c#d%41&e=f", "Tsoro yematatu ü ♟", "deep/er"} {
		dir := filepath.Join(t.TempDir(), name)
		s := open(t, dir, sqlite.Options{})
		must(t, s.Beat(t.Context(), noon))
		info, err := os.Stat(dir)
		must(t, err)
		if got, want := info.Mode().Perm(), os.FileMode(0o700); got != want {
			t.Errorf("folder %q: got mode %v, want %v", name, got, want)
		}
		if _, err := os.Stat(sqlite.Path(dir)); err != nil {
			t.Errorf("database in %q: %v", name, err)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, nil, 0o600))
	if _, err := sqlite.Open(filepath.Join(file, "data"), sqlite.Options{}); err == nil {
		t.Error("open a folder inside a file: got no error, want one")
	}
}

func TestLock(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, sqlite.Options{})
	_, err := sqlite.Open(dir, sqlite.Options{})
	if err == nil || !strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), "another server is running") {
		t.Errorf("open a folder in use: got error %v, want one that names %s and another server", err, dir)
	}
	must(t, s.Close())
	open(t, dir, sqlite.Options{})
	if _, err := sqlite.Lock(filepath.Join(dir, "missing")); err == nil {
		t.Error("lock a missing folder: got no error, want one")
	}
}

// replayed checks that the stored events can be replayed.
func replayed(t *testing.T, s *sqlite.Store, id string) match.Match {
	t.Helper()
	events, err := s.FindEvents(t.Context(), id, 0)
	must(t, err)
	m, err := match.Fold(toy, events)
	must(t, err)
	return m
}
