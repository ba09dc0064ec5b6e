// SPDX-License-Identifier: Apache-2.0

//go:build unix

package move_test

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cairn/internal/move"
	"cairn/internal/store/pgtest"
)

// TestDump makes a backup of PostgreSQL and restores it as docs/nodes.md says, and
// compares all rows.
func TestDump(t *testing.T) {
	long(t)
	from, restored := pgtest.URL(t), pgtest.Empty(t)
	if _, err := move.Move(t.Context(), filled(t), from, nil); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "cairn.dump")
	run(t, "pg_dump", "--format", "custom", "--no-owner", "--file", file, from)
	run(t, "pg_restore", "--exit-on-error", "--single-transaction", "--no-owner", "--dbname", restored, file)
	before, after := t.TempDir(), t.TempDir()
	for database, dir := range map[string]string{from: before, restored: after} {
		if _, err := move.Move(t.Context(), database, dir, nil); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(dump(t, before), dump(t, after)); diff != "" {
		t.Errorf("before (-) and after (+):\n%s", diff)
	}
	usable(t, restored, after)
}

func run(t *testing.T, program string, args ...string) {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skipf("NOT CHECKED: %v; scripts/setup installs it", err)
	}
	if out, err := exec.CommandContext(t.Context(), path, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", program, err, out)
	}
}
