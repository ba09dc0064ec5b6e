// SPDX-License-Identifier: Apache-2.0

// Package analyst searches positions for people who study them, a few at a time,
// beside live games: searches are bounded in time and number, clients take turns, and
// a search mostly waits while the program is busy.
//
// What tables know wins over what a search finds. The package stores nothing.
package analyst

import (
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
	Searches int           // at the same time; by default half the processors, at least 1
	Waiting  int           // for their turn; by default 200
	Time     time.Duration // that a search takes at most; by default 30 s
	Share    time.Duration // that a search takes at most while others wait; by default 1 s
	// Busy reports whether the program has other work; by default what load measures.
	Busy func() bool
	// Context ends what runs in the background; by default nothing does.
	Context context.Context
}

const (
	// maxPerAddress bounds the searches of one address, running and waiting: a class
	// studies from one address.
	maxPerAddress = 40
	// reportEvery is the least time between two reports.
	reportEvery = 250 * time.Millisecond
	// After every thousand nodes, which take less than a millisecond, a search waits
	// for other work: firstRest, then twice as long each time it looks again, up to
	// lastRest, 31 ms in all. So it always gets about a hundredth of one processor.
	firstRest = time.Millisecond
	lastRest  = 16 * time.Millisecond
)

// ErrReplaced ends a search when the same person begins another one.
var ErrReplaced = errors.New("another search of the same person has begun")

// errShare ends a search that others have waited for.
var errShare = errors.New("others wait for their turn")

// Service runs searches.
type Service struct {
	options Options
	queue   *fair.Queue
	short   *fair.Queue // for estimates and reviews, which do not wait for long searches
	load    load

	mu        sync.Mutex
	running   map[string]*search // by person
	reviews   *lru.Cache[string, study.Review]
	reviewing map[string]bool // by key
	estimates *lru.Cache[string, catalog.Answer]
}

// New returns a service.
func New(o Options) *Service {
	if o.Searches == 0 {
		o.Searches = max(1, runtime.GOMAXPROCS(0)/2)
	}
	if o.Waiting == 0 {
		o.Waiting = 200
	}
	if o.Time == 0 {
		o.Time = 30 * time.Second
	}
	if o.Share == 0 {
		o.Share = time.Second
	}
	if o.Context == nil {
		o.Context = context.Background()
	}
	limit := fair.Limit{Running: o.Searches, Waiting: o.Waiting, OfAddress: maxPerAddress}
	s := &Service{
		options: o, queue: fair.New(limit), short: fair.New(limit), running: map[string]*search{}, load: load{process: fair.ProcessTime},
		reviews: lru.New[string, study.Review](keptReviews), reviewing: map[string]bool{}, estimates: lru.New[string, catalog.Answer](keptQuick),
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
	uninterrupted bool // it is short, and not ended when others wait

	resumed time.Time     // after the last wait
	used    time.Duration // of a processor, until then

	report   func(catalog.Answer)
	reported time.Time
	pending  *catalog.Answer // found, but not reported yet
}

// Search searches a position for the best moves, q.Lines of them or one, and calls
// report as it deepens, a few times a second, and at the end. Report must not wait.
// Where tables know all moves there is one report and no search.
//
// The search ends by the limits of q and those of the service, when others wait and
// it has had its share, and with the context. A person has one search: the next one
// ends it with ErrReplaced. Other errors are fair.ErrBusy when too many wait,
// engine.ErrOver, that of a context that has ended, and tables that cannot be read.
func (s *Service) Search(ctx context.Context, c fair.Client, e *catalog.Entry, q catalog.Question, report func(catalog.Answer)) error {
	if q.State.Result().Over() {
		return engine.ErrOver
	}
	t := &search{Service: s, report: report}
	t.ctx, t.cancel = context.WithCancelCause(ctx)
	defer t.cancel(nil)
	defer s.register(c.Person, t)()
	return t.run(s.queue, c, func(ctx context.Context) error { return t.answer(ctx, e, q) })
}

// register notes the search of a person and ends an earlier one.
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

// run waits for the client's turn and calls f with a context whose searches give way
// to other work.
func (t *search) run(q *fair.Queue, c fair.Client, f func(context.Context) error) error {
	release, err := q.Acquire(t.ctx, c)
	if err == nil {
		defer release()
		runtime.LockOSThread() // stalled asks about the thread
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

// yield is called by searches now and then: it reports what was found, ends the
// search after its share, and waits while other work does.
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

// resume notes that the search goes on.
func (t *search) resume() { t.resumed, t.used = time.Now(), fair.ThreadTime() }

// pause notes that the search rests. It reports whether the thread was kept from running
// for most of the time since it went on: other processes need the processors.
func (t *search) pause(now time.Time) (stalled bool) {
	all := fair.ThreadTime()
	used := all - t.used
	t.load.add(used)
	return all > 0 && now.Sub(t.resumed) > 2*used+time.Millisecond
}

// flush reports what is pending, if the last report was long enough ago.
func (t *search) flush(now time.Time) {
	if t.pending != nil && now.Sub(t.reported) >= reportEvery {
		t.report(*t.pending)
		t.pending, t.reported = nil, now
	}
}

// answer answers by tables as far as they know, and searches for the rest.
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
	if err != nil {
		return err
	}
	t.report(known.Answer(a, q.Lines))
	return nil
}
