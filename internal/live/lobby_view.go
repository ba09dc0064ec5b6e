// SPDX-License-Identifier: Apache-2.0

package live

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"sync"
	"time"

	"cairn/internal/failure"
	"cairn/match"
)

// Look returns the state of the lobby.
func (l *Lobby) Look(ctx context.Context) (LobbyView, error) {
	s := l.service
	waiting, err := s.store.FindWaiting(ctx)
	if err != nil {
		return LobbyView{}, err
	}
	v, now := LobbyView{Online: s.online.Count()}, s.now()
	for _, seek := range waiting {
		if len(v.Seeks) < lobbySeeks && now.Sub(seek.Seen) < seekLife && !s.pairing.pages.left(&seek, now) {
			v.Seeks = append(v.Seeks, seek)
		}
	}
	people := Filter{Statuses: []match.Status{match.Playing}, Kinds: []Kind{Open, Private}, Since: now.Add(-lobbyFresh)}
	if v.Playing, err = s.store.CountMatches(ctx, people); err != nil {
		return LobbyView{}, err
	}
	people.Shown, people.MinPly, people.Limit = true, 1, lobbyRunning
	running, err := s.store.FindMatches(ctx, people)
	slices.SortFunc(running, func(a, b Info) int { return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(a.ID, b.ID)) })
	v.Games = running[:min(len(running), lobbyGames)]
	return v, err
}

// same reports whether two views show the same.
func (v LobbyView) same(other LobbyView) bool {
	shown := func(v LobbyView) LobbyView {
		v.Seeks, v.Games = slices.Clone(v.Seeks), slices.Clone(v.Games)
		for i := range v.Seeks {
			v.Seeks[i].Seen = time.Time{}
		}
		for i := range v.Games {
			v.Games[i] = Info{ID: v.Games[i].ID} // its moves are not shown
		}
		return v
	}
	return reflect.DeepEqual(shown(v), shown(other))
}

// Watch begins to follow the lobby; end must be called. Await then returns the
// views that follow.
func (l *Lobby) Watch(ctx context.Context) (v LobbyView, end func(), err error) {
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
func (l *Lobby) Await(ctx context.Context, known LobbyView) (LobbyView, error) {
	for {
		l.mu.Lock()
		wake := l.wake
		l.mu.Unlock()
		select {
		case <-wake:
		case <-l.service.Stopped():
			return known, context.Canceled
		case <-ctx.Done():
			return known, ctx.Err()
		}
		l.mu.Lock()
		now := l.view
		l.mu.Unlock()
		if !now.same(known) {
			return now, nil
		}
	}
}

// run looks at the lobby for those who follow it, until the service stops.
func (l *Lobby) run() {
	s := l.service
	failure.NewLog(s.log, s.now, "watch the lobby").Every(s.stopped, lobbyEvery, l.refresh)
}

// refresh wakes those who follow the lobby.
func (l *Lobby) refresh(ctx context.Context) error {
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
	l.view = v
	close(l.wake)
	l.wake = make(chan struct{})
	return nil
}
