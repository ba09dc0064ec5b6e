// SPDX-License-Identifier: Apache-2.0

// Package library counts what people play: how often each move of a position was
// played and how those games ended, and how many moves of each player were mistakes.
// It reads finished matches in the background, each exactly once, even if several nodes
// share the store and any of them is killed. Moves that no table knew are judged again
// when there are more tables.
//
// It declares the Store it needs, knows neither SQL nor pages, and searches nothing:
// values come from tables.
package library

import (
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
	// restAfter is how long it rests after a batch if more are waiting, times what the
	// batch took: counting takes a hundredth of a processor.
	restAfter = 99
	// batch is how many matches are read at a time.
	batch = 50
)

// Options are the parts of a Service. Store and Games must be given.
type Options struct {
	Store  Store
	Games  *catalog.Catalog
	Shared bool             // other nodes use the same store
	Now    func() time.Time // time.Now when nil
	Log    *slog.Logger     // discarded when nil
	// Learn is called with each match that everyone may see, with its moves judged by
	// tables; may be nil.
	Learn func(ctx context.Context, entry *catalog.Entry, w *record.Walk, r *study.Review) error
}

// Service counts finished matches. Its methods may be called concurrently.
type Service struct {
	store  Store
	games  *catalog.Catalog
	shared bool
	now    func() time.Time
	log    *slog.Logger
	learn  func(ctx context.Context, entry *catalog.Entry, w *record.Walk, r *study.Review) error

	background sync.WaitGroup
	stop       context.CancelFunc
	stopped    context.Context
}

// New returns a service; Start begins its work in the background.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Learn == nil {
		o.Learn = func(context.Context, *catalog.Entry, *record.Walk, *study.Review) error { return nil }
	}
	s := &Service{store: o.Store, games: o.Games, shared: o.Shared, now: o.Now, log: o.Log, learn: o.Learn}
	s.stopped, s.stop = context.WithCancel(context.Background())
	return s
}

// Start counts matches that have ended, also those of the past, until Stop.
func (s *Service) Start() { s.background.Go(s.run) }

// Stop ends the work in the background and waits for it.
func (s *Service) Stop() {
	s.stop()
	s.background.Wait()
}

// run counts a batch at a time, and then rests: play comes first, and a match may be
// counted later.
func (s *Service) run() {
	log := failure.NewLog(s.log, s.now, "count finished matches")
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

// step takes one batch, unless another node does, and returns how many matches it read.
func (s *Service) step(ctx context.Context) (int, error) {
	if s.shared {
		mine, err := s.store.TakeTask(ctx, "library", s.now(), checkEvery/2)
		if !mine || err != nil {
			return 0, err
		}
	}
	return s.batch(ctx)
}

// batch counts some matches, or judges some again if all are counted, and returns how
// many.
func (s *Service) batch(ctx context.Context) (int, error) {
	list, err := s.store.FindUncounted(ctx, batch)
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

// Check counts all matches that have ended and judges again what new tables know. The
// service does this in the background; tests call it directly.
func (s *Service) Check(ctx context.Context) error {
	for {
		if n, err := s.batch(ctx); err != nil || n == 0 {
			return err
		}
	}
}
