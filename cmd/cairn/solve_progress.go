// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"cairn/internal/study/maker"
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
	past   maker.Pace
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
	b.past.Add(p)
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
		100*maker.Reached(p)/float64(p.Total), p.Total)
	if rate := b.past.Rate(); rate > 0 {
		left := (float64(p.Total) - maker.Reached(p)) / rate
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
