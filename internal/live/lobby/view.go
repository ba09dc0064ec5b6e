// SPDX-License-Identifier: Apache-2.0

package lobby

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"sync"
	"time"

	"cairn/internal/live/room"
)

const (
	// lookEvery is how often the lobby is read again for its readers.
	lookEvery = time.Second
	// maxSeeks and maxGames bound the lists of a Snapshot.
	maxSeeks = 40
	maxGames = 5
	// maxRunning bounds the running games from which the shown ones are chosen.
	maxRunning = 40
)

// Snapshot is the state of the lobby.
type Snapshot struct {
	Seeks   []Seek      // the oldest first; not the very newest if there are many
	Games   []room.Info // running ones that everyone may watch, the newest first
	Online  int         // users
	Playing int         // live games between people
}

// Look returns the state of the lobby.
func (l *Lobby) Look(ctx context.Context) (Snapshot, error) {
	waiting, err := l.store.FindWaiting(ctx)
	if err != nil {
		return Snapshot{}, err
	}
	v, now := Snapshot{Online: l.env.Presence.Users.Count()}, l.env.Cluster.Now()
	for _, seek := range waiting {
		if len(v.Seeks) < maxSeeks && now.Sub(seek.Seen) < seekLife && !l.env.Presence.Seeks.Left(seek.ID, seek.Seen, now) {
			v.Seeks = append(v.Seeks, seek)
		}
	}
	people := room.LiveFilter(now)
	if v.Playing, err = l.store.CountMatches(ctx, people); err != nil {
		return Snapshot{}, err
	}
	people.Shown, people.MinPly, people.Limit = true, 1, maxRunning
	running, err := l.store.FindMatches(ctx, people)
	slices.SortFunc(running, func(a, b room.Info) int { return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(a.ID, b.ID)) })
	v.Games = running[:min(len(running), maxGames)]
	return v, err
}

// equal reports whether users see no difference between two snapshots.
func (v Snapshot) equal(other Snapshot) bool {
	shown := func(v Snapshot) Snapshot {
		v.Seeks, v.Games = slices.Clone(v.Seeks), slices.Clone(v.Games)
		for i := range v.Seeks {
			v.Seeks[i].Seen = time.Time{}
		}
		for i := range v.Games {
			v.Games[i] = room.Info{ID: v.Games[i].ID} // its moves are not shown
		}
		return v
	}
	return reflect.DeepEqual(shown(v), shown(other))
}

// Watch begins to follow the lobby; end must be called. Await then returns the
// views that follow.
func (l *Lobby) Watch(ctx context.Context) (v Snapshot, end func(), err error) {
	l.note(1)
	end = sync.OnceFunc(func() { l.note(-1) })
	if v, err = l.Look(ctx); err != nil {
		end()
		return v, nil, err
	}
	return v, end, nil
}

func (l *Lobby) note(watchers int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.watchers += watchers
}

// Await waits until the lobby differs from the known view, or the context ends,
// and returns the current one.
func (l *Lobby) Await(ctx context.Context, known Snapshot) (Snapshot, error) {
	for woken := false; ; woken = true {
		l.mu.Lock()
		view, wake := l.view, l.wake
		l.mu.Unlock()
		if !view.equal(known) {
			if woken {
				return view, nil
			}
			// It is unknown whether the reader or the last Refresh has read the lobby later:
			// the next Refresh wakes all readers.
			l.mu.Lock()
			l.asked = true
			l.mu.Unlock()
		}
		select {
		case <-wake:
		case <-l.env.Stopped.Done():
			return known, context.Canceled
		case <-ctx.Done():
			return known, ctx.Err()
		}
	}
}

// Refresh reads the lobby again and wakes its readers if it has changed, as Run does every
// second.
func (l *Lobby) Refresh(ctx context.Context) error {
	l.mu.Lock()
	idle := l.watchers == 0
	l.mu.Unlock()
	if idle {
		return nil
	}
	v, err := l.Look(ctx)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if v.equal(l.view) && !l.asked {
		return nil
	}
	l.view, l.asked = v, false
	close(l.wake)
	l.wake = make(chan struct{})
	return nil
}
