// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"
)

// catchUpEvery is how often a node asks a shared store for changes whose message the bus
// may have lost.
const catchUpEvery = 2 * time.Second

// Store finds the states of matches.
type Store interface {
	// FindStates returns the states of matches; it leaves out unknown matches.
	FindStates(ctx context.Context, ids []string) (map[string]State, error)
}

// State holds the latest seq and phrase of a match.
type State struct {
	Seq    int
	Phrase int // the number of the last phrase, 0 without one
}

// Run finds the matches whose readers the bus has not woken, until the context ends.
func (s *Streams) Run(ctx context.Context) {
	s.env.Cluster.CatchUp(ctx, "find changed matches", catchUpEvery, s.CatchUp)
}

// CatchUp asks the store for the states of all matches with streams on this node, and
// wakes the streams that are behind.
func (s *Streams) CatchUp(ctx context.Context) error {
	states, err := s.store.FindStates(ctx, s.readers.ids())
	for id, state := range states {
		if s.readers.wake(id, state) {
			s.behind.Add(1)
		}
	}
	return err
}

// readers are the streams of matches on this node.
type readers struct {
	mu      sync.Mutex
	matches map[string]*readership
}

// readership is the streams of one match, each with the channel that wakes it.
type readership struct {
	watches map[*Watch]chan int
	phrase  int // the number of the last phrase, when last asked
}

// enter adds a stream. It returns the channel that wakes it, and the function that removes
// it.
func (r *readers) enter(w *Watch) (caught <-chan int, leave func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	of := r.matches[w.id]
	if of == nil {
		of = &readership{watches: map[*Watch]chan int{}}
		r.matches[w.id] = of
	}
	wakes := make(chan int, 1)
	of.watches[w] = wakes
	return wakes, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(of.watches, w)
		if len(of.watches) == 0 && r.matches[w.id] == of {
			delete(r.matches, w.id)
		}
	}
}

// ids returns the matches that have streams.
func (r *readers) ids() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Collect(maps.Keys(r.matches))
}

// wake wakes the streams of a match that lag behind the store, and reports whether there
// were any.
func (r *readers) wake(id string, state State) (behind bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	of := r.matches[id]
	if of == nil {
		return false
	}
	spoken := of.phrase != state.Phrase
	of.phrase = state.Phrase
	for w, wakes := range of.watches {
		late := int(w.shown.Load()) < state.Seq
		behind = behind || late
		if late || spoken {
			coalesce(wakes, state.Seq)
		}
	}
	return behind
}

// refresh wakes the streams of a match to read its extras.
func (r *readers) refresh(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if of := r.matches[id]; of != nil {
		for _, wakes := range of.watches {
			coalesce(wakes, 0)
		}
	}
}

// coalesce wakes a stream to read up to a seq, and the extras. Wake-ups coalesce: the
// highest seq remains.
func coalesce(wakes chan int, seq int) {
	for {
		select {
		case wakes <- seq:
			return
		default:
		}
		select {
		case waiting := <-wakes:
			seq = max(seq, waiting)
		default:
		}
	}
}
