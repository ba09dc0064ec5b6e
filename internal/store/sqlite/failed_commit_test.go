// SPDX-License-Identifier: Apache-2.0

package sqlite_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cairn/internal/failure"
	"cairn/internal/store/sqlite"
	"cairn/internal/store/storetest"
)

// breakCommits makes as many commits fail as the returned counter says.
func breakCommits(t *testing.T, s *sqlite.Store) *atomic.Int64 {
	t.Helper()
	var left atomic.Int64
	must(t, s.BreakCommits(func() bool { return left.Add(-1) >= 0 }))
	return &left
}

// TestCommitFails has a commit fail once: the caller gets the error after the overwriting
// commit, and later changes succeed.
func TestCommitFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, t.TempDir(), sqlite.Options{})
		m := newShuttle(t, s, "m1")
		left := breakCommits(t, s)
		left.Store(3) // and two attempts to overwrite it
		began := time.Now()
		if err := s.Append(t.Context(), m.changes[0]); err == nil || errors.Is(err, failure.ErrUnknown) {
			t.Errorf("got %v, want a refusal that is sure", err)
		}
		if left.Load() >= 0 || time.Since(began) == 0 {
			t.Error("the answer came before the disk was settled")
		}
		m.complete(t, s)
		must(t, s.Append(t.Context(), m.changes[0]))
		m.done++
		m.complete(t, s)
	})
}

// TestCommitUnknown has all commits fail for a while: the change becomes an unknown
// commit, other changes are refused at once, and reads succeed; later changes succeed.
func TestCommitUnknown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, t.TempDir(), sqlite.Options{})
		m := newShuttle(t, s, "m1")
		left := breakCommits(t, s)
		left.Store(1 << 40)
		answer := make(chan error, 1)
		began := time.Now()
		go func() { answer <- s.Append(t.Context(), m.changes[0]) }()
		synctest.Wait()
		wantNoSpace(t, "another change meanwhile", s.Ping(t.Context()))
		if len(answer) > 0 || time.Since(began) > 0 {
			t.Error("the other change waited")
		}
		m.complete(t, s)
		if err := <-answer; !errors.Is(err, failure.ErrUnknown) || failure.CodeOf(err) != failure.Unknown {
			t.Errorf("got %v, want unknown", err)
		}
		wantNoSpace(t, "another change later", s.Ping(t.Context()))
		left.Store(0)
		for s.Ping(t.Context()) != nil {
			time.Sleep(time.Millisecond) // of the bubble's clock
		}
		m.complete(t, s)
		must(t, s.Append(t.Context(), m.changes[0]))
		m.done++
		m.complete(t, s)
	})
}

// TestCloseUnsettled closes a store whose disk does not recover.
func TestCloseUnsettled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, t.TempDir(), sqlite.Options{})
		breakCommits(t, s).Store(1 << 40)
		if err := s.Ping(t.Context()); !errors.Is(err, failure.ErrUnknown) {
			t.Errorf("got %v, want unknown", err)
		}
		must(t, s.Close())
	})
}

// syncFolder is set in the process whose syncs fail.
const syncFolder = "CAIRN_TEST_SYNC_FOLDER"

// TestSyncFails makes fsync fail in another process, kills the process once a change has
// returned, and reads the store: a refused change must not be stored, a change with an
// unknown commit may be.
func TestSyncFails(t *testing.T) {
	if dir := os.Getenv(syncFolder); dir != "" {
		writeOnRequest(t, dir)
	}
	for _, test := range []struct {
		which  storetest.Syncs
		want   string
		rounds int
	}{
		{storetest.FirstSyncs, "refused", 8},
		{storetest.AllSyncs, "unknown", 1},
	} {
		t.Run(test.want, func(t *testing.T) {
			found := 0
			for range test.rounds {
				dir := t.TempDir()
				if got := writeUnderFault(t, dir, test.which); got != test.want {
					t.Errorf("answer: got %q, want %q", got, test.want)
				}
				s := open(t, dir, sqlite.Options{})
				if replayed(t, s, "m1").Seq() > 1 {
					found++
				}
				must(t, s.Check(t.Context()))
				must(t, s.Close())
			}
			if found > 0 && test.want == "refused" {
				t.Errorf("%d of %d refused changes are there after a crash", found, test.rounds)
			}
		})
	}
}

// writeOnRequest makes a match, and a change to it once it reads a line. It prints the
// result and waits to be killed.
func writeOnRequest(t *testing.T, dir string) {
	s := open(t, dir, sqlite.Options{})
	table, changes := storetest.Shuttle(t, "m1", 10)
	must(t, s.CreateMatch(t.Context(), table.Created()))
	fmt.Println("ready")
	in := bufio.NewReader(os.Stdin)
	_, _ = in.ReadString('\n')
	switch err := s.Append(t.Context(), changes[0]); {
	case err == nil:
		fmt.Println("made")
	case errors.Is(err, failure.ErrUnknown):
		fmt.Println("unknown")
	case errors.Is(err, failure.ErrNoSpace):
		fmt.Println("refused")
	default:
		fmt.Println(err)
	}
	_, _ = in.ReadString('\n') // until killed
	os.Exit(0)
}

// writeUnderFault runs writeOnRequest in another process, lets its syncs fail before
// the change, kills the process when it answers, and returns the answer.
func writeUnderFault(t *testing.T, dir string, which storetest.Syncs) string {
	t.Helper()
	process := exec.Command(os.Args[0], "-test.run=^TestSyncFails$")
	process.Env = append(os.Environ(), syncFolder+"="+dir)
	in, err := process.StdinPipe()
	must(t, err)
	out, err := process.StdoutPipe()
	must(t, err)
	must(t, process.Start())
	defer func() {
		_ = process.Process.Kill()
		_ = process.Wait() // it was killed
	}()
	lines := bufio.NewScanner(out)
	if !lines.Scan() || lines.Text() != "ready" {
		t.Fatalf("the process said %q", lines.Text())
	}
	defer storetest.BreakSyncs(t, process.Process.Pid, which)()
	_, err = io.WriteString(in, "go\n")
	must(t, err)
	lines.Scan()
	return lines.Text()
}
