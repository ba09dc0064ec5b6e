// SPDX-License-Identifier: Apache-2.0

// Package web is the core of the web server: routing, middleware, sessions,
// forms, errors as pages or JSON, rate limits, templates, texts, static files and
// WebSocket streams. It has no feature of its own.
//
// Features are packages below this one. Each has its handlers, templates, texts
// and tests, and registers its routes with a Server; package site assembles them.
// A handler reads the visitor and the form, calls one use case of
// internal/account or internal/live, and answers with a page, or JSON for
// programs. Pages work as plain forms without script.
//
// Nothing is stored here: sessions are in the store, and the state in memory (open
// streams, rate limits) may be lost at any time.
package web

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"cairn/internal/account"
	"cairn/internal/limit"
	"cairn/internal/live"
	"cairn/internal/lru"
	"cairn/internal/notify"
	"cairn/internal/study/analyst"
	"cairn/internal/study/library"
	"cairn/internal/study/trainer"
)

// Options configure a Server. Only Accounts and Live are required.
type Options struct {
	Accounts *account.Service
	Live     *live.Service
	Content  *Content            // templates, texts and static files; only of this package when nil
	Log      *slog.Logger        // discarded when nil
	Now      func() time.Time    // time.Now when nil
	Secure   bool                // served over TLS: cookies get the Secure attribute
	URL      string              // public address without a trailing slash; taken from the request when empty
	Limits   limit.Limits        // limit.Default when zero
	Passkeys *account.Passkeys   // nil without them
	OpenID   *account.Identities // nil without a provider
	Notify   *notify.Service     // tells people who are away; nil without it
	Library  *library.Service    // counts what people play; nil without it
	Puzzles  *trainer.Service    // nil without puzzles and drills
	// Shared is set if other nodes serve the same matches: pages connect to one of
	// them when this one stops.
	Shared bool
	// Attempts counts attempts to log in and the like for all nodes; nil if this one
	// is alone.
	Attempts account.AttemptStore
	// Proxies are trusted to report the client's address.
	Proxies []netip.Prefix
	// Mail queues a message and reports whether it was accepted; nil when the
	// server has no mail.
	Mail func(to, subject, text string) bool
	// EmailOptional lets people sign up without an email address.
	EmailOptional bool
	// Private is for one person on this machine: pages have no accounts, and games
	// are played by the program itself; see package desktop.
	Private bool
	// Heartbeat is the interval of pings on a quiet stream; 20 s when zero.
	Heartbeat time.Duration
	// GameHeartbeat is the interval of pings to the players of a live game; 2 s when
	// zero.
	GameHeartbeat time.Duration
	// SlowReader is how long the reader of a stream may take for one message before the
	// stream ends; 10 s when zero.
	SlowReader time.Duration
	// Endings asks for tables of the endings of a game, without waiting; may be nil.
	Endings func(game string)
	// Damaged reports whether damage was found in the stored data; may be nil.
	Damaged func() bool
	// Observe is called after every answered request; may be nil.
	Observe func(Request)
}

// OpenIDPath is where a provider sends browsers back; a route of package account.
const OpenIDPath = "/login/openid/callback"

// Request describes an answered request.
type Request struct {
	Method string
	Route  string // the pattern, such as "GET /match/{id}"; empty when none matches
	Status int
	Took   time.Duration
}

// Server is shared by all features: routing, middleware, sessions, rendering,
// problems, rate limits and streams. Features hold it and register their
// handlers with Handle.
type Server struct {
	Options           // complete: no function, clock or interval is missing
	Limits   Limiters // hides Options.Limits
	Cookies  Cookies
	Streams  *Streams         // that are open
	Workers  *Workers         // do the work of streams
	Judging  *Work            // bounds how many positions and games are judged concurrently
	Analyst  *analyst.Service // searches for people who study
	Pictures *Pictures        // bitmaps for other sites
	Assets   *Assets          // static files

	// Ended is done when the server closes. Background work ends with it.
	Ended context.Context

	end     context.CancelFunc
	leaving atomic.Bool // the server stops
	router  router
	handler http.Handler
}

// New returns a server without features. Close must be called before the
// services stop.
func New(o Options) *Server {
	if o.Content == nil {
		o.Content = NewContent()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Observe == nil {
		o.Observe = func(Request) {}
	}
	if o.Endings == nil {
		o.Endings = func(string) {}
	}
	if o.Damaged == nil {
		o.Damaged = func() bool { return false }
	}
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	o.Limits = cmp.Or(o.Limits, limit.Default)
	o.Heartbeat = cmp.Or(o.Heartbeat, 20*time.Second)
	o.GameHeartbeat = cmp.Or(o.GameHeartbeat, 2*time.Second)
	o.SlowReader = cmp.Or(o.SlowReader, 10*time.Second)
	s := &Server{
		Options: o, Limits: newLimiters(o.Limits, o.Now, o.Attempts), Cookies: Cookies{o.Secure}, Workers: newWorkers(), Judging: NewWork(),
		Pictures: &Pictures{NewWork(), lru.New[string, []byte](maxPictures)}, Assets: o.Content.assets(),
	}
	s.Ended, s.end = context.WithCancel(context.Background())
	s.Analyst = analyst.New(analyst.Options{Context: s.Ended})
	s.Streams = newStreams(&o, s.Workers)
	s.Accounts.Emails.Require(o.Mail != nil)
	s.router.init()
	handleOwn(s)
	s.handler = s.chain(http.HandlerFunc(s.dispatch))
	return s
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// HTTP returns a net/http server with timeouts against slow clients. They do not
// apply to streams, which have their own.
func (s *Server) HTTP(address string) *http.Server {
	return &http.Server{
		Addr: address, Handler: s,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(s.Log.Handler(), slog.LevelWarn),
	}
}

// Drain makes /readyz answer 503, so that proxies send requests to other nodes.
// Everything else is served until Close.
func (s *Server) Drain() { s.leaving.Store(true) }

// Close ends all streams and waits for them until the context is done.
// http.Server.Shutdown does not wait for hijacked connections.
func (s *Server) Close(ctx context.Context) error {
	s.end()
	err := s.Streams.close(ctx)
	s.Workers.stop()
	return err
}
