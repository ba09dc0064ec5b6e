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
	Doing       string           // what is done with them: "reading", "solving" or "checking"
	Done, Total uint64           // slots
	Now         uint64           // slots of the tiers in work
	Share       float64          // of the work on these, what is done at least
	Kept        uint64           // of those done, slots whose tables were there and only had to be read
	Elapsed     time.Duration
}

// reportEvery is how much time is at least between two reports within a task.
const reportEvery = time.Second

// solvingShare is about the share of the work on a group that is done when it is
// solved, if it is checked as well: comparing takes much longer.
const solvingShare = 0.1

// tracker follows the work on one group after the other. It is safe for
// concurrent use.
type tracker struct {
	report func(Progress) // may be nil
	began  time.Time

	mutex    sync.Mutex
	now      Progress
	sent     time.Time
	low, top float64 // the shares of the group's work between which the current stage is
	from, to float64 // the shares of the stage between which the next task is
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

// beginStage begins a stage, given what is done in it and its share of the work that is
// left on the group.
func (t *tracker) beginStage(doing string, beginStage float64) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.now.Doing, t.low, t.from, t.to = doing, t.now.Share, 0, 1
	t.top = t.low + beginStage*(1-t.low)
}

// task reports which shares of the stage the next task goes through.
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
