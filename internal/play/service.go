// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"cairn/catalog"
)

// Options are what a Service is made of. Store, Bus and Games must be given.
type Options struct {
	Store    Store
	Bus      Bus
	Games    *catalog.Catalog
	Now      func() time.Time // time.Now when nil
	Log      *slog.Logger     // discarded when nil
	Thinkers int              // searches at the same time; 8 when 0
	Hashing  int              // passwords hashed at the same time; half the processors when 0
}

// Service is the platform. Its methods may be called by many at once.
type Service struct {
	store    Store
	bus      Bus
	games    *catalog.Catalog
	now      func() time.Time
	log      *slog.Logger
	rooms    rooms
	presence presence
	thinkers thinkers
	hashing  hashing
	endings  endings
	casuals  casuals
	asking   chan struct{} // bounds the links to set a password that are being made
	unwiped  atomic.Bool   // something deleted may still be in the files

	background sync.WaitGroup
	stop       context.CancelFunc
	stopped    context.Context
}

// New makes a service; Start brings it to life.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Thinkers == 0 {
		o.Thinkers = 8
	}
	if o.Hashing <= 0 {
		o.Hashing = max(1, runtime.GOMAXPROCS(0)/2)
	}
	s := &Service{
		store: o.Store, bus: o.Bus, games: o.Games, now: o.Now, log: o.Log,
		rooms:    rooms{open: map[string]*room{}},
		presence: presence{seats: map[seatKey]*attendance{}},
		thinkers: thinkers{slots: make(chan struct{}, o.Thinkers), busy: map[string]bool{}},
		hashing:  hashing{slots: make(chan struct{}, o.Hashing)},
		asking:   make(chan struct{}, maxAsking),
	}
	s.stopped, s.stop = context.WithCancel(context.Background())
	return s
}

// Games returns the catalogue.
func (s *Service) Games() *catalog.Catalog { return s.games }

// Start charges nobody for the time the server was down, lets the computer go on
// where it is to move, and watches clocks and sessions until Stop.
func (s *Service) Start(ctx context.Context) error {
	if err := s.resume(ctx); err != nil {
		return err
	}
	if err := s.wakeComputer(ctx); err != nil {
		return err
	}
	if err := s.skipEndings(ctx); err != nil {
		return err
	}
	s.background.Go(s.watchClocks)
	s.background.Go(s.watchOthers)
	s.background.Go(s.sweepOften)
	return nil
}

// Stop ends the work in the background and freezes the clocks of running
// matches. Streams end by their own contexts.
func (s *Service) Stop(ctx context.Context) error {
	s.Abandon()
	return s.freeze(ctx)
}

// Abandon ends the work in the background without freezing clocks: what a crash
// leaves behind.
func (s *Service) Abandon() {
	s.stop()
	s.background.Wait()
}

// Stopped is done when the service stops: streams end then.
func (s *Service) Stopped() <-chan struct{} { return s.stopped.Done() }

// Ready reports whether the store can be written.
func (s *Service) Ready(ctx context.Context) error { return s.store.Ping(ctx) }
