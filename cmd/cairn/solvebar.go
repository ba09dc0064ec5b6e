// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"io"
	"sync"
	"time"

	"cairn/solver"
)

// solveBar tells on standard error how far a run of the solver has come: a line
// every few seconds, and one at the end.
type solveBar struct {
	out    io.Writer
	quit   chan struct{}
	ended  sync.WaitGroup
	mutex  sync.Mutex
	latest solver.Progress
	at     time.Time
}

// tellEvery is how often a run tells how far it has come.
const tellEvery = 5 * time.Second

func newSolveBar(out io.Writer) *solveBar {
	b := &solveBar{out: out, quit: make(chan struct{}), at: time.Now()}
	b.ended.Go(func() {
		ticker := time.NewTicker(tellEvery)
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
	b.latest, b.at = p, time.Now()
}

// tell writes a line.
func (b *solveBar) tell() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	p, since := b.latest, time.Since(b.at)
	if len(p.Tiers) == 0 {
		return
	}
	rate, left := estimate(p, since)
	fmt.Fprintf(b.out, "%s: tier %s, %d %% of %d positions, %.1f million/s, about %s left\n", (p.Elapsed + since).Round(time.Second),
		p.Tiers[0], 100*p.Done/p.Total, p.Total, rate/1e6, left.Round(time.Second))
}

// estimate returns the positions solved in a second and the time left. Tiers in
// work count as solved at the rate of those before, or as just about to end when
// they take longer.
func estimate(p solver.Progress, since time.Duration) (rate float64, left time.Duration) {
	solved, open := float64(p.Done-p.Kept), float64(p.Total-p.Done)
	rate = solved / max(p.Elapsed.Seconds(), 1e-3)
	if ending := (solved + float64(p.Now)) / (p.Elapsed + since).Seconds(); ending < rate || solved == 0 {
		return ending, time.Duration((open - float64(p.Now)) / ending * float64(time.Second))
	}
	return rate, time.Duration(open/rate*float64(time.Second)) - since
}

// stop ends the lines, with one on the whole run.
func (b *solveBar) stop() {
	close(b.quit)
	b.ended.Wait()
	if p := b.latest; p.Total > 0 && p.Done == p.Total {
		fmt.Fprintf(b.out, "%d positions in %s, %.1f million/s\n", p.Total, p.Elapsed.Round(time.Millisecond),
			float64(p.Total-p.Kept)/p.Elapsed.Seconds()/1e6)
	}
}
