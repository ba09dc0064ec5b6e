// SPDX-License-Identifier: Apache-2.0

package cluster

import (
	"sync"
	"time"

	"cairn/internal/failure"
)

// Tick is how often a server writes a heartbeat and checks clocks: a crash costs a player
// no more than that.
const Tick = 500 * time.Millisecond

// MaxGap is the longest time between two heartbeats that is charged to players. It is
// two ticks: one late heartbeat is no outage, a missing one is. No outage of a second
// or more is charged.
const MaxGap = 2 * Tick

// ErrStopping is returned for commands while the server stops.
var ErrStopping = failure.New(failure.Unavailable, "stopping")

// Outage knows when the server could take moves. A heartbeat succeeds when the process
// runs and the store has written it to the disk. Players are charged only for time
// between two heartbeats that are close together, whatever was the cause of a gap: a
// crash, a full disk, or a process or machine that was suspended.
//
// If several nodes share the store, it is the last heartbeat of any of them.
type Outage struct {
	mu     sync.Mutex
	last   time.Time // the last heartbeat; zero in a service that writes none
	read   time.Time // when the last heartbeat was read from a shared store
	since  time.Time // the first heartbeat after the last outage
	failed int       // writes since the last heartbeat that failed
	frozen bool      // the server stops
}

func newOutage(now time.Time) *Outage { return &Outage{since: Wall(now)} }

// Wall returns a time without its monotonic part, which stands still while the
// machine is suspended. Matches count by the wall clock too.
func Wall(t time.Time) time.Time { return t.Round(0) }

// Ongoing returns the last heartbeat, and whether players are not charged for the time
// since then.
func (o *Outage) Ongoing(now time.Time) (last time.Time, is bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.last, !o.last.IsZero() && (o.failed > 0 || Wall(now).Sub(o.last) > MaxGap)
}

// start sets the last heartbeat before a start of the server.
func (o *Outage) start(last time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.last, o.failed = last, 1
}

// Started reports whether the server has read the last heartbeat.
func (o *Outage) Started() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return !o.last.IsZero()
}

// failures returns how many writes have failed since the last heartbeat.
func (o *Outage) failures() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.failed
}

// end notes a heartbeat, unless more writes have failed than when it began.
func (o *Outage) end(now time.Time, failures int) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failed != failures {
		return false
	}
	if now = Wall(now); o.failed > 0 || now.Sub(o.last) > MaxGap {
		o.since = now
	}
	o.last, o.failed = now, 0
	return true
}

// unsure reports whether a node must ask a shared store for the last heartbeat before it
// decides anything: it wrote none, or could not, for a while.
func (o *Outage) unsure(now time.Time) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.failed > 0 || Wall(now).Sub(o.last) > MaxGap && Wall(now).Sub(o.read).Abs() > MaxGap
}

// learn sets the last heartbeat of all nodes as of now. If this node has not known of it,
// the node itself was down.
func (o *Outage) learn(last, now time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now = Wall(now)
	if now.Sub(o.last) > MaxGap {
		o.since = now
	}
	if last.After(o.last) {
		o.last = last
	}
	o.read, o.failed = now, 0
}

// Note counts the error of a write by which nothing could be saved: the server has not
// taken moves since the last heartbeat.
func (o *Outage) Note(err error) {
	if !Unsaved(err) {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.failed++
}

// Up returns since when the server has been up without an outage.
func (o *Outage) Up() time.Time {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.since
}

// Freeze lets no more commands through. It reports whether the service has heartbeats: a
// service that never began does not know until when clocks ran.
func (o *Outage) Freeze() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.frozen = true
	return !o.last.IsZero()
}

// Stopping returns ErrStopping while the server stops.
func (o *Outage) Stopping() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.frozen {
		return ErrStopping
	}
	return nil
}

// Unsaved reports whether an error says that nothing could be saved, or that the outcome
// is unknown.
func Unsaved(err error) bool {
	code := failure.CodeOf(err)
	return code == failure.Unavailable || code == failure.Unknown
}
