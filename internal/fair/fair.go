// SPDX-License-Identifier: Apache-2.0

// Package fair is a fair queue for expensive work, such as searches, password hashes,
// uploads and exports: least recently served first, by network, then address, then
// person. The tenth job of a person waits for the first jobs of all others.
package fair

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"cairn/internal/failure"
)

// Client is the origin of a job. All fields may be empty.
type Client struct {
	Person  string // id of a user
	Address string // network address, as limits count it
	Network string // many addresses, as limits count them; the address itself if empty
}

// keys returns the keys by which turns are counted, the most important first.
func (c Client) keys() [3]string {
	return [3]string{"network " + cmp.Or(c.Network, c.Address), "address " + c.Address, "person " + c.Address + " " + c.Person}
}

type clientKey struct{}

// With returns a context that carries a client.
func With(ctx context.Context, c Client) context.Context {
	return context.WithValue(ctx, clientKey{}, c)
}

// Of returns the client of a context, zero if there is none.
func Of(ctx context.Context) Client {
	c, _ := ctx.Value(clientKey{}).(Client)
	return c
}

// Limit bounds a Queue. A zero bound means no bound.
type Limit struct {
	Running          int // concurrent jobs
	RunningOfAddress int // concurrent jobs of one address
	Waiting          int // queued jobs
	OfAddress        int // running and queued jobs of one known address
}

// ErrBusy is returned when the queue is full.
var ErrBusy = failure.New(failure.Limited, "busy")

// headStart is how many turns ago a new client counts as served. It overtakes clients
// served since, but not clients that have waited longer: a stream of new clients starves
// nobody.
const headStart = 256

// Queue lets a few clients work concurrently; the others wait for their turn.
type Queue struct {
	limit Limit

	mu      sync.Mutex
	running int
	of      map[string]load // by address
	waiting []*waiter       // in order of arrival
	turns   int             // number of turns so far
	last    map[string]int  // key of a client → its last turn; complete for the last headStart turns
}

// load is the work of an address.
type load struct{ running, all int }

// waiter is a client that waits for its turn.
type waiter struct {
	client  Client
	keys    [3]string
	since   int           // Queue.turns at its arrival
	done    chan struct{} // closed at the end of the wait
	dropped bool          // evicted without a turn
}

// New returns a queue.
func New(l Limit) *Queue { return &Queue{limit: l, of: map[string]load{}, last: map[string]int{}} }

// Acquire waits for the turn of a client; release must be called after the work. It
// returns ErrBusy when the queue is full, and the error of the context when it ends first.
// A full queue evicts a waiter of a client with more waiters.
func (q *Queue) Acquire(ctx context.Context, c Client) (release func(), err error) {
	q.mu.Lock()
	if q.limit.OfAddress > 0 && c.Address != "" && q.of[c.Address].all >= q.limit.OfAddress {
		q.mu.Unlock()
		return nil, ErrBusy
	}
	w := &waiter{client: c, keys: c.keys(), since: q.turns, done: make(chan struct{})}
	if q.free() && q.mayRun(c.Address) {
		q.run(w, 1)
		q.mu.Unlock()
		return q.releaser(c), nil
	}
	if q.limit.Waiting > 0 && len(q.waiting) >= q.limit.Waiting && !q.makeRoom(w) {
		q.mu.Unlock()
		return nil, ErrBusy
	}
	q.waiting = append(q.waiting, w)
	q.count(c, 0, 1)
	q.mu.Unlock()
	select {
	case <-w.done:
	case <-ctx.Done():
		q.mu.Lock()
		defer q.mu.Unlock()
		select {
		case <-w.done: // at the same moment
			if !w.dropped {
				q.count(c, -1, -1)
				q.next()
			}
		default:
			q.leave(w, false)
		}
		return nil, ctx.Err()
	}
	if w.dropped {
		return nil, ErrBusy
	}
	return q.releaser(c), nil
}

// Waiting returns the number of waiters.
func (q *Queue) Waiting() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting)
}

// OfAddress returns the number of running and queued jobs of an address.
func (q *Queue) OfAddress(address string) int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.of[address].all
}

func (q *Queue) releaser(c Client) func() {
	return sync.OnceFunc(func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.count(c, -1, -1)
		q.next()
	})
}

// free reports whether another job may run.
func (q *Queue) free() bool { return q.limit.Running == 0 || q.running < q.limit.Running }

// mayRun reports whether an address may run another job.
func (q *Queue) mayRun(address string) bool {
	return q.limit.RunningOfAddress == 0 || q.of[address].running < q.limit.RunningOfAddress
}

// next gives turns to waiters.
func (q *Queue) next() {
	for q.free() {
		var best *waiter
		for _, w := range q.waiting {
			if q.mayRun(w.client.Address) && (best == nil || q.before(w, best)) {
				best = w
			}
		}
		if best == nil {
			return
		}
		q.waiting = slices.DeleteFunc(q.waiting, func(w *waiter) bool { return w == best })
		q.run(best, 0)
		close(best.done)
	}
}

// before reports whether waiter a overtakes waiter b, which came earlier.
func (q *Queue) before(a, b *waiter) bool {
	for i := range a.keys {
		if d := cmp.Compare(q.lastTurn(a, i), q.lastTurn(b, i)); d != 0 {
			return d < 0
		}
	}
	return false
}

func (q *Queue) lastTurn(w *waiter, key int) int {
	return max(q.last[w.keys[key]], w.since-headStart)
}

// run gives a waiter its turn; all is 1 if it was not queued.
func (q *Queue) run(w *waiter, all int) {
	q.count(w.client, 1, all)
	q.turns++
	for _, key := range w.keys {
		q.last[key] = q.turns
	}
	if len(q.last) > 8*headStart {
		for key, turn := range q.last {
			if turn < q.turns-headStart {
				delete(q.last, key)
			}
		}
	}
}

// makeRoom evicts a waiter of the network, and in it the address, with the most waiters,
// if it has more than the new waiter's would have.
func (q *Queue) makeRoom(w *waiter) bool {
	waiting := map[string]int{}
	for _, other := range q.waiting {
		waiting[other.keys[0]]++
		waiting[other.keys[1]]++
	}
	most := q.waiting[0]
	for _, other := range q.waiting {
		d := cmp.Or(cmp.Compare(waiting[other.keys[0]], waiting[most.keys[0]]), cmp.Compare(waiting[other.keys[1]], waiting[most.keys[1]]))
		if d >= 0 { // the last of equals
			most = other
		}
	}
	more := func(key int) bool { return waiting[most.keys[key]] > waiting[w.keys[key]]+1 }
	if !more(0) && (most.keys[0] != w.keys[0] || !more(1)) {
		return false
	}
	q.leave(most, true)
	return true
}

// leave removes a waiter without a turn.
func (q *Queue) leave(w *waiter, dropped bool) {
	q.waiting = slices.DeleteFunc(q.waiting, func(other *waiter) bool { return w == other })
	q.count(w.client, 0, -1)
	w.dropped = dropped
	close(w.done)
}

// count adds to the numbers of a client's address.
func (q *Queue) count(c Client, running, all int) {
	q.running += running
	l := q.of[c.Address]
	l.running += running
	l.all += all
	if q.of[c.Address] = l; l == (load{}) {
		delete(q.of, c.Address)
	}
}
