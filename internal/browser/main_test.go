// SPDX-License-Identifier: Apache-2.0

// Package browser_test plays on the real pages in a real Chromium: people are
// isolated browser contexts that click, type and read, and the server is a process
// of its own that can be killed. It looks at nothing but what a person sees, and
// tests no rules: what a board must show is asked of the games themselves.
package browser_test

import (
	"flag"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	if data := os.Getenv(serveData); data != "" {
		os.Exit(serve(os.Getenv(serveAddress), data))
	}
	flag.Parse()
	code := m.Run()
	closeChromium()
	os.Exit(code)
}
