// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/pprof"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"cairn/internal/live"
	"cairn/internal/live/room"
	"cairn/internal/web"
	"cairn/match"
)

// metrics are the counters, gauges and histograms for operators.
type metrics struct {
	log      *slog.Logger
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	commands prometheus.Histogram
	appends  prometheus.Histogram
	moves    prometheus.Counter
	ended    *prometheus.CounterVec
	security *prometheus.CounterVec
}

// spans are the bounds of histograms, from half a millisecond to four seconds.
var spans = prometheus.ExponentialBuckets(0.0005, 2, 14)

func newMetrics(log *slog.Logger) *metrics {
	m := &metrics{log: log, registry: prometheus.NewRegistry()}
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
		m.registry.MustRegister(c)
		return c
	}
	histogram := func(name, help string) prometheus.Histogram {
		h := prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: spans})
		m.registry.MustRegister(h)
		return h
	}
	m.requests = counter("cairn_requests_total", "Requests answered, by route and status.", "route", "status")
	m.commands = histogram("cairn_command_seconds", "Time to answer a command in a match.")
	m.appends = histogram("cairn_append_seconds", "Time until the events of a command are on the disk.")
	m.moves = counter("cairn_moves_total", "Moves made and stored.").WithLabelValues()
	m.ended = counter("cairn_matches_ended_total", "Matches that have ended, by game and reason.", "game", "reason")
	m.security = counter("cairn_security_total", "Security events, by event.", "event")
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// countSecurity returns the log with its security events counted.
func (m *metrics) countSecurity(log *slog.Logger) *slog.Logger {
	return slog.New(securityHandler{log.Handler(), m.security})
}

// countRequest counts an answered request; a stream when it opens.
func (m *metrics) countRequest(r web.Request) {
	m.requests.WithLabelValues(r.Route, strconv.Itoa(r.Status)).Inc()
	if strings.HasPrefix(r.Route, "POST /match/{id}/") || strings.HasPrefix(r.Route, "POST "+web.APIPrefix+"/matches/{id}/") {
		m.commands.Observe(r.Took.Seconds())
	}
}

// gauge adds a value that is read when operators ask.
func (m *metrics) gauge(name, help string, value func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value))
}

// counter adds a count that is read when operators ask.
func (m *metrics) counter(name, help string, value func() int64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, func() float64 { return float64(value()) }))
}

// flag adds a gauge that is 0 or 1.
func (m *metrics) flag(name, help string, value func() bool) {
	m.gauge(name, help, func() float64 {
		if value() {
			return 1
		}
		return 0
	})
}

// number returns a count, and logs why it is not known.
func (m *metrics) number(n int, err error, what string) float64 {
	if err != nil {
		m.log.Error("count "+what, "err", err)
	}
	return float64(n)
}

// watch adds the values of the services.
func (m *metrics) watch(s *services) {
	m.gauge("cairn_streams", "Live streams that are open.", func() float64 { return float64(s.web.Streams.Count()) })
	m.gauge("cairn_matches_live", "Matches that are being played.", func() float64 {
		n, err := s.live.Archive.CountMatches(context.Background(), room.Filter{Statuses: []match.Status{match.Playing}})
		return m.number(n, err, "running matches")
	})
	m.flag("cairn_database_damaged", "1 if the last check of the database found damage.", s.check.damaged.Load)
	m.flag("cairn_bus_connected", "1 if the bus between nodes is connected; 0 if NATS is away.", s.bus.Connected)
	if s.store.pool != nil {
		m.watchNodes(s)
	}
	if w := s.webhook; w != nil {
		m.gauge("cairn_webhook_waiting", "Events that the receiver of the webhook has not confirmed yet.", func() float64 {
			n, _, err := w.Waiting(context.Background())
			return m.number(n, err, "events of the webhook")
		})
		m.counter("cairn_webhook_lost_total", "Events for the webhook that were given up.", w.Lost)
	}
	if s.mail != nil {
		m.counter("cairn_mail_lost_total", "Emails that could not be sent and were given up.", func() int64 { return int64(s.mail.Lost()) })
	}
}

// watchNodes adds the values of the connections to PostgreSQL and of the nodes on it.
func (m *metrics) watchNodes(s *services) {
	pool := s.store.pool
	m.gauge("cairn_database_connections", "Open connections to PostgreSQL.", func() float64 { return float64(pool().OpenConnections) })
	m.gauge("cairn_database_connections_busy", "Connections to PostgreSQL in use.", func() float64 { return float64(pool().InUse) })
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "cairn_database_wait_seconds_total", Help: "Time that calls have waited for a connection to PostgreSQL.",
	}, func() float64 { return pool().WaitDuration.Seconds() }))
	m.gauge("cairn_nodes", "Nodes that are alive.", func() float64 {
		list, err := s.live.Cluster.Alive(context.Background())
		return m.number(len(list), err, "nodes")
	})
	m.gauge("cairn_clock_offset_seconds", "By how much the clock of the database is ahead of the one of this node.", func() float64 {
		return s.live.Cluster.Offset().Seconds()
	})
	m.counter("cairn_matches_behind_total", "Matches whose streams the bus had not woken, found by asking the database.", s.live.Streams.Behind)
	m.counter("cairn_searches_taken_over_total", "Moves of the computer that another node should have made.", s.live.Computer.TakenOver)
}

// handler serves metrics and profiles.
func (m *metrics) handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		ErrorLog: slog.NewLogLogger(m.log.Handler(), slog.LevelError),
	}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

// countAppends returns the store with its appends counted.
func (m *metrics) countAppends(store live.Store) live.Store { return &countedStore{store, m} }

// countedStore counts appends.
type countedStore struct {
	live.Store
	metrics *metrics
}

// Append implements live.Store. It logs a line for each match that ends.
func (s *countedStore) Append(ctx context.Context, c room.Change) error {
	began := time.Now()
	err := s.Store.Append(ctx, c)
	if err != nil {
		return err
	}
	s.metrics.appends.Observe(time.Since(began).Seconds())
	for _, e := range c.Events {
		if e.Kind == match.Moved {
			s.metrics.moves.Inc()
		}
		if e.End.Over() {
			s.metrics.ended.WithLabelValues(c.Info.Game, string(e.End.Reason)).Inc()
			s.metrics.log.Info("match over", "match", c.Info.ID, "game", c.Info.Game, "ply", c.Info.Ply,
				"verdict", e.End.Verdict.String(), "reason", string(e.End.Reason))
		}
	}
	return nil
}

// securityMessage is the message of security events in the log; the attribute
// "event" names the event. docs/operations.md documents both.
const securityMessage = "security"

// securityHandler counts security events, even if the level keeps them out of the
// log.
type securityHandler struct {
	slog.Handler
	events *prometheus.CounterVec
}

// Enabled implements slog.Handler.
func (h securityHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelInfo || h.Handler.Enabled(ctx, level)
}

// Handle implements slog.Handler.
func (h securityHandler) Handle(ctx context.Context, r slog.Record) error {
	if r.Message == securityMessage {
		r.Attrs(func(a slog.Attr) bool {
			if a.Key == "event" {
				h.events.WithLabelValues(a.Value.String()).Inc()
			}
			return a.Key != "event"
		})
	}
	if !h.Handler.Enabled(ctx, r.Level) {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h securityHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return securityHandler{h.Handler.WithAttrs(attrs), h.events}
}

// WithGroup implements slog.Handler.
func (h securityHandler) WithGroup(name string) slog.Handler {
	return securityHandler{h.Handler.WithGroup(name), h.events}
}
