// SPDX-License-Identifier: Apache-2.0

//go:build linux

package powerloss_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/internal/failure"
	"cairn/internal/store/sqlite"
	"cairn/lab/powerloss"
	"cairn/match"
)

var toy = game.Erase(tictactoe.Standard)

var long = flag.Bool("long-powerloss", false, "cut the power thousands of times")

const (
	matches      = 24             // each has a writer
	data         = "srv/cairn"    // the data folder; the store creates both
	acknowledged = "acknowledged" // a file with a line for each stored move, in the same journal
)

// TestSQLite cuts the power while matches are played, also while the store recovers
// from the last cut. No acknowledged move is lost.
func TestSQLite(t *testing.T) {
	writeIfAsked(t)
	runs, cuts, moves := 2, 50, 25
	switch {
	case *long:
		runs, cuts, moves = 10, 250, 40
	case testing.Short():
		cuts = 10
	}
	var disk powerloss.Image
	total, moved, missing := 0, 0, 0
	for run := range runs {
		r := play(t, disk, moves*(run+1), "")
		random := rand.New(rand.NewPCG(uint64(run), 1))
		for _, at := range moments(r, random, cuts) {
			r.Forward(at)
			seed := random.Uint64()
			acks, lost := check(t, r, powerloss.Random(seed))
			if lost > 0 {
				t.Errorf("run %d, cut after %d changes, seed %d: %d acknowledged moves are lost", run, at, seed, lost)
			}
			total, moved, missing = total+1, max(moved, acks), missing+lost
		}
		disk = next(r, powerloss.Random(random.Uint64()))
	}
	t.Logf("%d cuts, %d acknowledged moves, %d lost", total, moved, missing)
}

// TestSQLiteControl does not sync every commit: the same checks must find lost
// moves.
func TestSQLiteControl(t *testing.T) {
	writeIfAsked(t)
	r := play(t, nil, 10, "NORMAL")
	total := 0
	for n := range 10 {
		r.Forward(r.Len() * (n + 1) / 10)
		_, lost := check(t, r, powerloss.Dropped())
		total += lost
	}
	if total == 0 {
		t.Error("synchronous=NORMAL lost nothing: these tests see no loss")
	}
	t.Logf("control: 10 cuts with synchronous=NORMAL, %d acknowledged moves lost", total)
}

// play runs a process that plays matches up to a number of moves on a disk, and
// returns the disk before that.
func play(t *testing.T, content powerloss.Image, moves int, sync string) *powerloss.Replay {
	t.Helper()
	if !powerloss.Available() {
		t.Skip("NOT TESTED: power loss needs /dev/fuse and root")
	}
	dir := t.TempDir()
	disk, err := powerloss.Mount(dir, content)
	must(t, err)
	writeOn(t, dir, moves, synchronous+"="+sync)
	must(t, disk.Unmount())
	return disk.Replay()
}

// writeOn runs the process that plays matches on a disk, with a setting.
func writeOn(t *testing.T, dir string, moves int, setting string) {
	t.Helper()
	process := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
	process.Env = append(os.Environ(), fmt.Sprintf("%s=%d %s", workFolder, moves, dir), setting)
	if out, err := process.CombinedOutput(); err != nil {
		t.Errorf("the writing process: %v\n%s", err, out)
	}
}

// moments returns cuts in order: half of them anywhere, half just after a move was
// acknowledged.
func moments(r *powerloss.Replay, random *rand.Rand, n int) []int {
	acks := r.Writes(acknowledged)
	var cuts []int
	for range n / 2 {
		cuts = append(cuts, random.IntN(r.Len()+1), acks[random.IntN(len(acks))])
	}
	slices.Sort(cuts)
	return cuts
}

// next returns the disk for the next process: an image after a cut, with the list of
// the moves acknowledged until then.
func next(r *powerloss.Replay, l powerloss.Loss) powerloss.Image {
	image := r.Image(l)
	list := r.Image(powerloss.Kept())[acknowledged]
	image[acknowledged] = list[:bytes.LastIndexByte(list, '\n')+1]
	return image
}

// check starts the store on a disk after a cut and compares it with the moves that
// were acknowledged before. It returns their number and how many are lost.
func check(t *testing.T, r *powerloss.Replay, l powerloss.Loss) (acks, lost int) {
	t.Helper()
	dir := memory(t)
	defer func() { must(t, os.RemoveAll(dir)) }()
	must(t, r.Image(l).Write(dir))
	s, err := sqlite.Open(filepath.Join(dir, data), sqlite.Options{})
	must(t, err)
	defer func() { must(t, s.Close()) }()
	must(t, s.Check(t.Context()))
	return compare(t, r, s)
}

// compare compares a store with the moves that were acknowledged. It returns their
// number and how many are lost.
func compare(t *testing.T, r *powerloss.Replay, s matchStore) (acks, lost int) {
	t.Helper()
	for id, seq := range lastSeqs(t, r) {
		acks += seq
		got := seqOf(t, s, id)
		lost += max(0, seq-got)
		if got > seq+1 {
			t.Errorf("match %s: got seq %d, want at most the one after the acknowledged %d", id, got, seq)
		}
	}
	return acks, lost
}

// memory creates a folder, in memory where there is such a place: the syncs of a check
// need no disk.
func memory(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "powerloss")
	if err != nil {
		dir, err = os.MkdirTemp("", "powerloss")
	}
	must(t, err)
	return dir
}

// lastSeqs returns the last acknowledged seq of each match.
func lastSeqs(t *testing.T, r *powerloss.Replay) map[string]int {
	t.Helper()
	seqs := map[string]int{}
	for line := range strings.Lines(string(r.Image(powerloss.Kept())[acknowledged])) {
		if !strings.HasSuffix(line, "\n") {
			break // the cut came between two pages of the file
		}
		var id string
		var seq int
		if _, err := fmt.Sscan(line, &id, &seq); err != nil {
			t.Fatalf("acknowledged %q: %v", line, err)
		}
		seqs[id] = seq
	}
	return seqs
}

// seqOf replays a match from its events, which have no gap, and returns its seq, 0
// for no match.
func seqOf(t *testing.T, s matchStore, id string) int {
	t.Helper()
	info, err := s.FindMatch(t.Context(), id)
	if errors.Is(err, failure.ErrNotFound) {
		return 0
	}
	must(t, err)
	events, err := s.FindEvents(t.Context(), id, 0)
	must(t, err)
	m, err := match.Fold(toy, events)
	must(t, err)
	if m.Seq() != info.Seq || len(events) != info.Seq {
		t.Errorf("match %s: got %d events to seq %d, want those of the match, %d", id, len(events), m.Seq(), info.Seq)
	}
	return info.Seq
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
