// SPDX-License-Identifier: Apache-2.0

package main

import (
	"log/slog"
	"net/http"
	"time"
)

// Limits of one request. A live stream is none any more once it is open: it has
// limits of its own.
const (
	headerTime = 10 * time.Second
	readTime   = time.Minute // an upload over a slow line
	writeTime  = time.Minute
	idleTime   = 2 * time.Minute
	maxHeader  = 32 << 10 // bytes
)

// newHTTPServer returns a server that waits for nobody for ever.
func newHTTPServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       readTime,
		WriteTimeout:      writeTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug), // clients that misbehave
	}
}
