// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"sync"
	"time"

	"cairn/internal/account"
	"cairn/internal/bus/mem"
	"cairn/internal/live"
	"cairn/internal/mailer"
	"cairn/internal/store/sqlite"
	"cairn/internal/web"
	"cairn/internal/web/site"
)

// stopTime is how long requests and streams have to end when the server stops,
// and how long it then has to freeze the clocks.
const stopTime = 10 * time.Second

// server is a running platform.
type server struct {
	config *config
	log    *slog.Logger
	meter  *meter

	// In the order in which they are opened; each may be nil.
	tls      *secured
	listener net.Listener
	plain    net.Listener // sends people on to TLS
	admin    net.Listener
	store    *sqlite.Store
	mail     *mailer.Queue
	accounts *account.Service
	live     *live.Service
	web      *web.Server
	note     addressNote // in the data folder; empty when it is not there
}

// openServer opens everything, or nothing.
func openServer(ctx context.Context, p *program, c *config) (*server, error) {
	log := newLog(p.err, c.logFormat, c.logLevel)
	if c.blind() {
		log.Warn("all visitors count as one address, and share its limits: url is https, the server speaks http, and trusted-proxies names no proxy")
	}
	s := &server{config: c, log: log, meter: newMeter(log)}
	if err := s.open(ctx, p); err != nil {
		return nil, errors.Join(err, s.close(ctx))
	}
	return s, nil
}

// open opens the parts one after another. Addresses come first: if others use
// them, the data is not even looked at.
func (s *server) open(ctx context.Context, p *program) (err error) {
	c := s.config
	if s.tls, err = newSecured(c, s.log); err != nil {
		return err
	}
	if err := s.listen(); err != nil {
		return err
	}
	if s.store, err = sqlite.Open(c.data, sqlite.Options{}); err != nil {
		return err
	}
	if s.mail, err = newMail(c.smtp, s.log); err != nil {
		return err
	}
	p.catalog.UseTables(filepath.Join(c.data, "tables"))
	s.accounts = account.New(account.Options{Store: s.store, Log: s.log, Hashing: c.hashing})
	s.live = live.New(live.Options{
		Store: s.meter.watch(s.store), Bus: mem.New(), Games: p.catalog, Log: s.log,
		Thinkers: c.thinkers, Accounts: s.accounts,
	})
	s.web = site.New(web.Options{
		Accounts: s.accounts, Live: s.live, Log: s.meter.listen(s.log), Secure: c.secure(), URL: c.url, Limits: c.webLimits(),
		Proxies: c.proxies, Mail: letterBox(s.mail), Observe: s.meter.request,
	})
	s.meter.gauge(s.live, s.web)
	s.meter.post(s.mail)
	if err := s.accounts.Start(ctx); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	if err := s.live.Start(ctx); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	return nil
}

// listen opens the addresses.
func (s *server) listen() (err error) {
	c := s.config
	if s.listener, err = listen(c.addr); err != nil {
		return err
	}
	if c.tls.http != "" && c.tls.http != "none" {
		if s.plain, err = listen(c.tls.http); err != nil {
			return err
		}
	}
	if c.admin != "" {
		s.admin, err = listen(c.admin)
	}
	return err
}

// setup returns the address where the first administrator is made, good until
// the server stops; empty once there is one.
func (s *server) setup(ctx context.Context) (string, error) {
	secret, err := s.accounts.FirstAdminLink(ctx)
	if secret == "" || err != nil {
		return "", err
	}
	return s.home() + "/setup/" + secret, nil
}

// home is where people find the server.
func (s *server) home() string {
	if s.config.url != "" {
		return s.config.url
	}
	return homeOf(s.listener, s.tls != nil)
}

// run answers until the context ends, and then stops in good order. It calls
// ready once it answers.
func (s *server) run(ctx context.Context, ready func()) error {
	failed := make(chan error, 3)
	serve := func(name string, listener net.Listener, h http.Handler, secure bool) *http.Server {
		server := newHTTPServer(h, s.log)
		if secure {
			server.TLSConfig = s.tls.connections
			go func() { failed <- server.ServeTLS(listener, "", "") }()
		} else {
			go func() { failed <- server.Serve(listener) }()
		}
		s.log.Info(name, "addr", listener.Addr().String())
		return server
	}
	pages := serve("pages", s.listener, s.web, s.tls != nil)
	if s.plain != nil {
		defer serve("plain", s.plain, s.tls.plain, false).Close()
	}
	if s.admin != nil {
		defer serve("admin", s.admin, s.meter.handler(), false).Close()
	}
	ready()
	defer s.work(ctx)()
	var failure error
	select {
	case <-ctx.Done():
		s.log.Info("stopping")
	case failure = <-failed:
	}
	ctx = context.WithoutCancel(ctx)
	s.hangUp(ctx, pages)
	failure = errors.Join(failure, s.close(ctx))
	s.log.Info("stopped", "err", failure)
	return failure
}

// work begins what is done in the background beside answering; the returned
// function ends it.
func (s *server) work(ctx context.Context) (end func()) {
	if s.tls == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	group.Go(func() { s.tls.background(ctx) })
	return func() {
		cancel()
		group.Wait()
	}
}

// hangUp takes no more requests, lets those under way end and ends the streams.
// Whoever does not end in time is cut off.
func (s *server) hangUp(ctx context.Context, pages *http.Server) {
	ctx, cancel := context.WithTimeout(ctx, stopTime)
	defer cancel()
	down := make(chan error, 1)
	go func() { down <- pages.Shutdown(ctx) }()
	err := s.web.Close(ctx)
	if err = errors.Join(err, <-down); err != nil {
		s.log.Warn("some did not hang up", "err", errors.Join(err, pages.Close()))
	}
}

// close closes what is open, the last one first.
func (s *server) close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, stopTime)
	defer cancel()
	var failure error
	if s.live != nil {
		s.accounts.Stop()
		failure = s.live.Stop(ctx)
	}
	if s.mail != nil {
		failure = errors.Join(failure, s.mail.Close(ctx))
	}
	failure = errors.Join(failure, s.note.remove()) // before another server may have the folder
	if s.store != nil {
		failure = errors.Join(failure, s.store.Close())
	}
	for _, listener := range []net.Listener{s.admin, s.plain, s.listener} {
		if listener == nil {
			continue
		}
		if err := listener.Close(); !errors.Is(err, net.ErrClosed) {
			failure = errors.Join(failure, err)
		}
	}
	return failure
}
