// SPDX-License-Identifier: Apache-2.0

package sqlite_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/internal/store/sqlite"
	"cairn/internal/store/storetest"
)

var toy = game.Erase(tictactoe.Standard)

// crashFolder is set in the process to be killed.
const crashFolder = "CAIRN_TEST_CRASH_FOLDER"

// TestCrash kills a process during writes. All acknowledged changes are stored,
// the folder is unlocked, and the database is intact.
func TestCrash(t *testing.T) {
	if dir := os.Getenv(crashFolder); dir != "" {
		writeForever(t, dir)
	}
	dir := t.TempDir()
	for round := range 3 {
		acknowledged := killAfter(t, dir, 100)
		s := open(t, dir, sqlite.Options{})
		m := replayed(t, s, fmt.Sprint("m", round))
		if m.Seq() < acknowledged {
			t.Errorf("round %d: got events to seq %d, want at least the acknowledged %d", round, m.Seq(), acknowledged)
		}
		must(t, s.Check(t.Context()))
		must(t, s.Close())
	}
}

// writeForever appends to a new match and prints each seq once it is stored.
func writeForever(t *testing.T, dir string) {
	s := open(t, dir, sqlite.Options{})
	round := 0
	for ; replaces(t, s, round); round++ {
	}
	table, changes := storetest.Shuttle(t, fmt.Sprint("m", round), 5_000)
	must(t, s.CreateMatch(t.Context(), table.Created()))
	for _, c := range changes {
		must(t, s.Append(t.Context(), c))
		fmt.Println("seq", c.Info.Seq)
	}
}

func replaces(t *testing.T, s *sqlite.Store, round int) bool {
	_, err := s.FindMatch(t.Context(), fmt.Sprint("m", round))
	return err == nil
}

// killAfter runs writeForever in another process, kills it after some changes and
// returns the last seq it printed.
func killAfter(t *testing.T, dir string, changes int) int {
	t.Helper()
	process := exec.Command(os.Args[0], "-test.run=^TestCrash$")
	process.Env = append(os.Environ(), crashFolder+"="+dir)
	out, err := process.StdoutPipe()
	must(t, err)
	must(t, process.Start())
	seq, lines := 0, bufio.NewScanner(out)
	for n := 0; lines.Scan(); n++ {
		if n == changes {
			must(t, process.Process.Kill())
		}
		if _, err := fmt.Sscanf(lines.Text(), "seq %d", &seq); err != nil {
			t.Errorf("the process said %q", lines.Text())
		}
	}
	if err := process.Wait(); err == nil {
		t.Error("the process ended, want it killed")
	}
	return seq
}
