// SPDX-License-Identifier: Apache-2.0

package presence

import (
	"sync"
	"time"
)

// seekGrace is how long a seek outlives its last stream: long enough to go to
// another page of the site.
const seekGrace = 10 * time.Second

// Seeks knows which seeks have a page with a stream. Seeks of pages without
// script are not in it; they live on as long as their page is read.
type Seeks struct {
	now       func() time.Time
	elsewhere *elsewhere

	mu    sync.Mutex
	seeks map[string]*attendance
}

// Enter notes a stream and returns the function that ends it.
func (s *Seeks) Enter(id string) (leave func()) {
	s.note(id, 1)
	return func() { s.note(id, -1) }
}

func (s *Seeks) note(id string, streams int) {
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.seeks[id]
	if a == nil {
		a = &attendance{}
		s.seeks[id] = a
	}
	a.note(streams, now, 0)
}

// Visit notes that a page was read: its stream, if it has one, comes later.
func (s *Seeks) Visit(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a := s.seeks[id]; a != nil && a.streams == 0 {
		delete(s.seeks, id)
	}
}

// Left reports whether the last stream of a seek, on any node, has been closed for
// some time, and no page was read since; read is when the page was last read.
func (s *Seeks) Left(id string, read, now time.Time) bool {
	a, known := s.elsewhere.seek(id)
	s.mu.Lock()
	defer s.mu.Unlock()
	if here := s.seeks[id]; here != nil {
		known = true
		a.streams += here.streams
		if here.seen.After(a.seen) {
			a.seen = here.seen
		}
	}
	return known && a.streams == 0 && now.Sub(a.seen) >= seekGrace && !read.After(a.seen)
}

// stays returns the seeks that have or had a stream on this node.
func (s *Seeks) stays() map[string]stay {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make(map[string]stay, len(s.seeks))
	for id, a := range s.seeks {
		list[id] = stayOf(a)
	}
	return list
}

// Forget drops seeks without a stream for an age.
func (s *Seeks) Forget(age time.Duration) {
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, a := range s.seeks {
		if a.streams == 0 && now.Sub(a.seen) >= age {
			delete(s.seeks, id)
		}
	}
}
