// SPDX-License-Identifier: Apache-2.0

package presence

import (
	"sync"
	"time"
)

// attendance is the presence of a player, a user or a page.
type attendance struct {
	streams int
	seen    time.Time // the last request, or the end of the last stream
	until   time.Time // present until then without a stream
}

func (a *attendance) here(now time.Time) bool {
	return a != nil && (a.streams > 0 || now.Before(a.until))
}

// merge adds an attendance on another node.
func (a *attendance) merge(other attendance) {
	a.streams += other.streams
	if other.seen.After(a.seen) {
		a.seen = other.seen
	}
	if other.until.After(a.until) {
		a.until = other.until
	}
}

// registry holds the attendances on this node of one kind of key: seats, users or seeks.
type registry[K comparable] struct {
	now       func() time.Time
	elsewhere *elsewhere
	announced func(*roster) map[string]stay // the part of a roster with such keys
	name      func(K) string                // of a key in a roster

	mu    sync.Mutex
	known map[K]*attendance
	swept time.Time
}

func newRegistry[K comparable](now func() time.Time, e *elsewhere, announced func(*roster) map[string]stay, name func(K) string) registry[K] {
	return registry[K]{now: now, elsewhere: e, announced: announced, name: name, known: map[K]*attendance{}}
}

func identity(id string) string { return id }

// note adds to the streams of a key and sets when it was last seen; without a stream it
// stays present for a time. It reports whether the key was present before. The registry
// is locked.
func (r *registry[K]) note(k K, streams int, now time.Time, stays time.Duration) (before bool) {
	a := r.known[k]
	before = a.here(now)
	if a == nil {
		a = &attendance{}
		r.known[k] = a
	}
	a.streams += streams
	a.seen, a.until = now, now.Add(stays)
	return before
}

// find returns the attendance of a key on all nodes together.
func (r *registry[K]) find(k K) (a attendance, known bool) {
	if !r.elsewhere.none() {
		a, known = r.elsewhere.find(r.announced, r.name(k))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if here := r.known[k]; here != nil {
		known = true
		a.merge(*here)
	}
	return a, known
}

// stays returns the attendances on this node to announce: of present keys, and of keys
// seen within an age.
func (r *registry[K]) stays(age time.Duration) map[string]stay {
	now := r.now()
	r.mu.Lock()
	defer r.mu.Unlock()
	list := make(map[string]stay, len(r.known))
	for k, a := range r.known {
		if a.here(now) || now.Sub(a.seen) < age {
			list[r.name(k)] = stayOf(a)
		}
	}
	return list
}
