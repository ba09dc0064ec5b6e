// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"cairn/internal/bus/mem"
	"cairn/internal/play"
	"cairn/internal/store/sqlite"
	"cairn/internal/web"
)

// stopTime is how long requests and streams have to end when the server stops,
// and how long it then has to freeze the clocks.
const stopTime = 10 * time.Second

// server is a running platform.
type server struct {
	options serveOptions
	log     *slog.Logger
	meter   *meter

	// In the order in which they are opened; each may be nil.
	listener net.Listener
	admin    net.Listener
	store    *sqlite.Store
	play     *play.Service
	web      *web.Server
}

// openServer opens everything, or nothing.
func openServer(ctx context.Context, p *program, o serveOptions) (*server, error) {
	log := newLog(p.err, o.logFormat, o.logLevel)
	s := &server{options: o, log: log, meter: newMeter(log)}
	if err := s.open(ctx, p); err != nil {
		return nil, errors.Join(err, s.close(ctx))
	}
	return s, nil
}

// open opens the parts one after another. Addresses come first: if others use
// them, the data is not even looked at.
func (s *server) open(ctx context.Context, p *program) (err error) {
	o := s.options
	if s.listener, err = listen(o.addr); err != nil {
		return err
	}
	if o.admin != "" {
		if s.admin, err = listen(o.admin); err != nil {
			return err
		}
	}
	if s.store, err = sqlite.Open(o.data, sqlite.Options{}); err != nil {
		return err
	}
	s.play = play.New(play.Options{Store: s.meter.watch(s.store), Bus: mem.New(), Games: p.catalog, Log: s.log})
	s.web = web.New(web.Options{
		Play: s.play, Log: s.log, Secure: o.secure(), URL: o.url, Limits: o.limits(), Observe: s.meter.request,
	})
	s.meter.gauge(s.play, s.web)
	if err := s.play.Start(ctx); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	return nil
}

// home is where people find the server.
func (s *server) home() string {
	if s.options.url != "" {
		return s.options.url
	}
	return homeOf(s.listener)
}

// run answers until the context ends, and then stops in good order. It calls
// ready once it answers.
func (s *server) run(ctx context.Context, ready func()) error {
	failed := make(chan error, 2)
	serve := func(name string, listener net.Listener, h http.Handler) *http.Server {
		server := newHTTPServer(h, s.log)
		go func() { failed <- server.Serve(listener) }()
		s.log.Info(name, "addr", listener.Addr().String())
		return server
	}
	pages := serve("pages", s.listener, s.web)
	if s.admin != nil {
		defer serve("admin", s.admin, s.meter.handler()).Close()
	}
	ready()
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
	if s.play != nil {
		failure = s.play.Stop(ctx)
	}
	if s.store != nil {
		failure = errors.Join(failure, s.store.Close())
	}
	for _, listener := range []net.Listener{s.admin, s.listener} {
		if listener == nil {
			continue
		}
		if err := listener.Close(); !errors.Is(err, net.ErrClosed) {
			failure = errors.Join(failure, err)
		}
	}
	return failure
}
