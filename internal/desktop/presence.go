// SPDX-License-Identifier: Apache-2.0

package desktop

import (
	"fmt"
	"net/http"
	"sync"
	"time"
)

// presence counts the open pages of the window; each page holds a request open.
type presence struct {
	grace time.Duration
	gone  func() // called when no page has been open for grace

	mu    sync.Mutex
	pages int
	timer *time.Timer
}

// enter counts a page until leave is called.
func (p *presence) enter() (leave func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pages++
	if p.timer != nil {
		p.timer.Stop()
	}
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.pages--; p.pages == 0 {
			p.timer = time.AfterFunc(p.grace, p.check)
		}
	}
}

// check ends the program if no page is open.
func (p *presence) check() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pages == 0 {
		p.gone()
	}
}

// ServeHTTP implements http.Handler: an event stream without events, until the page
// is closed.
func (p *presence) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer p.enter()()
	control := http.NewResponseController(w)
	_ = control.SetWriteDeadline(time.Time{}) // on an error the page reconnects after the deadline
	_ = control.SetReadDeadline(time.Time{})
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	fmt.Fprint(w, ": open\n\n")
	_ = control.Flush() // the page may be gone
	<-r.Context().Done()
}
