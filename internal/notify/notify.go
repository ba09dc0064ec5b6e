// SPDX-License-Identifier: Apache-2.0

// Package notify notifies users who have no page open that it is their turn in a game
// without a clock, or with days per move: by Web Push to their browsers, and by a mail
// digest once or twice a day. Open pages are notified by package live.
//
// It declares the Store it needs, and knows neither SQL nor pages: Words writes the
// texts.
package notify

import (
	"cmp"
	"context"
	"crypto/x509"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/internal/live/room"
	"cairn/internal/mail"
)

// checkEvery is how often the service polls for due pushes and digests.
const checkEvery = 5 * time.Second

// Options are the parts of a Service. Store, Live and Accounts must be given.
type Options struct {
	Store    Store
	Live     *live.Service
	Accounts *account.Service
	URL      string                  // public address of the server without a trailing slash; without it there are no digests
	Mail     func(mail.Message) bool // queues a mail; nil when the server has none
	Log      *slog.Logger            // discarded when nil

	// Inside allows push services at private addresses, and RootCAs trusts their
	// authorities: tests run a push service of their own.
	Inside  bool
	RootCAs *x509.CertPool
}

// Words writes texts in the language of the user, or else in lang.
type Words interface {
	// Turn says that a match waits for a user.
	Turn(user account.User, lang string, info room.Info, opponent string) (title, text string)
	// Digest lists the matches that wait for a user, with the names of the
	// opponents, and says how to end the digests.
	Digest(user account.User, lang string, waiting []room.Info, names map[string]string, unsubscribe string) (subject, text string)
}

// Service sends notifications. Its methods may be called concurrently.
type Service struct {
	Options
	words  Words
	client *http.Client
	keys   Keys // set by Start
	noted  noted

	background sync.WaitGroup
	stop       context.CancelFunc
	stopped    context.Context
}

// New returns a service; Start begins its work in the background.
func New(o Options) *Service {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	s := &Service{Options: o, client: newClient(o.Inside, o.RootCAs)}
	s.noted.turns = map[turnKey]time.Time{}
	s.stopped, s.stop = context.WithCancel(context.Background())
	o.Live.Notices.OnTurn(s.noteTurn)
	return s
}

// Use sets the words. It must be called before Start.
func (s *Service) Use(w Words) { s.words = w }

// Start reads or makes the keys of the server, and sends notifications until Stop.
func (s *Service) Start(ctx context.Context) error {
	keys, err := s.Store.VAPIDKeys(ctx, newKeys)
	if err != nil {
		return err
	}
	s.keys = keys
	s.background.Go(func() {
		failure.NewLog(s.Log, s.Live.Cluster.Now, "send notifications").Every(s.stopped, checkEvery, s.Check)
	})
	return nil
}

// Stop ends the work in the background and waits for it. Another node pushes the turns
// that are not due yet, or this node after a restart.
func (s *Service) Stop() {
	s.stop()
	s.background.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), sendTime)
	defer cancel()
	if err := s.saveTurns(ctx); err != nil {
		s.Log.Warn("turns are not pushed", "err", err)
	}
	s.client.CloseIdleConnections()
}

// Check sends due pushes and digests and waits for them. The service calls it regularly;
// tests with their own clock call it directly.
func (s *Service) Check(ctx context.Context) error {
	return errors.Join(s.saveTurns(ctx), s.sendPushes(ctx), s.sendDigests(ctx))
}
