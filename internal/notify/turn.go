// SPDX-License-Identifier: Apache-2.0

package notify

import (
	"context"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live"
)

const (
	// wait is how long a turn waits before it is pushed: a player who is on the way
	// from one page to the next counts as online for some seconds, and a quick
	// answer needs no notification.
	wait = 20 * time.Second
	// maxTurns bounds the turns that wait; further ones are not pushed.
	maxTurns = 10_000
	// atOnce is how many matches are pushed at the same time.
	atOnce = 8
)

// turns are the turns that may have to be pushed. They are not stored: after a
// restart the digest lists them.
type turns struct {
	sync.Mutex
	waiting map[turnKey]time.Time // when each is due
}

type turnKey struct{ match, user string }

// noteTurn remembers that a match waits for a user.
func (s *Service) noteTurn(user string, info live.Info) {
	if !info.Slow() {
		return
	}
	s.turns.Lock()
	defer s.turns.Unlock()
	if len(s.turns.waiting) < maxTurns {
		s.turns.waiting[turnKey{info.ID, user}] = s.now().Add(wait)
	}
}

// take removes and returns the turns that are due.
func (t *turns) take(now time.Time) (due []turnKey) {
	t.Lock()
	defer t.Unlock()
	for key, at := range t.waiting {
		if !at.After(now) {
			due = append(due, key)
			delete(t.waiting, key)
		}
	}
	return due
}

// sendPushes pushes the turns that are due.
func (s *Service) sendPushes(ctx context.Context) error {
	var group errgroup.Group
	group.SetLimit(atOnce)
	for _, key := range s.turns.take(s.now()) {
		group.Go(func() error { return s.pushTurn(ctx, key) })
	}
	return group.Wait()
}

// pushTurn pushes one turn, unless it is over or the user has a page open.
func (s *Service) pushTurn(ctx context.Context, key turnKey) error {
	if s.live.Online().Has(key.user) {
		return nil
	}
	info, err := s.live.Notices.Find(ctx, key.match)
	if failure.CodeOf(err) == failure.NotFound || err == nil && !info.WaitsFor(key.user) {
		return nil
	}
	if err != nil {
		return err
	}
	list, err := s.store.FindPushes(ctx, key.user, s.now())
	if err != nil || len(list) == 0 {
		return err
	}
	user, err := s.accounts.Find(ctx, key.user)
	if err != nil {
		return err
	}
	opponent := opponentOf(&info, key.user)
	names, err := s.accounts.Names(ctx, opponent)
	if err != nil {
		return err
	}
	for _, p := range list {
		title, text := s.words.Turn(user, p.Lang, info, names[opponent])
		s.send(ctx, p, message{Title: title, Text: text, URL: "/match/" + info.ID, Tag: info.ID})
	}
	return nil
}

// opponentOf returns the user whom another one plays.
func opponentOf(info *live.Info, user string) string {
	for _, side := range game.Sides {
		if info.Seats[side] != user {
			return info.Seats[side]
		}
	}
	return ""
}
