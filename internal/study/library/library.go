// SPDX-License-Identifier: Apache-2.0

// Package library counts played moves: how often each move of a position was played and
// how the games ended, and how many moves of each player were mistakes. It counts
// finished matches in the background, each exactly once, even if several nodes share
// the store and any of them is killed. Moves that no table covered are judged again when
// there are more tables.
//
// It declares the Store it needs, knows neither SQL nor pages, and runs no searches:
// values come from tables.
package library

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"time"

	"cairn/catalog"
	"cairn/internal/failure"
	"cairn/internal/study"
	"cairn/record"
)

const (
	// checkEvery is how often the service looks for matches that have ended.
	checkEvery = 5 * time.Second
	// restAfter is the rest between two batches, as a multiple of the time of a batch:
	// counting takes a hundredth of a processor.
	restAfter = 99
	// batch is the number of matches read at a time.
	batch = 50
)

// Options are the parts of a Service. Store and Games must be given.
type Options struct {
	Store  Store
	Games  *catalog.Catalog
	Shared bool             // other nodes use the store too
	Now    func() time.Time // time.Now when nil
	Log    *slog.Logger     // discarded when nil
	// Learn is called with each public match and its review by tables; may be nil.
	Learn func(ctx context.Context, entry *catalog.Entry, w *record.Walk, r *study.Review) error
}

// Service counts finished matches. Its methods may be called concurrently.
type Service struct {
	options    Options
	background sync.WaitGroup
	stop       context.CancelFunc
	stopped    context.Context
}

// New returns a service; Start begins its work in the background.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Learn == nil {
		o.Learn = func(context.Context, *catalog.Entry, *record.Walk, *study.Review) error { return nil }
	}
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	s := &Service{options: o}
	s.stopped, s.stop = context.WithCancel(context.Background())
	return s
}

// Start counts finished matches, past ones included, until Stop.
func (s *Service) Start() { s.background.Go(s.run) }

// Stop stops counting and waits until the last batch has ended.
func (s *Service) Stop() {
	s.stop()
	s.background.Wait()
}

// run counts batches with rests between them: live games come first.
func (s *Service) run() {
	log := failure.NewLog(s.options.Log, s.options.Now, "count finished matches")
	rest := checkEvery
	for {
		select {
		case <-s.stopped.Done():
			return
		case <-time.After(rest):
		}
		began := time.Now()
		n, err := s.step(s.stopped)
		if s.stopped.Err() != nil {
			return
		}
		log.Note(err)
		if rest = checkEvery; n == batch && err == nil {
			rest = restAfter * time.Since(began)
		}
	}
}

// step counts one batch, unless another node has the task, and returns its size.
func (s *Service) step(ctx context.Context) (int, error) {
	if o := &s.options; o.Shared {
		mine, err := o.Store.TakeTask(ctx, "library", o.Now(), checkEvery/2)
		if !mine || err != nil {
			return 0, err
		}
	}
	return s.batch(ctx)
}

// batch counts some matches, or judges some again if all are counted, and returns their
// number.
func (s *Service) batch(ctx context.Context) (int, error) {
	list, err := s.options.Store.FindUncounted(ctx, batch)
	if err != nil {
		return 0, err
	}
	for i := range list {
		if err := s.countMatch(ctx, &list[i]); err != nil {
			return i, err
		}
	}
	if len(list) > 0 {
		return len(list), nil
	}
	return s.reviewBatch(ctx)
}

// Check counts all finished matches and judges open moves again by new tables. The
// service does this in the background; tests call it directly.
func (s *Service) Check(ctx context.Context) error {
	for {
		if n, err := s.batch(ctx); err != nil || n == 0 {
			return err
		}
	}
}
