// SPDX-License-Identifier: Apache-2.0

package analyst

import (
	"runtime"
	"runtime/metrics"
	"sync"
	"time"
)

const (
	// measureEvery is how often the load is measured.
	measureEvery = 100 * time.Millisecond
	// The rest of the program is busy if it takes more than this part of all processors,
	// and for some time after.
	busyShare = 0.1
	busyTime  = time.Second
)

// load measures how busy the program is apart from searches. The number of runnable
// goroutines at one moment is not enough: the goroutines of a hundred live games mostly
// wait for the disk, and a search that only checks it costs a quarter of their moves.
type load struct {
	process func() time.Duration // processor time of the program

	mu       sync.Mutex
	searched time.Duration // processor time of searches
	at       time.Time     // last measurement
	others   time.Duration // processor time of the rest of the program at that moment
	until    time.Time     // end of the busy time
}

// add adds the processor time of a search.
func (l *load) add(used time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.searched += used
}

// hasOtherWork reports whether the program is busy or has runnable goroutines.
func (l *load) hasOtherWork() bool { return l.busy() || runnable() }

// busy reports whether the program took much processor time lately, without searches.
func (l *load) busy() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if passed := now.Sub(l.at); passed >= measureEvery {
		others := l.process() - l.searched
		if float64(others-l.others) > busyShare*float64(passed)*float64(runtime.GOMAXPROCS(0)) {
			l.until = now.Add(busyTime)
		}
		l.at, l.others = now, others
	}
	return now.Before(l.until)
}

// runnable reports whether goroutines wait for a processor.
func runnable() bool {
	sample := [1]metrics.Sample{{Name: "/sched/goroutines/runnable:goroutines"}}
	metrics.Read(sample[:])
	return sample[0].Value.Kind() == metrics.KindUint64 && sample[0].Value.Uint64() > 0
}
