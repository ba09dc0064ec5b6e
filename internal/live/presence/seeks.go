// SPDX-License-Identifier: Apache-2.0

package presence

import (
	"maps"
	"time"
)

// seekGrace is how long a seek outlives its last stream: long enough to go to
// another page of the site.
const seekGrace = 10 * time.Second

// Seeks knows which seeks have a page with a stream. It leaves out seeks of pages without
// script, which live on as long as their page is read.
type Seeks struct{ registry[string] }

// Enter notes a stream and returns the function that ends it.
func (s *Seeks) Enter(id string) (leave func()) {
	s.noteSeek(id, 1)
	return func() { s.noteSeek(id, -1) }
}

func (s *Seeks) noteSeek(id string, streams int) {
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.note(id, streams, now, 0)
}

// Visit notes that a page was read: its stream, if it has one, comes later.
func (s *Seeks) Visit(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a := s.known[id]; a != nil && a.streams == 0 {
		delete(s.known, id)
	}
}

// Left reports whether the last stream of a seek, on any node, has been closed for
// some time, and no page was read since; read is when the page was last read.
func (s *Seeks) Left(id string, read, now time.Time) bool {
	a, known := s.find(id)
	return known && a.streams == 0 && now.Sub(a.seen) >= seekGrace && !read.After(a.seen)
}

// Forget drops seeks without a stream for an age.
func (s *Seeks) Forget(age time.Duration) {
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.DeleteFunc(s.known, func(_ string, a *attendance) bool { return a.streams == 0 && now.Sub(a.seen) >= age })
}
