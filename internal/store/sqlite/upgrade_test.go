// SPDX-License-Identifier: Apache-2.0

package sqlite_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/internal/store/sqlite"
	"cairn/match"
)

// schema1 makes a database of the first schema, with data in it.
func schema1(t *testing.T, path string) {
	t.Helper()
	statements, err := os.ReadFile("testdata/schema1.sql")
	must(t, err)
	tamper(t, path, string(statements))
}

// TestUpgrade opens a folder of the first schema: all data is kept, and new columns
// have their default values.
func TestUpgrade(t *testing.T) {
	dir := t.TempDir()
	schema1(t, sqlite.Path(dir))
	for _, o := range []sqlite.Options{{ReadOnly: true}, {Shared: true}} {
		if _, err := sqlite.Open(dir, o); err == nil || !strings.Contains(err.Error(), "start the server on it once, after a backup") {
			t.Errorf("open %+v: got %v, want that the server must be started first", o, err)
		}
	}
	wantUpgraded(t, open(t, dir, sqlite.Options{}))
}

// TestUpgradeUploads upgrades a match that a guest has uploaded: it expires.
func TestUpgradeUploads(t *testing.T) {
	dir := t.TempDir()
	schema1(t, sqlite.Path(dir))
	tamper(t, sqlite.Path(dir), `INSERT INTO matches VALUES
('up', 'screen', 'toy', 'none', 'guest', 1, 'guest', 'guest', 'playing', 1, 0, 'white', 'playing', '', 1, NULL, ''),
('new', 'screen', 'toy', 'none', 'guest', 1, 'guest', 'guest', 'playing', 1, 0, 'white', 'playing', '', 1, NULL, '');
INSERT INTO events VALUES ('up', 1, '{"seq":1,"kind":"created","loaded":{"turns":[]}}'), ('new', 1, '{"seq":1,"kind":"created"}');`)
	s := open(t, dir, sqlite.Options{})
	must(t, s.DeleteUploads(t.Context(), time.UnixMilli(2)))
	for id, want := range map[string]failure.Code{"up": failure.NotFound, "new": ""} {
		_, err := s.FindMatch(t.Context(), id)
		if got := failure.CodeOf(err); err != nil && got != want || err == nil && want != "" {
			t.Errorf("match %s: got %v, want code %q", id, err, want)
		}
	}
}

// TestBackupOlder makes a backup of the first schema, which is not changed.
func TestBackupOlder(t *testing.T) {
	dir := t.TempDir()
	schema1(t, sqlite.Path(dir))
	path := filepath.Join(t.TempDir(), "backup.db")
	must(t, sqlite.Backup(t.Context(), dir, path))
	onlyFile(t, path)
	if _, err := sqlite.Open(dir, sqlite.Options{ReadOnly: true}); err == nil {
		t.Error("the schema is the current one after a backup, want the older one")
	}
	wantUpgraded(t, restore(t, path))
	if err := sqlite.Backup(t.Context(), t.TempDir(), path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("backup of an empty folder: got %v, want that it does not exist", err)
	}
}

func wantUpgraded(t *testing.T, s *sqlite.Store) {
	t.Helper()
	must(t, s.Check(t.Context()))
	ann, err := s.FindUserByLogin(t.Context(), "ann@example.org")
	must(t, err)
	if ann.Name != "Ann" || ann.Role != account.Player || ann.Banned || ann.TwoFactor.On() || ann.TwoFactor.Codes != nil {
		t.Errorf("user: got %+v, want Ann as she was", ann)
	}
	if sessions, err := s.FindSessions(t.Context(), ann.ID, ann.Created); err != nil || len(sessions) != 1 {
		t.Errorf("sessions: got %+v, %v, want one", sessions, err)
	}
	if scores, err := s.FindScores(t.Context(), ann.ID); err != nil || len(scores) != 1 || scores[0].Wins != 1 {
		t.Errorf("scores: got %+v, %v, want a win", scores, err)
	}
	running, err := s.FindMatches(t.Context(), room.Filter{User: ann.ID, Statuses: []match.Status{match.Playing}})
	if err != nil || len(running) != 1 || running[0].Rated || running[0].Deadline.IsZero() {
		t.Fatalf("live matches: got %+v, %v, want one that is not rated and has a clock", running, err)
	}
	if got := replayed(t, s, running[0].ID).Ply(); got != 2 {
		t.Errorf("live match: got ply %d, want 2", got)
	}
}

// TestRestoreOlder restores a backup of the first schema.
func TestRestoreOlder(t *testing.T) {
	backup := filepath.Join(t.TempDir(), "backup.db")
	schema1(t, backup)
	must(t, sqlite.Verify(t.Context(), backup))
	wantUpgraded(t, restore(t, backup))
}
