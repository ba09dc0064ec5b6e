// SPDX-License-Identifier: Apache-2.0

package server

import (
	"log/slog"
	"net"
	"net/http"

	"cairn/internal/config"
)

// Internals for tests.
var (
	Redirect   = redirect
	SecureHome = secureHome
)

// CountSecurity returns a log whose security events are counted, and the pages that
// show the counts.
func CountSecurity(log *slog.Logger) (*slog.Logger, http.Handler) {
	m := newMetrics(log)
	return m.countSecurity(log), m.handler()
}

// Limit bounds the connections of a listener for a process with so many files.
// Changed is the ConnState of its server.
func Limit(l net.Listener, c *config.Config, files int, log *slog.Logger) (limited net.Listener, changed func(net.Conn, http.ConnState)) {
	all := newConnections(c, files, log)
	return all.limit(l), all.changed
}

// Functions of memory.go.
var (
	GarbagePercent = garbagePercent
	MemoryOf       = memoryOf
)

// Rests returns after which of these seconds, with so many megabytes allocated in each, a
// server comes to rest.
func Rests(megabytes ...uint64) (seconds []int) {
	var r quietDetector
	for i, rate := range megabytes {
		if r.add(rate << 20) {
			seconds = append(seconds, i+1)
		}
	}
	return seconds
}
