// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"cairn/internal/failure"
)

// catchUpEvery is how often a node asks a shared store for what the bus may have
// lost.
const catchUpEvery = 2 * time.Second

// tidyEvery is how often a node looks for what another has left when it ended.
const tidyEvery = 10 * time.Second

// readers are the streams of matches on this node.
type readers struct {
	mu      sync.Mutex
	matches map[string]*readership
}

// readership is the streams of one match.
type readership struct {
	watches map[*Watch]bool
	phrase  int // the number of the last phrase, when last asked
}

// enter adds a stream and returns the function that removes it.
func (r *readers) enter(w *Watch) (leave func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	of := r.matches[w.id]
	if of == nil {
		of = &readership{watches: map[*Watch]bool{}}
		r.matches[w.id] = of
	}
	of.watches[w] = true
	return func() {
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

// wake wakes the streams of a match that are behind what the store has, and
// reports whether there were any.
func (r *readers) wake(id string, state MatchState) (behind bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	of := r.matches[id]
	if of == nil {
		return false
	}
	spoken := of.phrase != state.Phrase
	of.phrase = state.Phrase
	for w := range of.watches {
		late := int(w.shown.Load()) < state.Seq
		behind = behind || late
		if late || spoken {
			w.wake(state.Seq)
		}
	}
	return behind
}

// look wakes the streams of a match to look at what is beside it.
func (r *readers) look(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if of := r.matches[id]; of != nil {
		for w := range of.watches {
			w.wake(0)
		}
	}
}

// wake makes the stream look for a seq and at what is beside the match. A wake that
// it has not yet seen is enough if that asks for the same.
func (w *Watch) wake(seq int) {
	for {
		select {
		case w.caught <- seq:
			return
		default:
		}
		select {
		case waiting := <-w.caught:
			seq = max(seq, waiting)
		default:
		}
	}
}

// watch catches up with the store until the service stops.
func (n *Nodes) watch(ctx context.Context) {
	ticker, tidy, over := time.NewTicker(catchUpEvery), time.NewTicker(tidyEvery), time.NewTicker(takeOverEvery)
	defer ticker.Stop()
	defer tidy.Stop()
	defer over.Stop()
	log := failure.NewLog(n.log, n.time.Now, "keep up with other nodes")
	log.Note(n.tidy(ctx))
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			log.Note(n.catchUp(ctx))
		case <-tidy.C:
			log.Note(n.tidy(ctx))
		case <-over.C:
			log.Note(n.takeOver(ctx))
		}
	}
}

// catchUp asks the store how far the matches are that have streams here, and wakes
// those streams that are behind. The same for challenges.
func (n *Nodes) catchUp(ctx context.Context) error {
	states, err := n.store.FindStates(ctx, n.readers.ids())
	for id, state := range states {
		if n.readers.wake(id, state) {
			n.behind.Add(1)
		}
	}
	return errors.Join(err, n.catchUpChallenges(ctx))
}

// catchUpChallenges wakes the pages here of users whose open challenges have changed. Pages
// have read them when they were opened, so the first time there is nothing to report.
func (n *Nodes) catchUpChallenges(ctx context.Context) error {
	list, err := n.store.FindOpenChallenges(ctx)
	if err != nil {
		return err
	}
	open := make(map[string]Challenge, len(list))
	for _, c := range list {
		open[c.ID] = c
		if _, known := n.open[c.ID]; !known && n.open != nil {
			n.rooms.notices.wakeHere(c.From, c.To)
		}
	}
	for id, c := range n.open {
		if _, still := open[id]; !still {
			n.rooms.notices.wakeHere(c.From, c.To)
		}
	}
	n.open = open
	return nil
}
