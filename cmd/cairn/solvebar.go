// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"cairn/solver"
)

// solveBar tells on standard error how far a run of the solver has come: now and
// then a line, and one at the end.
type solveBar struct {
	out    io.Writer
	quit   chan struct{}
	ended  sync.WaitGroup
	mutex  sync.Mutex
	latest solver.Progress
	past   solvePace
}

// tellEvery is how often a run tells how far it has come, to somebody who watches
// and to a log.
var tellEvery = map[bool]time.Duration{true: 5 * time.Second, false: 30 * time.Second}

func newSolveBar(out io.Writer) *solveBar {
	b := &solveBar{out: out, quit: make(chan struct{})}
	b.ended.Go(func() {
		ticker := time.NewTicker(tellEvery[isTerminal(out)])
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				b.tell()
			case <-b.quit:
				return
			}
		}
	})
	return b
}

// report takes note of progress, as solver.Options has it.
func (b *solveBar) report(p solver.Progress) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.latest = p
	b.past.add(p)
}

// tell writes a line.
func (b *solveBar) tell() {
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

// stop ends the lines, with one on the whole run.
func (b *solveBar) stop() {
	close(b.quit)
	b.ended.Wait()
	if p := b.latest; p.Total > 0 && p.Done == p.Total {
		fmt.Fprintf(b.out, "%d slots in %s, %.1f million/s\n", p.Total, p.Elapsed.Round(time.Millisecond),
			float64(p.Total-p.Kept)/p.Elapsed.Seconds()/1e6)
	}
}
