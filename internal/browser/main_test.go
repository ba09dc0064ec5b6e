// SPDX-License-Identifier: Apache-2.0

// Package browser_test plays on the real pages in a real Chromium: people are
// isolated browser contexts that click, type and read, and the server is a process
// of its own that can be killed. It looks at nothing but what a person sees, and
// tests no rules: what a board must show is asked of the games themselves.
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
	flag.Parse()
	code := m.Run()
	closeChromium()
	os.Exit(code)
}

// chromium is the one browser of all tests, started by the first that needs it.
var chromium struct {
	once sync.Once
	ctx  context.Context
	err  error
}

// errNoChromium says that there is no browser to test with.
var errNoChromium = errors.New("no chromium found: install the package chromium")

// browser returns the context of the running browser. The tests are skipped unless
// they are asked for, so that a plain go test stays quick. Without a browser they
// are skipped on a person's machine, and fail where everything must be tested.
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
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("hide-scrollbars", true))
	allocator, _ := chromedp.NewExecAllocator(context.Background(), options...) // ended by closeChromium
	ctx, _ := chromedp.NewContext(allocator)
	return ctx, chromedp.Do(ctx) // starts it, with a fresh folder for its data
}

func findChromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// closeChromium ends the browser if it runs, and removes its data.
func closeChromium() {
	if chromium.ctx != nil {
		_ = chromedp.Cancel(chromium.ctx)
	}
}
