// SPDX-License-Identifier: Apache-2.0

package social

import (
	"context"
	"slices"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/match"
)

// Accept makes the match of a challenge to a user, and seats both. Without a
// running clock it starts at once, otherwise when both are present. It returns
// NotFound "no-challenge" or Forbidden "challenge-over" when it is declined,
// cancelled or expired. Accepted again it leads to the same match.
func (cs *Challenges) Accept(ctx context.Context, user account.User, id string) (Challenge, error) {
	c, err := cs.accept(ctx, user, id)
	if err == nil {
		return c, nil
	}
	if c, found := cs.store.FindChallenge(ctx, id); found == nil && c.To == user.ID && c.Status == ChallengeAccepted {
		return c, nil // the answer to an earlier request was lost
	}
	return Challenge{}, err
}

func (cs *Challenges) accept(ctx context.Context, user account.User, id string) (Challenge, error) {
	if err := cs.rooms.MayPlayMore(ctx, user); err != nil {
		return Challenge{}, err
	}
	var made *room.NewMatch
	c, err := cs.answer(ctx, user, id, func(c *Challenge) (_ *room.NewMatch, err error) {
		made, err = cs.newMatch(c)
		if err == nil {
			c.Status, c.Match = ChallengeAccepted, made.Info.ID
		}
		return made, err
	})
	if err != nil {
		return Challenge{}, err
	}
	cs.rooms.Begin(ctx, made)
	return c, nil
}

// newMatch makes the match of a challenge.
func (cs *Challenges) newMatch(c *Challenge) (*room.NewMatch, error) {
	side, err := room.SideOf(c.Side)
	if err != nil {
		return nil, err
	}
	setup := match.Setup{Game: c.Game, Rated: c.Rated}
	setup.Seats[side], setup.Seats[side.Other()] = c.From, c.To
	if setup.Control, err = match.ParseControl(c.Control); err != nil {
		return nil, err
	}
	n, err := cs.rooms.Make(room.Private, c.From, setup, nil, c.Lasts())
	n.Info.Shown = c.Shown
	return &n, err
}

// Decline declines a challenge to a user; the reason may be empty.
func (cs *Challenges) Decline(ctx context.Context, user account.User, id, reason string) (Challenge, error) {
	if reason != "" && !slices.Contains(DeclineReasons, reason) {
		return Challenge{}, failure.Field(failure.Invalid, "reason", "no-choice", nil)
	}
	return cs.answer(ctx, user, id, func(c *Challenge) (*room.NewMatch, error) {
		c.Status, c.Reason = ChallengeDeclined, reason
		return nil, nil
	})
}

// answer lets a user answer an open challenge.
func (cs *Challenges) answer(ctx context.Context, user account.User, id string, change func(*Challenge) (*room.NewMatch, error)) (Challenge, error) {
	c, err := cs.store.UpdateChallenge(ctx, id, func(c *Challenge, blocked bool) (*room.NewMatch, error) {
		switch {
		case user.ID == "" || c.To != user.ID:
			return nil, failure.ErrNotFound
		case blocked || cs.status(c) != ChallengeOpen:
			return nil, failure.New(failure.Forbidden, "challenge-over")
		}
		return change(c)
	})
	if err != nil {
		return Challenge{}, failure.Missing(err, "no-challenge")
	}
	wake(cs.env.Bus, c.From, c.To)
	return c, nil
}

// Cancel takes a user's challenge back; NotFound "no-challenge" when it is
// answered or gone.
func (cs *Challenges) Cancel(ctx context.Context, user account.User, id string) error {
	c, err := cs.store.FindChallenge(ctx, id)
	if err == nil && (user.ID == "" || c.From != user.ID) {
		err = failure.ErrNotFound
	}
	if err == nil {
		err = cs.store.DeleteChallenge(ctx, id)
	}
	if err != nil {
		return failure.Missing(err, "no-challenge")
	}
	wake(cs.env.Bus, c.From, c.To)
	return nil
}
