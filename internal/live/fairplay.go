// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"strconv"
	"sync"
	"time"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/failure"
	"cairn/match"
)

// ErrRunning refuses help in a position that stands in a rated match.
var ErrRunning = failure.New(failure.Forbidden, RunningKey)

// RunningKey is the key of ErrRunning.
const RunningKey = "running"

// fairPlay knows the positions of the rated matches that are being played, so that
// help in them can be refused. Changes of this node are known at once, those of other
// nodes after otherNodes. No move waits for the store here.
type fairPlay struct {
	store  Store
	games  *catalog.Catalog
	shared bool

	reading sync.Mutex // held while the store is read

	mu      sync.Mutex
	read    time.Time           // when the store was read last; zero for never
	matches map[string]standing // by id
	since   map[string]standing // what has changed since reading began, ended matches too; nil if the store is not being read
	count   map[string]int      // by key of a position
}

// otherNodes is how often the matches of other nodes are read, at most.
const otherNodes = time.Second

// standing is where a match stands. The key of one that is over is empty.
type standing struct {
	seq int
	key string
}

// Refuse returns ErrRunning if a position stands in a rated match that is being played
// here, up to symmetry and the clock of quiet turns. The start of the game is never
// refused: everyone knows it before the match.
func (s *Service) Refuse(ctx context.Context, entry *catalog.Entry, state game.State) error {
	key := keyOf(entry, state)
	if key == keyOf(entry, entry.Start()) {
		return nil
	}
	if err := s.fair.refresh(ctx); err != nil {
		return err
	}
	s.fair.mu.Lock()
	defer s.fair.mu.Unlock()
	if s.fair.count[key] > 0 {
		return ErrRunning
	}
	return nil
}

// refresh reads the running matches from the store: once, and again if other nodes may
// have changed them.
func (f *fairPlay) refresh(ctx context.Context) error {
	if f.fresh() {
		return nil
	}
	f.reading.Lock()
	defer f.reading.Unlock()
	if f.fresh() {
		return nil // another caller has read it
	}
	f.mu.Lock()
	f.since = map[string]standing{}
	f.mu.Unlock()
	list, err := f.store.FindMatches(ctx, Filter{Statuses: []match.Status{match.Playing}, Rated: true})
	found := map[string]standing{}
	for i := range list {
		found[list[i].ID] = f.standing(&list[i])
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err == nil {
		f.replace(found)
	}
	f.since = nil
	return err
}

func (f *fairPlay) fresh() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return !f.read.IsZero() && (!f.shared || time.Since(f.read) < otherNodes)
}

// replace sets all matches to those found in the store, and those that have changed
// since to what they are now.
func (f *fairPlay) replace(found map[string]standing) {
	for id, at := range f.since {
		if at.seq >= found[id].seq {
			found[id] = at
		}
	}
	f.read, f.matches, f.count = time.Now(), map[string]standing{}, map[string]int{}
	for id, at := range found {
		f.set(id, at)
	}
}

// set notes where a match stands.
func (f *fairPlay) set(id string, at standing) {
	if known, ok := f.matches[id]; ok {
		delete(f.matches, id)
		if f.count[known.key]--; f.count[known.key] == 0 {
			delete(f.count, known.key)
		}
	}
	if at.key != "" {
		f.matches[id] = at
		f.count[at.key]++
	}
}

// standing reads the position of a match.
func (f *fairPlay) standing(info *Info) standing {
	at := standing{seq: info.Seq}
	if info.Status != match.Playing {
		return at
	}
	if entry, err := f.games.Find(info.Game); err == nil {
		if state, err := entry.Parse(info.Position); err == nil {
			at.key = keyOf(entry, state)
		}
	}
	return at
}

// changed notes a change of a match of this node.
func (f *fairPlay) changed(info *Info) {
	if !info.Rated {
		return
	}
	at := f.standing(info)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.since != nil {
		f.since[info.ID] = at
	}
	if !f.read.IsZero() {
		f.set(info.ID, at)
	}
}

// keyOf is the same for positions with the same men, hands and side to move, and for
// those that a symmetry of the board maps to each other.
func keyOf(entry *catalog.Entry, state game.State) string {
	view := state.View()
	var least, men string
	image := make([]byte, len(view.Men))
	for _, symmetry := range entry.Symmetries() {
		for p, man := range view.Men {
			image[symmetry[p]] = "-wb"[man]
		}
		if men = string(image); least == "" || men < least {
			least = men
		}
	}
	return entry.Info().ID + " " + least + " " + view.Turn.Letter() +
		" " + strconv.Itoa(view.Sides[game.White].Hand) + "," + strconv.Itoa(view.Sides[game.Black].Hand)
}
