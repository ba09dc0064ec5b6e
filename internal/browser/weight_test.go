// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// mostWeight is how many bytes a first visit may load, everything included.
const mostWeight = 100_000

// scale adds up what comes over the network.
type scale struct {
	mu    sync.Mutex
	bytes float64
	files int
}

// weigh watches a person's network from now on.
func (p *person) weigh() *scale {
	p.t.Helper()
	s := &scale{}
	go collect(chromedp.Events(p.ctx, network.LoadingFinished), func(e network.EventLoadingFinished) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.bytes, s.files = s.bytes+e.EncodedDataLength, s.files+1
	})
	call(p, network.Enable, network.EnableParams{})
	return s
}

func (s *scale) read() (bytes float64, files int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes, s.files
}

// heaviest lists the files of a page with their bytes, the largest first.
const heaviest = `[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .sort((a, b) => b.transferSize - a.transferSize).map(({ name, transferSize }) => transferSize + " " + name.replace(/.*\/static\/[^/]*/, ""))`

// The first visit of a browser that knows nothing yet: all files of a page
// together, as they come over the network with their headers.
func TestPageWeight(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	over := s.history()
	running := s.regular("Dan").meets(s.regular("Eli"), "fanorona", "")
	for name, path := range map[string]string{
		"front": "/", "match": "/match/" + running, "match over": "/match/" + over, "replay": "/match/" + over + "?ply=9", "lesson": "/learn/fanorona",
		"settings": "/settings", "profile": "/player/Ann",
	} {
		p := s.person(name) // a browser of its own: nothing is kept
		weight := p.weigh()
		p.open(path)
		p.await("everything to be loaded", `document.readyState === "complete" && document.fonts.status === "loaded"`)
		resources := read[int](p, `performance.getEntriesByType("resource").filter(({ entryType, initiatorType }) => initiatorType !== "beacon").length`)
		p.until("all files to be weighed", func() bool { _, files := weight.read(); return files > resources })
		bytes, files := weight.read()
		t.Logf("%s: %.1f kB in %d files", name, bytes/1000, files)
		if bytes >= mostWeight {
			t.Errorf("%s: %.0f bytes, want under %d:\n\t%s", name, bytes, mostWeight, strings.Join(read[[]string](p, heaviest), "\n\t"))
		}
	}
}
