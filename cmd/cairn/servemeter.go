// SPDX-License-Identifier: Apache-2.0

package main

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
	"cairn/internal/mailer"
	"cairn/internal/web"
	"cairn/match"
)

// meter counts what a server does, for operators.
type meter struct {
	log      *slog.Logger
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	commands prometheus.Histogram
	appends  prometheus.Histogram
	moves    prometheus.Counter
	ended    *prometheus.CounterVec
	security *prometheus.CounterVec
}

// spans are the bounds of histograms in seconds, from half a millisecond to four
// seconds.
var spans = prometheus.ExponentialBuckets(0.0005, 2, 14)

func newMeter(log *slog.Logger) *meter {
	m := &meter{
		log:      log,
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "cairn_requests_total", Help: "Requests answered, by route and status.",
		}, []string{"route", "status"}),
		commands: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "cairn_command_seconds", Help: "Time to answer a command in a match.", Buckets: spans,
		}),
		appends: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "cairn_append_seconds", Help: "Time until the events of a command are on the disk.", Buckets: spans,
		}),
		moves: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "cairn_moves_total", Help: "Moves made and stored.",
		}),
		ended: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "cairn_matches_ended_total", Help: "Matches that have ended, by game and reason.",
		}, []string{"game", "reason"}),
		security: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "cairn_security_total", Help: "What is logged as msg=security, by event.",
		}, []string{"event"}),
	}
	m.registry.MustRegister(m.requests, m.commands, m.appends, m.moves, m.ended, m.security,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// listen returns the same log, with what concerns security counted.
func (m *meter) listen(log *slog.Logger) *slog.Logger {
	return slog.New(securityHandler{log.Handler(), m.security})
}

// post adds how many letters were given up; there may be no queue.
func (m *meter) post(q *mailer.Queue) {
	if q == nil {
		return
	}
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "cairn_letters_lost_total", Help: "Letters that could not be sent and were given up.",
	}, func() float64 { return float64(q.Lost()) }))
}

// request counts an answered request; a stream, once it is open.
func (m *meter) request(r web.Request) {
	m.requests.WithLabelValues(r.Route, strconv.Itoa(r.Status)).Inc()
	if strings.HasPrefix(r.Route, "POST /match/{id}/") {
		m.commands.Observe(r.Took.Seconds())
	}
}

// gauge adds what is looked up when somebody asks.
func (m *meter) gauge(service *live.Service, pages *web.Server) {
	streams := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "cairn_streams", Help: "Live streams that are open.",
	}, func() float64 { return float64(pages.Streams()) })
	running := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "cairn_matches_live", Help: "Matches that are being played.",
	}, func() float64 {
		list, err := service.Matches(context.Background(), live.Filter{Statuses: []match.Status{match.Playing}})
		if err != nil {
			m.log.Error("count running matches", "err", err)
		}
		return float64(len(list))
	})
	m.registry.MustRegister(streams, running)
}

// handler answers operators.
func (m *meter) handler() http.Handler {
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

// watch returns the same store, with what it stores counted.
func (m *meter) watch(store live.Store) live.Store { return &metered{store, m} }

// metered is a store that is counted.
type metered struct {
	live.Store
	meter *meter
}

// Append implements live.Store. One line is logged for each match that ends.
func (s *metered) Append(ctx context.Context, c live.Change) error {
	began := time.Now()
	err := s.Store.Append(ctx, c)
	if err != nil {
		return err
	}
	s.meter.appends.Observe(time.Since(began).Seconds())
	for _, e := range c.Events {
		if e.Kind == match.Moved {
			s.meter.moves.Inc()
		}
		if e.End.Over() {
			s.meter.ended.WithLabelValues(c.Info.Game, string(e.End.Reason)).Inc()
			s.meter.log.Info("match over", "match", c.Info.ID, "game", c.Info.Game, "ply", c.Info.Ply,
				"verdict", e.End.Verdict.String(), "reason", string(e.End.Reason))
		}
	}
	return nil
}
