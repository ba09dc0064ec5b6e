// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"errors"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/match"
)

// withdraw cancels the seeks and challenges of a user, forfeits running matches and aborts those
// that have not begun.
func (s *Service) withdraw(ctx context.Context, user string) error {
	if !s.Cluster.Outage().Started() { // a program beside the server, which may be down
		if err := s.Cluster.Start(ctx); err != nil {
			return err
		}
	}
	seek, err := s.store.FindOwnSeek(ctx, user)
	if err == nil {
		err = s.Lobby.CancelSeek(ctx, account.User{ID: user}, seek.ID)
	}
	if err != nil && failure.CodeOf(err) != failure.NotFound { // not found: paired meanwhile, see its match below
		return err
	}
	if err := s.Challenges.Withdraw(ctx, user); err != nil {
		return err
	}
	list, err := s.store.FindMatches(ctx, room.Filter{
		User: user, Statuses: []match.Status{match.Waiting, match.Ready, match.Playing},
	})
	for _, info := range list {
		err = errors.Join(err, s.leaveMatch(ctx, info, user))
	}
	return err
}

// leaveMatch resigns a running match for a user and aborts one that has not begun.
func (s *Service) leaveMatch(ctx context.Context, info room.Info, user string) error {
	side, plays := info.SideOf(user)
	if info.Status != match.Playing || !plays {
		return s.Rooms.Act(ctx, info.ID, s.Cluster.Now(), match.Action{Kind: match.Abort})
	}
	return s.Rooms.Act(ctx, info.ID, s.Cluster.Now(), match.Action{Kind: match.Resign, By: match.SeatOf(side)})
}
