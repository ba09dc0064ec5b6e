// SPDX-License-Identifier: Apache-2.0

// Package webhook reports events of a server to an address of its operator: matches
// that have ended and users who were reported. Each is sent at least once, in no
// fixed order, as a signed POST with JSON.
//
// It declares the Store it needs and knows neither SQL nor pages. Events are sent in
// the background from an outbox in the store; play never waits for the receiver.
package webhook

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live"
)

const (
	// checkEvery is how often the service polls the outbox.
	checkEvery = 2 * time.Second
	// sendTime bounds a request to the receiver.
	sendTime = 10 * time.Second
	// atOnce is how many events are sent concurrently, and batch how many are leased at a
	// time. The lease outlasts the timeouts of a batch.
	atOnce = 4
	batch  = 16
	lease  = 2 * time.Minute
	// The backoff doubles from firstRetry to lastRetry.
	firstRetry = 5 * time.Second
	lastRetry  = time.Hour
	// maxAge and maxEvents bound the outbox; older events are dropped.
	maxAge    = 3 * 24 * time.Hour
	maxEvents = 100_000
)

// Options are the parts of a Service. All but Log must be given.
type Options struct {
	URL      string // to which events are posted
	Secret   string // that signs them
	Home     string // public address of the server without a trailing slash; may be empty
	Store    Store
	Live     *live.Service
	Accounts *account.Service
	Log      *slog.Logger // discarded when nil
}

// Service sends the events of the outbox. Its methods may be called concurrently.
type Service struct {
	Options
	client *http.Client
	lost   atomic.Int64

	background sync.WaitGroup
	stop       context.CancelFunc
	stopped    context.Context
}

// New returns a service; Start begins its work in the background.
func New(o Options) *Service {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	s := &Service{Options: o, client: &http.Client{
		Timeout:       sendTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	s.stopped, s.stop = context.WithCancel(context.Background())
	return s
}

// Start polls the outbox until Stop.
func (s *Service) Start() {
	s.background.Go(func() { failure.NewLog(s.Log, s.Live.Cluster.Now, "webhook").Every(s.stopped, checkEvery, s.Check) })
}

// Stop ends the work in the background and waits for it. Another node, or the next start,
// sends the remaining events.
func (s *Service) Stop() {
	s.stop()
	s.background.Wait()
	s.client.CloseIdleConnections()
}

// Lost returns how many events were given up.
func (s *Service) Lost() int64 { return s.lost.Load() }

// Waiting returns how many events are in the outbox, and when the oldest happened.
func (s *Service) Waiting(ctx context.Context) (n int, oldest time.Time, err error) {
	return s.Store.CountEvents(ctx)
}

// Check sends the events that are due, until none is left or sending fails. The service
// calls it regularly; tests with their own clock call it directly.
func (s *Service) Check(ctx context.Context) error {
	dropped, err := s.Store.TrimEvents(ctx, s.Live.Cluster.Now().Add(-maxAge), maxEvents)
	if err != nil {
		return err
	}
	if dropped > 0 {
		s.lost.Add(int64(dropped))
		s.Log.Error("webhook: events are lost, the receiver was away too long", "events", dropped)
	}
	for ctx.Err() == nil {
		now := s.Live.Cluster.Now()
		events, err := s.Store.TakeEvents(ctx, now, now.Add(lease), batch)
		if err != nil || len(events) == 0 {
			return err
		}
		if sent, err := s.sendAll(ctx, events); sent == 0 {
			return err
		}
	}
	return nil
}

// sendAll sends events and returns how many the receiver has confirmed, and the errors.
func (s *Service) sendAll(ctx context.Context, events []Event) (sent int, err error) {
	var group errgroup.Group
	group.SetLimit(atOnce)
	faults := make([]error, len(events))
	for i, e := range events {
		group.Go(func() error {
			faults[i] = s.deliver(ctx, e)
			return nil
		})
	}
	_ = group.Wait() // the errors are in faults
	failed := slices.DeleteFunc(faults, func(err error) bool { return err == nil })
	return len(events) - len(failed), errors.Join(failed...)
}

// deliver sends an event and removes it from the outbox, or delays it for a retry.
func (s *Service) deliver(ctx context.Context, e Event) error {
	err := s.send(ctx, e)
	if err == nil || failure.CodeOf(err) == failure.NotFound { // deleted meanwhile
		return s.Store.DeleteEvent(ctx, e)
	}
	doublings := min(max(0, e.Attempts-1), 10) // no more are needed for lastRetry
	wait := min(lastRetry, firstRetry<<doublings)
	return errors.Join(err, s.Store.DelayEvent(context.WithoutCancel(ctx), e, s.Live.Cluster.Now().Add(wait)))
}
