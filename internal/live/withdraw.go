// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"errors"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/match"
)

// withdraw cancels the seeks and challenges of a user, forfeits running matches and aborts those
// that have not begun.
func (s *Service) withdraw(ctx context.Context, user string) error {
	if last, _ := s.pulse.gap(s.now()); last.IsZero() { // a program beside the server, which may be down
		if err := s.clocks.start(ctx); err != nil {
			return err
		}
	}
	waiting, err := s.store.FindWaiting(ctx)
	if err != nil {
		return err
	}
	for _, seek := range waiting {
		if seek.User != user {
			continue
		}
		err := s.lobby.CancelSeek(ctx, account.User{ID: user}, seek.ID)
		if err != nil && failure.CodeOf(err) != failure.NotFound { // not found: paired meanwhile, see its match below
			return err
		}
	}
	if err := s.People.withdraw(ctx, user); err != nil {
		return err
	}
	list, err := s.store.FindMatches(ctx, Filter{
		User: user, Statuses: []match.Status{match.Waiting, match.Ready, match.Playing},
	})
	for _, info := range list {
		err = errors.Join(err, s.leaveMatch(ctx, info, user))
	}
	return err
}

// leaveMatch resigns a running match for a user and aborts one that has not begun.
func (s *Service) leaveMatch(ctx context.Context, info Info, user string) error {
	side, plays := info.SideOf(user)
	if info.Status != match.Playing || !plays {
		return s.rooms.act(ctx, info.ID, s.now(), match.Action{Kind: match.Abort})
	}
	return s.rooms.act(ctx, info.ID, s.now(), match.Action{Kind: match.Resign, By: match.SeatOf(side)})
}
