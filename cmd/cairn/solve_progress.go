// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"io"
	"math"
	"sync"
	"time"

	"cairn/solver"
)

// solveProgress prints the progress of the solver: a line now and then, and one at
// the end.
type solveProgress struct {
	out    io.Writer
	quit   chan struct{}
	ended  sync.WaitGroup
	mutex  sync.Mutex
	latest solver.Progress
	past   solvePace
}

// printEvery is the time between two lines, in a terminal or not.
var printEvery = map[bool]time.Duration{true: 5 * time.Second, false: 30 * time.Second}

func newSolveProgress(out io.Writer) *solveProgress {
	b := &solveProgress{out: out, quit: make(chan struct{})}
	b.ended.Go(func() {
		ticker := time.NewTicker(printEvery[isTerminal(out)])
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				b.print()
			case <-b.quit:
				return
			}
		}
	})
	return b
}

// report records progress; it is solver.Options.Report.
func (b *solveProgress) report(p solver.Progress) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.latest = p
	b.past.add(p)
}

// print writes a line.
func (b *solveProgress) print() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	p := b.latest
	if len(p.Tiers) == 0 {
		return
	}
	fmt.Fprintf(b.out, "%s: %s tier %s, %.1f %% of %d slots", p.Elapsed.Round(time.Second), p.Doing, p.Tiers[0],
		100*reached(p)/float64(p.Total), p.Total)
	if rate := b.past.rate(); rate > 0 {
		left := (float64(p.Total) - reached(p)) / rate
		fmt.Fprintf(b.out, ", %.1f million/s, about %s left", rate/1e6, (time.Duration(left) * time.Second).Round(time.Second))
	}
	fmt.Fprintln(b.out)
}

// stop ends the lines with one on the whole run.
func (b *solveProgress) stop() {
	close(b.quit)
	b.ended.Wait()
	if p := b.latest; p.Total > 0 && p.Done == p.Total {
		fmt.Fprintf(b.out, "%d slots in %s, %.1f million/s\n", p.Total, p.Elapsed.Round(time.Millisecond),
			float64(p.Total-p.Kept)/p.Elapsed.Seconds()/1e6)
	}
}

// recent is the time over which the pace is measured. Tiers differ: one is solved in
// seconds, the next takes minutes for as many positions.
const recent = 5 * time.Minute

// solvePace is the pace of a run in the recent past. Tables that were kept do not
// count, nor does the time of reading them.
type solvePace struct{ marks []mark }

// mark is the work done by a time.
type mark struct {
	at     time.Duration
	solved float64
	kept   uint64
}

// reached returns the number of positions done, with a share of the current tiers.
func reached(p solver.Progress) float64 { return float64(p.Done) + p.Share*float64(p.Now) }

func (s *solvePace) add(p solver.Progress) {
	next := mark{p.Elapsed, reached(p) - float64(p.Kept), p.Kept}
	if n := len(s.marks); n > 0 && s.marks[n-1].kept != p.Kept {
		s.marks = s.marks[:0]
	}
	s.marks = append(s.marks, next)
	for len(s.marks) > 2 && next.at-s.marks[1].at >= recent {
		s.marks = s.marks[1:]
	}
}

// rate returns the positions solved per second, 0 if that is not known yet: the
// slowest rate over at least half of the recent past, since slow tiers come last.
func (s *solvePace) rate() float64 {
	n := len(s.marks)
	if n == 0 || s.marks[0].at == s.marks[n-1].at {
		return 0
	}
	last, slowest := s.marks[n-1], math.Inf(1)
	for _, m := range s.marks {
		if 2*(last.at-m.at) < last.at-s.marks[0].at {
			break
		}
		slowest = min(slowest, (last.solved-m.solved)/(last.at-m.at).Seconds())
	}
	return slowest
}
