// SPDX-License-Identifier: Apache-2.0

package computer

import (
	"context"
	"strconv"
	"sync"
	"time"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/match"
)

// ErrRunning refuses help in a position of a running match between people.
var ErrRunning = failure.New(failure.Forbidden, RunningKey)

// RunningKey is the key of ErrRunning.
const RunningKey = "running"

// FairPlay knows the positions of the matches between people that are being played, so that
// help in them can be refused. Changes of this node are known at once, changes of other
// nodes after lagFor. No move waits for the store here.
type FairPlay struct {
	store Store
	env   room.Env

	reading sync.Mutex // held while the store is read

	mu      sync.Mutex
	read    time.Time          // when the store was read last; zero for never
	matches map[string]running // by id
	since   map[string]running // changes since reading began, ends of matches too; nil if the store is not being read
	count   map[string]int     // by key of a position
}

const (
	// lagFor is how often the matches of other nodes are read, at most.
	lagFor = time.Second
	// commitWithin is how much later than its time a change is in the store.
	commitWithin = time.Minute
)

// running is the position of a match at a seq. The key of a match that is over is empty.
type running struct {
	seq int
	key string
}

// NewFairPlay returns the positions of the matches in a store.
func NewFairPlay(store Store, env room.Env, rooms *room.Rooms) *FairPlay {
	f := &FairPlay{store: store, env: env, matches: map[string]running{}, count: map[string]int{}}
	rooms.OnChange(func(_ context.Context, _, after *room.Info) { f.changed(after) })
	return f
}

// Refuse returns ErrRunning for a position of a running match between people, rated or
// casual, up to symmetry and
// the clock of quiet turns. The start of the game is never
// refused: everyone knows it before the match.
func (f *FairPlay) Refuse(ctx context.Context, entry *catalog.Entry, state game.State) error {
	key := keyOf(entry, state)
	if key == keyOf(entry, entry.Start()) {
		return nil
	}
	if err := f.refresh(ctx); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.count[key] > 0 {
		return ErrRunning
	}
	return nil
}

// refresh reads the running matches from the store: all the first time, then those that
// other nodes may have changed.
func (f *FairPlay) refresh(ctx context.Context) error {
	if _, fresh := f.lastRead(); fresh {
		return nil
	}
	f.reading.Lock()
	defer f.reading.Unlock()
	last, fresh := f.lastRead()
	if fresh {
		return nil // another caller has read it
	}
	f.mu.Lock()
	f.since = map[string]running{}
	f.mu.Unlock()
	now := f.env.Cluster.Now()
	found, err := f.find(ctx, last)
	f.mu.Lock()
	defer f.mu.Unlock()
	if err == nil {
		f.read = now
		for id, at := range f.since {
			if at.seq >= found[id].seq {
				found[id] = at
			}
		}
		for id, at := range found {
			f.set(id, at)
		}
	}
	f.since = nil
	return err
}

// lastRead returns when the store was read, and whether that is recent enough.
func (f *FairPlay) lastRead() (at time.Time, fresh bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.read, !f.read.IsZero() && (!f.env.Cluster.MayLag() || f.env.Cluster.Now().Sub(f.read).Abs() < lagFor)
}

// find returns the positions of the matches between people that have changed since the store was
// last read; of all running ones the first time.
func (f *FairPlay) find(ctx context.Context, last time.Time) (map[string]running, error) {
	filter := room.Filter{Statuses: []match.Status{match.Playing}, Kinds: []room.Kind{room.Open, room.Private}}
	if !last.IsZero() {
		filter.Since = last.Add(-commitWithin)
	}
	list, err := f.store.FindMatches(ctx, filter)
	if err == nil && !last.IsZero() {
		var over []room.Info
		filter.Statuses = []match.Status{match.Over}
		over, err = f.store.FindMatches(ctx, filter)
		list = append(list, over...)
	}
	found := make(map[string]running, len(list))
	for i := range list {
		if at := f.runningOf(&list[i]); at.seq > found[list[i].ID].seq {
			found[list[i].ID] = at
		}
	}
	return found, err
}

// set stores the position of a match.
func (f *FairPlay) set(id string, at running) {
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

// runningOf reads the position of a match.
func (f *FairPlay) runningOf(info *room.Info) running {
	at := running{seq: info.Seq}
	if info.Status != match.Playing {
		return at
	}
	if entry, err := f.env.Games.Find(info.Game); err == nil {
		if state, err := entry.Parse(info.Position); err == nil {
			at.key = keyOf(entry, state)
		}
	}
	return at
}

// changed notes a change of a match of this node.
func (f *FairPlay) changed(info *room.Info) {
	if !info.BetweenPeople() {
		return
	}
	at := f.runningOf(info)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.since != nil {
		f.since[info.ID] = at
	}
	if !f.read.IsZero() {
		f.set(info.ID, at)
	}
}

// keyOf returns the key of a position: of its men, hands and side to move, up to the
// symmetries of the board.
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
