// SPDX-License-Identifier: Apache-2.0

package notify

import (
	"context"
	"maps"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"cairn/internal/failure"
	"cairn/internal/live/room"
)

const (
	// wait is the delay of a push: a player between two pages counts as online for some
	// seconds, and a quick answer needs no notification.
	wait = 20 * time.Second
	// maxTurns bounds the turns that are noted; further ones are not pushed.
	maxTurns = 10_000
	// atOnce bounds the concurrent pushes.
	atOnce = 8
)

// noted has the turns that are not stored yet. A crash loses the turns of the last
// seconds for pushes; the digest lists them.
type noted struct {
	sync.Mutex
	turns map[turnKey]time.Time // when each is due
}

type turnKey struct{ match, user string }

// noteTurn notes that a match waits for a user. It is called on the node that made the
// move.
func (s *Service) noteTurn(user string, info room.Info) {
	if !info.Slow() {
		return
	}
	s.noted.Lock()
	defer s.noted.Unlock()
	if len(s.noted.turns) < maxTurns {
		s.noted.turns[turnKey{info.ID, user}] = s.Live.Cluster.Now().Add(wait)
	}
}

// saveTurns stores the turns noted since the last time, for all nodes. When that
// fails, they stay noted.
func (s *Service) saveTurns(ctx context.Context) error {
	s.noted.Lock()
	turns := s.noted.turns
	s.noted.turns = map[turnKey]time.Time{}
	s.noted.Unlock()
	if len(turns) == 0 {
		return nil
	}
	list := make([]Turn, 0, len(turns))
	for key, due := range turns {
		list = append(list, Turn{key.match, key.user, due})
	}
	err := s.Store.SaveTurns(ctx, list)
	if err != nil {
		s.noted.Lock()
		defer s.noted.Unlock()
		maps.Copy(turns, s.noted.turns) // later ones win
		s.noted.turns = turns
	}
	return err
}

// sendPushes pushes the turns that are due, of all nodes.
func (s *Service) sendPushes(ctx context.Context) error {
	due, err := s.Store.TakeTurns(ctx, s.Live.Cluster.Now())
	if err != nil {
		return err
	}
	var group errgroup.Group
	group.SetLimit(atOnce)
	for _, t := range due {
		group.Go(func() error { return s.pushTurn(ctx, t) })
	}
	return group.Wait()
}

// pushTurn pushes one turn, unless it is over or the user has a page open.
func (s *Service) pushTurn(ctx context.Context, t Turn) error {
	if s.Live.Presence.Users.Has(t.User) {
		return nil
	}
	info, err := s.Live.Notices.Find(ctx, t.Match)
	if failure.CodeOf(err) == failure.NotFound || err == nil && !info.WaitsFor(t.User) {
		return nil
	}
	if err != nil {
		return err
	}
	list, err := s.Store.FindPushes(ctx, t.User, s.Live.Cluster.Now())
	if err != nil || len(list) == 0 {
		return err
	}
	user, err := s.Accounts.Find(ctx, t.User)
	if err != nil {
		return err
	}
	_, opponent, _ := info.OpponentOf(t.User)
	names, err := s.named(ctx, opponent)
	if err != nil {
		return err
	}
	for _, p := range list {
		title, text := s.words.Turn(user, p.Lang, info, names[opponent])
		s.send(ctx, p, pushMessage{Title: title, Text: text, URL: "/match/" + info.ID, Tag: info.ID})
	}
	return nil
}

// named returns the names of users, and marks bots.
func (s *Service) named(ctx context.Context, ids ...string) (map[string]string, error) {
	names, bots, err := s.Accounts.Named(ctx, ids...)
	for id := range bots {
		names[id] += " BOT"
	}
	return names, err
}
