// SPDX-License-Identifier: Apache-2.0

package explore

import (
	"context"
	"sync"
	"time"

	"cairn/catalog"
	"cairn/engine"
	"cairn/game"
	"cairn/internal/fair"
	"cairn/internal/study"
	"cairn/internal/study/library"
)

const (
	// openingNodes bounds the search of one opening, openingTime the search of all openings of a game.
	openingNodes = 50_000
	openingTime  = 5 * time.Minute
)

// estimates are what the engine finds of the first moves that no table knows. They are
// made once, in the background, for one game at a time, and kept while the server runs.
type estimates struct {
	mu      sync.Mutex
	known   map[string]map[string]study.Worth // by game and first move
	running bool
}

// estimate adds estimates to openings, and reports whether some are still to come.
func (s *handlers) estimate(entry *catalog.Entry, list []library.Opening) (working bool) {
	s.estimates.mu.Lock()
	defer s.estimates.mu.Unlock()
	known := s.estimates.known[entry.Info().ID]
	var missing []string
	for i := range list {
		o := &list[i]
		if o.Worth.Exact {
			continue
		}
		if w, ok := known[o.Moves[0]]; ok {
			o.Worth = w
			continue
		}
		missing = append(missing, o.Moves[0])
	}
	if len(missing) > 0 && !s.estimates.running {
		s.estimates.running = true
		go s.search(entry, missing)
	}
	return len(missing) > 0
}

// search makes the estimates of some first moves. A failed estimate is retried on the
// next request for it.
func (s *handlers) search(entry *catalog.Entry, moves []string) {
	ctx, cancel := context.WithTimeout(s.core.Ended, openingTime)
	defer cancel()
	found := map[string]study.Worth{}
	for _, move := range moves {
		state, err := entry.Start().Play(move)
		if err != nil {
			continue
		}
		if w, ok := s.worthOf(ctx, entry, state); ok {
			found[move] = w
		}
	}
	s.estimates.mu.Lock()
	defer s.estimates.mu.Unlock()
	s.estimates.running = false
	id := entry.Info().ID
	if s.estimates.known[id] == nil {
		s.estimates.known[id] = map[string]study.Worth{}
	}
	for move, w := range found {
		s.estimates.known[id][move] = w
	}
}

// worthOf searches a position and returns what it is worth to the side that has moved.
func (s *handlers) worthOf(ctx context.Context, entry *catalog.Entry, state game.State) (w study.Worth, ok bool) {
	var last catalog.Answer
	q := catalog.Question{State: state, Limits: engine.Limits{Nodes: openingNodes}}
	err := s.core.Analyst.Search(ctx, fair.Client{}, entry, q, func(a catalog.Answer) { last = a })
	return study.Worth{Plies: -1, Score: -last.Score, Depth: last.Depth + 1}, err == nil && last.Move != ""
}
