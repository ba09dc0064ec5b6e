// SPDX-License-Identifier: Apache-2.0

// Package server assembles a running server from its parts: store, services, web
// pages, mail, listeners, TLS and metrics. It opens them in order, runs them until
// its context ends, and closes them in reverse order.
//
// It has no rules of play and no pages of its own, and it does not read
// configuration: it gets a config.Config.
package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"sync"
	"time"

	"cairn/catalog"
	"cairn/internal/config"
)

const (
	// stopTime bounds each step when the server stops: the end of requests, streams and
	// SSH sessions, the stopping of the clocks, and the rest.
	stopTime = 10 * time.Second
	// drainTime is how long a node beside others keeps serving after its readiness check
	// fails: proxies that check every two seconds then send no more requests.
	drainTime = 3 * time.Second
)

// Options configure a server.
type Options struct {
	Config *config.Config
	Games  *catalog.Catalog
	Log    io.Writer
	// Ready is called when the server answers, with its address and, as long as it
	// has no administrator, the address that creates one.
	Ready func(home, setup string)
	// Private serves one person on this machine: pages have no accounts.
	Private bool
	// Wrap is a middleware around all pages; may be nil.
	Wrap func(http.Handler) http.Handler
	// Program is the path of this program, which makes tables in its own process;
	// none are made if it is empty.
	Program string
	// Now is the clock of the server, for tests with clocks that differ; time.Now
	// when nil.
	Now func() time.Time
}

// server is a running server.
type server struct {
	config      *config.Config
	log         *slog.Logger
	wrap        func(http.Handler) http.Handler
	games       *catalog.Catalog
	tables      *tableMaker
	metrics     *metrics
	connections *connections

	// Each may be nil.
	tls      *encryption
	listener net.Listener
	plain    net.Listener // redirects to TLS
	admin    net.Listener
	ssh      net.Listener
	services
}

// Run runs a server until the context ends.
func Run(ctx context.Context, o Options) error {
	c, log := o.Config, NewLog(o.Log, o.Config.LogFormat, o.Config.LogLevel)
	if c.ProxyHidesClients() {
		log.Warn("all visitors share one address and its limits: url is https, the server speaks http, and trusted-proxies is empty")
	}
	defer addThreads(c.Thinkers)()
	tuned, untune := context.WithCancel(context.Background())
	defer untune()
	go tuneMemory(tuned, "/")
	wrap := o.Wrap
	if wrap == nil {
		wrap = func(h http.Handler) http.Handler { return h }
	}
	tables, err := newTables(c, o.Games, o.Program, log)
	if err != nil {
		return err
	}
	s := &server{
		config: c, log: log, wrap: wrap, games: o.Games, tables: tables, metrics: newMetrics(log), connections: newConnections(c, fileLimit(), log),
		services: services{private: o.Private, now: o.Now, endings: tables.want},
	}
	if err := s.open(ctx, o.Games); err != nil {
		return errors.Join(err, s.close(ctx))
	}
	setup, err := s.setup(ctx)
	if err != nil {
		return errors.Join(err, s.close(ctx))
	}
	if err := writeAddress(c.Data, s.home()); err == nil {
		s.add(func(context.Context) error { return removeAddress(c.Data) })
	} else {
		log.Warn("the address is not saved: links of \"cairn user\" may be wrong", "err", err)
	}
	if err := s.live.Start(ctx); err != nil { // last: from now on clocks run
		return errors.Join(fmt.Errorf("start: %w", err), s.close(ctx))
	}
	return s.run(ctx, func() { o.Ready(s.home(), setup) })
}

// addThreads raises GOMAXPROCS by a number of searches. A search has a low priority in the
// system: while its thread waits for a processor it would block requests. The returned
// function undoes it. GOMAXPROCS in the environment takes precedence.
func addThreads(searches int) (undo func()) {
	if os.Getenv("GOMAXPROCS") != "" {
		return func() {}
	}
	runtime.SetDefaultGOMAXPROCS()
	runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + searches)
	return runtime.SetDefaultGOMAXPROCS
}

// open opens the parts one after another. Addresses come first: if another program
// uses them, the data is not touched.
func (s *server) open(ctx context.Context, games *catalog.Catalog) (err error) {
	if s.tls, err = newEncryption(s.config, s.log); err != nil {
		return err
	}
	if err := s.listen(); err != nil {
		return err
	}
	if err := s.services.open(ctx, s.config, games, s.log, s.metrics); err != nil {
		return err
	}
	s.metrics.registry.MustRegister(s.tables)
	return nil
}

// listen opens the addresses.
func (s *server) listen() (err error) {
	if s.listener, err = s.listenLimited(s.config.Addr); err != nil {
		return err
	}
	if s.plain, err = s.listenLimited(s.config.PlainHTTP()); err != nil {
		return err
	}
	if s.ssh, err = s.listenLimited(s.config.SSH); err != nil {
		return err
	}
	if s.config.Admin != "" {
		if s.admin, err = listen(s.config.Admin); err == nil {
			s.addListener(s.admin)
		}
	}
	return err
}

// listenLimited opens an address whose connections are limited; nil if it is empty.
func (s *server) listenLimited(address string) (net.Listener, error) {
	if address == "" {
		return nil, nil
	}
	listener, err := listen(address)
	if err != nil {
		return nil, err
	}
	s.addListener(listener)
	return s.connections.limit(listener), nil
}

// addListener closes a listener with the server, unless it is closed before.
func (s *server) addListener(listener net.Listener) {
	s.add(func(context.Context) error {
		if err := listener.Close(); !errors.Is(err, net.ErrClosed) {
			return err
		}
		return nil
	})
}

// setup returns the address that creates the first administrator; empty if an
// administrator exists.
func (s *server) setup(ctx context.Context) (string, error) {
	secret, err := s.accounts.Staff.FirstAdminLink(ctx)
	if secret == "" || err != nil {
		return "", err
	}
	return s.home() + "/setup/" + secret, nil
}

// home returns the public address of the server.
func (s *server) home() string {
	if s.config.URL != "" {
		return s.config.URL
	}
	return config.Scheme(s.tls != nil) + config.Reachable(s.listener.Addr().String(), "localhost")
}

// run answers until the context ends, and then closes everything. It calls ready
// once it answers.
func (s *server) run(ctx context.Context, ready func()) error {
	failed := make(chan error, 4)
	serve := func(name string, listener net.Listener, h http.Handler, secure bool) *http.Server {
		server := newHTTPServer(h, s.log)
		server.ConnState = s.connections.changed
		if secure {
			server.TLSConfig = s.tls.settings
			go func() { failed <- server.ServeTLS(listener, "", "") }()
		} else {
			go func() { failed <- server.Serve(listener) }()
		}
		s.log.Info(name, "addr", listener.Addr().String())
		return server
	}
	pages := serve("pages", s.listener, s.wrap(s.web), s.tls != nil)
	if s.plain != nil {
		defer serve("plain", s.plain, s.tls.plain, false).Close()
	}
	if s.admin != nil {
		defer serve("admin", s.admin, s.metrics.handler(), false).Close()
	}
	endSSH, err := s.serveSSH(s.wrap(s.web), failed)
	if err != nil {
		return errors.Join(err, pages.Close(), s.close(context.WithoutCancel(ctx)))
	}
	ready()
	defer s.background(ctx)()
	var failure error
	select {
	case <-ctx.Done():
		s.log.Info("stopping")
	case failure = <-failed:
	}
	ctx = context.WithoutCancel(ctx)
	s.shutDown(ctx, pages, endSSH)
	failure = errors.Join(failure, s.close(ctx))
	s.log.Info("stopped")
	return failure
}

// background starts the renewal of certificates and the work on tables; the returned
// function ends them.
func (s *server) background(ctx context.Context) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	if s.tls != nil {
		group.Go(func() { s.tls.renew(ctx) })
	}
	group.Go(func() { s.tables.watch(ctx) })
	group.Go(func() { s.tables.make(ctx) })
	return func() {
		cancel()
		group.Wait()
	}
}

// shutDown ends play and requests. A single node first stops the clocks, so that no player
// pays for the shutdown. One of several nodes stops play last and refuses no command: the
// clocks keep running, because the other nodes take moves.
func (s *server) shutDown(ctx context.Context, pages *http.Server, endSSH func(context.Context) error) {
	s.web.Drain()
	if s.live.Cluster.Alone(ctx) {
		s.stopPlay(ctx)
		s.endRequests(ctx, pages, endSSH)
		return
	}
	time.Sleep(drainTime)
	s.endRequests(ctx, pages, endSSH)
	s.stopPlay(ctx)
}

// endRequests accepts no more requests, lets running ones end and closes streams and
// SSH sessions. After stopTime the rest are cut off.
func (s *server) endRequests(ctx context.Context, pages *http.Server, endSSH func(context.Context) error) {
	ctx, cancel := context.WithTimeout(ctx, stopTime)
	defer cancel()
	steps := []func(context.Context) error{endSSH, pages.Shutdown, s.web.Close}
	failures := make([]error, len(steps))
	var group sync.WaitGroup
	for i, step := range steps {
		group.Go(func() { failures[i] = step(ctx) })
	}
	group.Wait()
	if err := errors.Join(failures...); err != nil {
		s.log.Warn("some connections did not end in time", "err", errors.Join(err, pages.Close()))
	}
}

// stopPlay refuses commands and stops the clocks.
func (s *server) stopPlay(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, stopTime)
	defer cancel()
	if err := s.live.Stop(ctx); err != nil {
		s.log.Warn("clocks will stand since the last heartbeat", "err", err)
	}
}

// close closes the open parts in reverse order.
func (s *server) close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, stopTime)
	defer cancel()
	return s.closers.close(ctx)
}

// NewLog returns the log of a server, with a format and level as in config.
func NewLog(w io.Writer, format, level string) *slog.Logger {
	options := &slog.HandlerOptions{}
	var least slog.Level
	if least.UnmarshalText([]byte(level)) == nil { // config allows no other
		options.Level = least
	}
	if format == config.LogJSON {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}
