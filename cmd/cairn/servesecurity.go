// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"
)

// securityMessage is how the pages log what somebody who guards the site wants to
// know; which it is stands in the attribute "event". docs/operations.md promises
// both to programs that read the log.
const securityMessage = "security"

// securityHandler is a log that counts those events on their way, also where the
// level keeps them out of the log.
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
