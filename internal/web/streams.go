// SPDX-License-Identifier: Apache-2.0

package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/limit"
)

// Why a stream ends.
var (
	errStopping     = errors.New("the server stops")
	errElsewhere    = errors.New("the server stops, other nodes do not")
	errSessionEnded = errors.New("the session has ended")
)

// Streams are the open live streams. They outlive the handlers of net/http. The
// methods may be called concurrently.
type Streams struct {
	accounts   *account.Service
	workers    *Workers
	log        *slog.Logger
	slowReader time.Duration // for one message
	most       limit.Streams
	stopping   error // why streams end when the server stops

	// drained is done when the server stops and no stream is open. A WaitGroup cannot
	// say so: streams may begin while the server waits for the last one to end.
	drained context.Context
	drain   context.CancelFunc

	mu     sync.Mutex
	open   map[*stream]struct{}
	counts map[string]int // by the keys of Streams.limits
	closed bool
}

// newStreams returns the streams of a server; options are complete.
func newStreams(o *Options, workers *Workers) *Streams {
	s := &Streams{
		accounts: o.Accounts, workers: workers, log: o.Log, slowReader: o.SlowReader, most: o.Limits.Streams, stopping: errStopping,
		open: map[*stream]struct{}{}, counts: map[string]int{},
	}
	s.drained, s.drain = context.WithCancel(context.Background())
	if o.Shared {
		s.stopping = errElsewhere
	}
	o.Accounts.OnSessionEnd(s.endSession)
	return s
}

// streamRetry is when a client with too many streams may try again.
const streamRetry = 10 * time.Second

// stream is one open stream.
type stream struct {
	streamOwner
	cancel context.CancelCauseFunc
}

// streamOwner identifies the client of a stream.
type streamOwner struct {
	session string // hash of the token it was opened with; empty without a session
	user    string // id of the user; empty without a session
	from    Origin
}

func ownerOf(r *http.Request) streamOwner {
	v := VisitorOf(r)
	o := streamOwner{user: v.User.ID, from: OriginOf(r)}
	if v.Token != "" {
		o.session = account.HashToken(v.Token)
	}
	return o
}

// begin adds a stream; end must be called. The context is cancelled with the
// reason when the stream has to end. A client with too many streams gets an
// error.
func (s *Streams) begin(owner streamOwner) (ctx context.Context, cancel context.CancelCauseFunc, end func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.full(owner) {
		return nil, nil, nil, limited(streamRetry)
	}
	ctx, cancel = context.WithCancelCause(context.Background())
	st := &stream{owner, cancel}
	if s.closed {
		cancel(s.stopping)
	}
	s.count(owner, 1)
	s.open[st] = struct{}{}
	return ctx, cancel, func() {
		cancel(nil)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.count(owner, -1)
		delete(s.open, st)
		s.checkDrained()
	}, nil
}

// checkDrained marks the streams as drained once the server stops and none is open. The
// caller holds the lock.
func (s *Streams) checkDrained() {
	if s.closed && len(s.open) == 0 {
		s.drain()
	}
}

// limits returns how many streams an owner may have as a person, from the address and from the
// network; 0 for any number.
func (s *Streams) limits(o streamOwner) map[string]int {
	limits := map[string]int{"address " + o.from.Address: s.most.Address, "network " + o.from.Network: OfNetwork * s.most.Address}
	if o.user != "" {
		limits["person "+o.user] = s.most.Person
	}
	return limits
}

// full reports whether an owner may open no more streams.
func (s *Streams) full(o streamOwner) bool {
	for key, most := range s.limits(o) {
		if most > 0 && s.counts[key] >= most {
			return true
		}
	}
	return false
}

// count counts the streams of an owner up or down.
func (s *Streams) count(o streamOwner, by int) {
	for key := range s.limits(o) {
		if s.counts[key] += by; s.counts[key] == 0 {
			delete(s.counts, key)
		}
	}
}

// Beat shows that a quiet stream is alive, or ends it with the session of its visitor: another
// node may have ended the session.
func (s *Streams) Beat(c *Socket, v Visitor) error {
	if err := s.CheckSession(c.Ctx, v); err != nil {
		return err
	}
	return c.Ping()
}

// CheckSession returns an error when a visitor's session has ended. A store
// that cannot answer ends no stream.
func (s *Streams) CheckSession(ctx context.Context, v Visitor) error {
	if v.Token == "" {
		return nil
	}
	return s.workers.Do(func() error {
		if _, err := s.accounts.Authenticate(ctx, v.Token); failure.CodeOf(err) == failure.NotFound {
			return errSessionEnded
		}
		return nil
	})
}

// endSession ends the streams of a session, identified by the hash of its
// token.
func (s *Streams) endSession(hash string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for st := range s.open {
		if st.session == hash {
			st.cancel(errSessionEnded)
		}
	}
}

// close ends all streams and waits for them. Streams that begin later end at once, so
// that their clients learn why.
func (s *Streams) close(ctx context.Context) error {
	s.mu.Lock()
	s.closed = true
	for st := range s.open {
		st.cancel(s.stopping)
	}
	s.checkDrained()
	s.mu.Unlock()
	select {
	case <-s.drained.Done():
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Count returns how many streams are open.
func (s *Streams) Count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.open)
}

// Workers are a pool of goroutines for the work of streams that needs a deep stack:
// queries, building states and writing JSON. A stack that has grown stays large for
// long; with the pool, each of thousands of idle streams keeps a few kilobytes.
type Workers struct {
	jobs chan func()
	done <-chan struct{}
	stop context.CancelFunc
}

func newWorkers() *Workers {
	ctx, stop := context.WithCancel(context.Background())
	w := &Workers{make(chan func()), ctx.Done(), stop}
	for range 4 * runtime.GOMAXPROCS(0) { // some wait for the store
		go w.run()
	}
	return w
}

func (w *Workers) run() {
	for {
		select {
		case job := <-w.jobs:
			job()
		case <-w.done:
			return
		}
	}
}

// Do has a worker run a job, and returns its error.
func (w *Workers) Do(job func() error) error {
	result := make(chan error, 1)
	select {
	case w.jobs <- func() { result <- safely(job) }:
		return <-result
	case <-w.done:
		return errStopping
	}
}

// safely turns a panic into an error, which ends the stream but not the
// server.
func safely(job func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("panic: %v\n%s", fault, debug.Stack())
		}
	}()
	return job()
}
