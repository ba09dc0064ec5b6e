// SPDX-License-Identifier: Apache-2.0

package solver

import (
	"sync"
	"time"

	"cairn/tablebase"
)

// Progress is how far a run has come.
type Progress struct {
	Tiers       []tablebase.Tier // in work, none at the end
	Doing       string           // "reading", "solving" or "checking"
	Done, Total uint64           // slots
	Now         uint64           // slots of the tiers in work
	Share       float64          // of the work on these tiers that is done, at least
	Kept        uint64           // slots of Done whose tables existed and were only read
	Elapsed     time.Duration
}

// reportEvery is the shortest time between two reports within a task.
const reportEvery = time.Second

// solvingShare is the share of solving in the time of a group that is also checked:
// checking takes much longer.
const solvingShare = 0.1

// tracker reports the progress of a run. Its methods may be called concurrently.
type tracker struct {
	report func(Progress) // may be nil
	began  time.Time

	mutex    sync.Mutex
	now      Progress
	sent     time.Time
	low, top float64 // the part of the group's work that is the current stage
	from, to float64 // the part of the stage that is the current task
}

// begin reports that work on a group begins, or the end of the run.
func (t *tracker) begin(now Progress) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.now, t.low, t.top = now, 0, 0 // until share sets them
	t.send()
}

func (t *tracker) send() {
	t.sent = time.Now()
	t.now.Elapsed = t.sent.Sub(t.began)
	if t.report != nil {
		t.report(t.now)
	}
}

// beginStage begins a stage, given its share of the remaining work on the group.
func (t *tracker) beginStage(doing string, share float64) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.now.Doing, t.low, t.from, t.to = doing, t.now.Share, 0, 1
	t.top = t.low + share*(1-t.low)
}

// task begins a task, given the part of the stage that it is.
func (t *tracker) task(from, to float64) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.from, t.to = from, to
	t.reach(from)
	t.send()
}

// reach notes the share of the stage that is done.
func (t *tracker) reach(share float64) {
	t.now.Share = max(t.now.Share, t.low+share*(t.top-t.low))
}

// step notes that n of all parts of the task are done.
func (t *tracker) step(n, all int) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.reach(t.from + (t.to-t.from)*float64(n)/float64(all))
	if time.Since(t.sent) >= reportEvery {
		t.send()
	}
}
