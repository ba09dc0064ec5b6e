// SPDX-License-Identifier: Apache-2.0

package server

import (
	"log/slog"
	"net/http"
)

// What the tests need of the inside.
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
