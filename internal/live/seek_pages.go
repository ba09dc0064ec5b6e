// SPDX-License-Identifier: Apache-2.0

package live

import (
	"sync"
	"time"
)

// seekGrace is how long a seek outlives its last stream: long enough to go to
// another page of the site.
const seekGrace = 10 * time.Second

// seekPages knows which seeks have a page with a stream. Seeks of pages without
// script are not in it; they live on as long as their page is read.
type seekPages struct {
	mu    sync.Mutex
	seeks map[string]*attendance
}

// enter notes a stream and returns the function that ends it.
func (p *seekPages) enter(id string, now func() time.Time) (leave func()) {
	p.note(id, 1, now())
	return func() { p.note(id, -1, now()) }
}

func (p *seekPages) note(id string, streams int, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.seeks == nil {
		p.seeks = map[string]*attendance{}
	}
	a := p.seeks[id]
	if a == nil {
		a = &attendance{}
		p.seeks[id] = a
	}
	a.streams += streams
	a.seen = now
}

// visit notes that a page was read: its stream, if it has one, comes later.
func (p *seekPages) visit(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if a := p.seeks[id]; a != nil && a.streams == 0 {
		delete(p.seeks, id)
	}
}

// left reports whether the last stream of a seek has been closed for some time.
func (p *seekPages) left(id string, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.seeks[id]
	return a != nil && a.streams == 0 && now.Sub(a.seen) >= seekGrace
}

// forget drops seeks that ended long ago.
func (p *seekPages) forget(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id, a := range p.seeks {
		if a.streams == 0 && now.Sub(a.seen) >= seekLife {
			delete(p.seeks, id)
		}
	}
}
