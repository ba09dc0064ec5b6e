// SPDX-License-Identifier: Apache-2.0

package web

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"cairn/internal/account"
	"cairn/internal/live"
)

// Options are what a Server is made of. Only Play must be given.
type Options struct {
	Accounts *account.Service
	Live     *live.Service
	Log      *slog.Logger     // discarded when nil
	Now      func() time.Time // time.Now when nil
	Secure   bool             // served over TLS: cookies are sent over nothing else
	URL      string           // public address without a slash at its end; what the request says when empty
	Limits   Limits           // DefaultLimits when zero
	// Proxies are the hosts whose word on where a request comes from is taken.
	Proxies []netip.Prefix
	// Mail sends a letter later, and reports whether it will try; nil when the
	// server has no mail.
	Mail func(to, subject, text string) bool
	// Heartbeat is how often a quiet stream shows that it lives; 20 s when zero.
	Heartbeat time.Duration
	// Observe is told of every request once it is answered; may be nil.
	Observe func(Request)
}

// Request is what a Server tells of an answered request.
type Request struct {
	Method string
	Route  string // the pattern, such as "GET /match/{id}"; empty when none fits
	Status int
	Took   time.Duration
}

// Server is the platform in a browser.
type Server struct {
	accounts  *account.Service
	live      *live.Service
	static    *static
	log       *slog.Logger
	now       func() time.Time
	secure    bool
	url       string
	proxies   []netip.Prefix
	mail      func(to, subject, text string) bool
	observe   func(Request)
	limits    limiters
	heartbeat time.Duration
	streams   streams
	workers   *workers
	mux       *http.ServeMux
	handler   http.Handler
}

// New makes a server. Close must be called before the service stops.
func New(o Options) *Server {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Limits == (Limits{}) {
		o.Limits = DefaultLimits
	}
	if o.Heartbeat == 0 {
		o.Heartbeat = 20 * time.Second
	}
	if o.Observe == nil {
		o.Observe = func(Request) {}
	}
	s := &Server{
		accounts: o.Accounts, live: o.Live, static: newStatic(), log: o.Log, now: o.Now,
		secure: o.Secure, url: o.URL, proxies: o.Proxies, mail: o.Mail, observe: o.Observe, limits: newLimiters(o.Limits, o.Now), heartbeat: o.Heartbeat, workers: newWorkers(),
	}
	s.streams.init(o.Limits.Streams)
	s.accounts.OnSessionEnd(s.streams.endSession)
	s.mux = s.routes()
	s.handler = s.chain(http.HandlerFunc(s.dispatch))
	return s
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// HTTP returns a net/http server for this one, with limits against clients that
// are slow on purpose. Streams are not bound by them: they have their own.
func (s *Server) HTTP(address string) *http.Server {
	return &http.Server{
		Addr: address, Handler: s,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
}

// Close ends all streams and waits for them, as long as the context lasts:
// http.Server.Shutdown knows nothing of them.
func (s *Server) Close(ctx context.Context) error {
	err := s.streams.close(ctx)
	s.workers.stop()
	return err
}

// Streams returns how many live streams are open.
func (s *Server) Streams() int { return s.streams.count() }
