// SPDX-License-Identifier: Apache-2.0

// Package fair bounds expensive work, such as searches, password hashes, uploads
// and exports, and shares it fairly: of those who wait, every address has its turn,
// and at an address every person. Someone's tenth job waits for the first job of
// everyone else.
package fair

import (
	"context"
	"slices"
	"sync"

	"cairn/internal/failure"
)

// Client is who asks for work. Both fields may be empty.
type Client struct {
	Person  string // id of a user
	Address string // network address, as limits count it
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
	Running          int // at the same time, of all clients
	RunningOfAddress int // at the same time, of one address
	Waiting          int // for their turn, of all clients
	OfAddress        int // running and waiting, of one address
}

// ErrBusy is returned when too many wait already.
var ErrBusy = failure.New(failure.Limited, "busy")

// Queue lets a few clients work at the same time; the others wait for their turn.
type Queue struct {
	limit Limit

	mu      sync.Mutex
	running int
	waiting int
	of      map[string]load // by address
	lines   ring            // of addresses; each has a ring of persons
}

// load is the work of an address.
type load struct{ running, all int }

// New returns a queue.
func New(l Limit) *Queue { return &Queue{limit: l, of: map[string]load{}} }

// Acquire waits for the client's turn; release must be called after the work. It
// returns ErrBusy at once when too many wait, and the error of the context when it
// ends first.
func (q *Queue) Acquire(ctx context.Context, c Client) (release func(), err error) {
	q.mu.Lock()
	switch {
	case q.limit.OfAddress > 0 && q.of[c.Address].all >= q.limit.OfAddress:
		q.mu.Unlock()
		return nil, ErrBusy
	case (q.limit.Running == 0 || q.running < q.limit.Running) && q.mayRun(c.Address):
		q.count(c, 1, 1)
		q.mu.Unlock()
		return q.releaser(c), nil
	case q.limit.Waiting > 0 && q.waiting >= q.limit.Waiting:
		q.mu.Unlock()
		return nil, ErrBusy
	}
	w := &waiter{client: c, turn: make(chan struct{})}
	q.lines.add(c, w)
	q.waiting++
	q.count(c, 0, 1)
	q.mu.Unlock()
	select {
	case <-w.turn:
		return q.releaser(c), nil
	case <-ctx.Done():
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	select {
	case <-w.turn: // at the same moment
		q.count(c, -1, -1)
		q.next()
	default:
		w.gone = true
		q.waiting--
		q.count(c, 0, -1)
	}
	return nil, ctx.Err()
}

// Waiting returns how many wait for their turn.
func (q *Queue) Waiting() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.waiting
}

// OfAddress returns how many of an address run or wait.
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

// mayRun reports whether an address may run one more.
func (q *Queue) mayRun(address string) bool {
	return q.limit.RunningOfAddress == 0 || q.of[address].running < q.limit.RunningOfAddress
}

// next gives the turn to the next waiter.
func (q *Queue) next() {
	for q.limit.Running == 0 || q.running < q.limit.Running {
		w := q.lines.take(q.mayRun)
		if w == nil {
			return
		}
		if w.gone {
			continue
		}
		q.waiting--
		q.count(w.client, 1, 0)
		close(w.turn)
	}
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

type waiter struct {
	client Client
	turn   chan struct{}
	gone   bool // no longer waits
}

// ring holds lines that are served in turn.
type ring struct {
	lines []*line
	by    map[string]*line
}

// line holds the waiters of a person, or the persons of an address.
type line struct {
	key     string
	persons ring
	waiters []*waiter
}

func (r *ring) at(key string) *line {
	if l := r.by[key]; l != nil {
		return l
	}
	if r.by == nil {
		r.by = map[string]*line{}
	}
	l := &line{key: key}
	r.by[key] = l
	r.lines = append(r.lines, l)
	return l
}

func (r *ring) add(c Client, w *waiter) {
	l := r.at(c.Address).persons.at(c.Person)
	l.waiters = append(l.waiters, w)
}

// take removes and returns the next waiter of a line that may be served, nil if
// there is none. The line it was in goes to the end.
func (r *ring) take(served func(key string) bool) *waiter {
	i := slices.IndexFunc(r.lines, func(l *line) bool { return served(l.key) })
	if i < 0 {
		return nil
	}
	l := r.lines[i]
	r.lines = slices.Delete(r.lines, i, i+1)
	w := l.persons.take(func(string) bool { return true })
	if w == nil {
		w, l.waiters = l.waiters[0], l.waiters[1:]
	}
	if len(l.persons.lines) > 0 || len(l.waiters) > 0 {
		r.lines = append(r.lines, l)
	} else {
		delete(r.by, l.key)
	}
	return w
}
