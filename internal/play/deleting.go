// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"errors"
	"time"

	"cairn/match"
)

// wipeFor is how long somebody who leaves waits until nothing is left in the
// files. It takes a fraction of a second, unless a backup is being made.
const wipeFor = 5 * time.Second

// DeleteAccount asks for the password (guests have none), forfeits running games,
// calls off those that have not begun, and removes all that is personal. Games
// stay, with an id in the seat that is nobody's. Forbidden "last-admin" for the
// only administrator, who must make another one first.
func (s *Service) DeleteAccount(ctx context.Context, user User, password string) error {
	u, err := s.store.FindUser(ctx, user.ID)
	if err == nil && !u.Guest {
		u, err = s.confirm(ctx, user, password)
	}
	if err != nil {
		return err
	}
	if err := s.keepAdmin(ctx, u); err != nil {
		return err
	}
	return s.remove(ctx, u.ID)
}

// remove takes somebody out of everything and then away. Sessions end first, so
// that nothing new begins meanwhile.
func (s *Service) remove(ctx context.Context, user string) error {
	if err := s.endSessions(ctx, user); err != nil {
		return err
	}
	if err := s.withdraw(ctx, user); err != nil {
		return err
	}
	if err := s.announce(ctx, s.store.DeleteUser(ctx, user, s.now())); err != nil {
		return err
	}
	s.unwiped.Store(true)
	s.wipe(ctx)
	return nil
}

// wipe leaves nothing of those who were deleted in the files of the database.
// Where it cannot at the moment, it is tried again later.
func (s *Service) wipe(ctx context.Context) {
	if !s.unwiped.Swap(false) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, wipeFor)
	defer cancel()
	if err := s.store.Wipe(ctx); err != nil {
		s.unwiped.Store(true)
		if !errors.Is(err, context.Canceled) {
			s.log.Warn("wipe what was deleted; it is tried again", "err", err)
		}
	}
}

// withdraw takes somebody out of all that goes on: no more waiting, no more
// playing.
func (s *Service) withdraw(ctx context.Context, user string) error {
	waiting, err := s.store.FindWaiting(ctx)
	if err != nil {
		return err
	}
	for _, seek := range waiting {
		if seek.User != user {
			continue
		}
		err := s.CancelSeek(ctx, User{ID: user}, seek.ID)
		if err != nil && CodeOf(err) != NotFound { // not found: an opponent was faster, the match is next
			return err
		}
	}
	list, err := s.store.FindMatches(ctx, Filter{
		User: user, Statuses: []match.Status{match.Waiting, match.Ready, match.Playing},
	})
	for _, info := range list {
		err = errors.Join(err, s.quit(ctx, info, user))
	}
	return err
}

// quit loses a running match for somebody and calls off one that has not begun.
func (s *Service) quit(ctx context.Context, info Info, user string) error {
	side, plays := info.SideOf(user)
	if info.Status != match.Playing || !plays {
		return s.system(ctx, info.ID, s.now(), match.Action{Kind: match.Abort})
	}
	r, err := s.room(ctx, info.ID, info.Seq)
	if err != nil {
		return err
	}
	r.Lock()
	paused := r.Match.Paused()
	r.Unlock()
	if paused { // the server is down: nobody can resign then
		err = s.system(ctx, info.ID, s.now(), match.Action{Kind: match.Resume})
	}
	return errors.Join(err, s.system(ctx, info.ID, s.now(), match.Action{Kind: match.Resign, By: match.SeatOf(side)}))
}
