// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"syscall"
	"time"
)

// Limits of one request. They do not apply to an open live stream, which has limits
// of its own.
const (
	headerTime = 10 * time.Second
	readTime   = time.Minute // an upload over a slow line
	writeTime  = time.Minute
	idleTime   = 2 * time.Minute
	maxHeader  = 32 << 10 // bytes
)

// newHTTPServer returns a server with time limits.
func newHTTPServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       readTime,
		WriteTimeout:      writeTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug), // misbehaving clients
	}
}

// listen opens a listener.
func listen(address string) (net.Listener, error) {
	settings := net.ListenConfig{Control: endSilent}
	listener, err := settings.Listen(context.Background(), "tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("another program listens on %s: stop it, or choose another address", address)
	}
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	return listener, nil
}
