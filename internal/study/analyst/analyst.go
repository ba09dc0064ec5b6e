// SPDX-License-Identifier: Apache-2.0

// Package analyst searches positions for users who study them, a few at a time, beside
// live games: searches are bounded in time and number, queued fairly between clients,
// and yield while the program is busy.
//
// Exact values of tables replace scores of searches. The package stores nothing.
package analyst

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"sync"
	"time"

	"cairn/catalog"
	"cairn/engine"
	"cairn/internal/fair"
	"cairn/internal/lru"
	"cairn/internal/study"
)

// Options bound a Service. Zero means the default.
type Options struct {
	Searches int           // concurrent searches; by default half the processors, at least 1
	Waiting  int           // queued searches; by default 200
	Time     time.Duration // limit of a search; by default 30 s
	Share    time.Duration // limit of a search while others are queued; by default 1 s
	// Busy reports whether the program has other work; by default load measures it.
	Busy func() bool
	// Context cancels reviews in the background; by default nothing does.
	Context context.Context
}

const (
	// maxPerAddress bounds the running and queued searches of an address. A school class
	// shares one.
	maxPerAddress = 40
	// reportEvery is the least time between two reports.
	reportEvery = 250 * time.Millisecond
	// After every thousand nodes, which take less than a millisecond, a search yields to
	// other work with exponential backoff: firstRest up to lastRest, 31 ms in all. So it
	// always gets about a hundredth of one processor.
	firstRest = time.Millisecond
	lastRest  = 16 * time.Millisecond
)

// ErrReplaced ends a search when its user begins another one.
var ErrReplaced = errors.New("another search of the same person has begun")

// errShare ends a search after its share while others are queued.
var errShare = errors.New("others wait for their turn")

// Service runs searches.
type Service struct {
	options Options
	queue   *fair.Queue
	short   *fair.Queue // estimates and reviews, which do not wait for long searches
	load    load

	mu        sync.Mutex
	running   map[string]*search // by person
	reviews   *lru.Cache[string, study.Review]
	reviewing map[string]bool            // by key
	values    *lru.Cache[int64, finding] // by spot
}

// New returns a service.
func New(o Options) *Service {
	o.Searches, o.Waiting = cmp.Or(o.Searches, max(1, runtime.GOMAXPROCS(0)/2)), cmp.Or(o.Waiting, 200)
	o.Time, o.Share = cmp.Or(o.Time, 30*time.Second), cmp.Or(o.Share, time.Second)
	o.Context = cmp.Or(o.Context, context.Background())
	limit := fair.Limit{Running: o.Searches, Waiting: o.Waiting, OfAddress: maxPerAddress}
	s := &Service{
		options: o, queue: fair.New(limit), short: fair.New(limit), running: map[string]*search{}, load: load{process: fair.ProcessTime},
		reviews: lru.New[string, study.Review](keptReviews), reviewing: map[string]bool{}, values: lru.New[int64, finding](keptValues),
	}
	if o.Busy == nil {
		s.options.Busy = s.load.hasOtherWork
	}
	return s
}

// search is a search and its client.
type search struct {
	*Service
	ctx           context.Context
	cancel        context.CancelCauseFunc
	began         time.Time
	uninterrupted bool // short, so not ended when others are queued

	resumed time.Time     // end of the last rest
	used    time.Duration // processor time of the thread at that moment

	report   func(catalog.Answer)
	reported time.Time
	pending  *catalog.Answer // not reported yet
}

// Search searches a position for the q.Lines best moves, at least one, and calls report
// a few times a second and at the end, when its values are Known. Report must not block. If all moves are exact it
// reports once, without a search.
//
// The search ends at the limits of q and of the service, after its share if others are
// queued, and with the context. A user has one search: the next one ends it with
// ErrReplaced. Other errors are fair.ErrBusy when the queue is full, engine.ErrOver, the
// error of the context, and tables that cannot be read.
func (s *Service) Search(ctx context.Context, c fair.Client, e *catalog.Entry, q catalog.Question, report func(catalog.Answer)) error {
	if q.State.Result().Over() {
		return engine.ErrOver
	}
	t := &search{Service: s, report: func(a catalog.Answer) {
		s.remember(e, q.State, a)
		report(a)
	}}
	t.ctx, t.cancel = context.WithCancelCause(ctx)
	defer t.cancel(nil)
	defer s.register(c.Person, t)()
	return t.run(s.queue, c, func(ctx context.Context) error { return t.answer(ctx, e, q) })
}

// register makes a search the one of its user, and ends an earlier one.
func (s *Service) register(person string, t *search) (leave func()) {
	if person == "" {
		return func() {}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if before := s.running[person]; before != nil {
		before.cancel(ErrReplaced)
	}
	s.running[person] = t
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.running[person] == t {
			delete(s.running, person)
		}
	}
}

// run waits in a queue and calls f with a context whose searches yield to other work.
func (t *search) run(q *fair.Queue, c fair.Client, f func(context.Context) error) error {
	release, err := q.Acquire(t.ctx, c)
	if err == nil {
		defer release()
		runtime.LockOSThread() // pause measures the time of the thread
		defer runtime.UnlockOSThread()
		t.began = time.Now()
		t.resume()
		err = f(engine.Yielding(t.ctx, t.yield))
		t.pause(time.Now())
	}
	if cause := context.Cause(t.ctx); cause != nil && cause != errShare {
		return cause
	}
	return err
}

// yield is called by a search every thousand nodes: it reports, ends the search after
// its share, and rests while the program is busy.
func (t *search) yield() {
	now := time.Now()
	t.flush(now)
	if !t.uninterrupted && now.Sub(t.began) >= t.options.Share && t.queue.Waiting() > 0 {
		t.cancel(errShare)
	}
	stalled := t.pause(now)
	for rest := firstRest; rest <= lastRest && t.ctx.Err() == nil && (stalled || t.options.Busy()); rest *= 2 {
		time.Sleep(rest)
	}
	t.resume()
}

// resume begins a measurement of processor time.
func (t *search) resume() { t.resumed, t.used = time.Now(), fair.ThreadTime() }

// pause ends a measurement. Stalled reports whether the thread was preempted for most of
// the time: other processes need the processors.
func (t *search) pause(now time.Time) (stalled bool) {
	all := fair.ThreadTime()
	used := all - t.used
	t.load.add(used)
	return all > 0 && now.Sub(t.resumed) > 2*used+time.Millisecond
}

// flush reports the pending answer, at most once in reportEvery.
func (t *search) flush(now time.Time) {
	if t.pending != nil && now.Sub(t.reported) >= reportEvery {
		t.report(*t.pending)
		t.pending, t.reported = nil, now
	}
}

// answer answers by tables, and searches unless all moves are exact.
func (t *search) answer(ctx context.Context, e *catalog.Entry, q catalog.Question) error {
	known, err := study.Exact(ctx, e, q.State)
	if err != nil {
		return err
	}
	q.Level, q.Lines = "", max(q.Lines, 1)
	if known.Whole() {
		t.report(known.Answer(catalog.Answer{}, q.Lines))
		return nil
	}
	if q.Limits.Time <= 0 || q.Limits.Time > t.options.Time {
		q.Limits.Time = t.options.Time
	}
	q.Report = func(a catalog.Answer) {
		a = known.Answer(a, q.Lines)
		t.pending = &a
		t.flush(time.Now())
	}
	a, err := e.Think(ctx, q)
	if err == nil {
		t.report(known.Answer(a, q.Lines))
	}
	return err
}
