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
	others *others

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

// left reports whether the last stream of a seek, on any node, has been closed for
// some time, and no page was read since.
func (p *seekPages) left(seek *Seek, now time.Time) bool {
	a, known := p.others.seek(seek.ID)
	p.mu.Lock()
	defer p.mu.Unlock()
	if here := p.seeks[seek.ID]; here != nil {
		known = true
		a.streams += here.streams
		if here.seen.After(a.seen) {
			a.seen = here.seen
		}
	}
	return known && a.streams == 0 && now.Sub(a.seen) >= seekGrace && !seek.Seen.After(a.seen)
}

// stays returns the seeks that have or had a stream on this node.
func (p *seekPages) stays() map[string]stay {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := make(map[string]stay, len(p.seeks))
	for id, a := range p.seeks {
		list[id] = stayOf(a)
		if a.streams == 0 {
			list[id] = stay{a.seen.UnixMilli(), a.seen.UnixMilli()}
		}
	}
	return list
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
