// SPDX-License-Identifier: Apache-2.0

// Package browser_test uses the pages in a real Chromium. Each person is an isolated
// browser context that clicks, types and reads; the server is a separate process
// that can be killed. The tests look only at what a person sees. They test no rules:
// the game packages say what a board must show.
//
// All tests run in parallel in one browser, as many at a time as there are
// processors (-parallel of go test).
package browser_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

func TestMain(m *testing.M) {
	if data := os.Getenv(serveData); data != "" {
		os.Exit(serve(os.Getenv(serveAddress), data))
	}
	if len(os.Args) == 2 && os.Args[1] == engineArgument {
		os.Exit(engineProcess())
	}
	if server := os.Getenv(terminalServer); server != "" {
		os.Exit(terminal(server, os.Getenv(terminalMatch)))
	}
	flag.Parse()
	code := m.Run()
	closeChromium()
	os.Exit(code)
}

// chromium is the browser of all tests. The first test that needs it starts it.
var chromium struct {
	once sync.Once
	ctx  context.Context
	err  error
}

var errNoChromium = errors.New("no Chromium found: make setup installs it")

// browser returns the context of the running browser. It skips the test unless
// CAIRN_BROWSER is set, so that a plain go test is fast. Without Chromium the test is
// skipped, or fails where the variable CI is set.
func browser(t *testing.T) context.Context {
	t.Helper()
	if os.Getenv("CAIRN_BROWSER") == "" {
		t.Skip("NOT TESTED: whole games in a browser take minutes; make browser runs them, or CAIRN_BROWSER=1")
	}
	chromium.once.Do(func() { chromium.ctx, chromium.err = openChromium() })
	switch {
	case errors.Is(chromium.err, errNoChromium) && os.Getenv("CI") == "":
		t.Skipf("NOT TESTED: %v", chromium.err)
	case chromium.err != nil:
		t.Fatal(chromium.err)
	}
	return chromium.ctx
}

func openChromium() (context.Context, error) {
	path := findChromium()
	if path == "" {
		return nil, errNoChromium
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.WSURLReadTimeout(patience), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("hide-scrollbars", true))
	allocator, _ := chromedp.NewExecAllocator(context.Background(), options...) // ended by closeChromium
	ctx, _ := chromedp.NewContext(allocator)
	return ctx, chromedp.Do(ctx) // starts it, with a fresh folder for its data
}

// findChromium prefers the headless shell: the same browser without windows, which
// needs a third of the processor time.
func findChromium() string {
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// closeChromium closes the browser if it runs, and removes its data.
func closeChromium() {
	if chromium.ctx != nil {
		_ = chromedp.Cancel(chromium.ctx)
	}
}
