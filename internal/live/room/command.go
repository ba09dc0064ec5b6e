// SPDX-License-Identifier: Apache-2.0

package room

import (
	"context"
	"slices"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/cluster"
	"cairn/match"
)

// Request is an action of a user in a match.
type Request struct {
	ID     string // idempotency key: a repeated request gets the first answer; may be empty
	Expect int    // the seq the user saw, 0 for any; Stale when the match has changed since
	Action match.Action
}

// Do performs a request and returns the seq it led to. When it returns nil, the
// events are on the disk. While the server stops, it returns cluster.ErrStopping; the
// request can be repeated.
func (rs *Rooms) Do(ctx context.Context, user account.User, id string, q Request) (int, error) {
	if err := rs.env.Cluster.Outage().Stopping(); err != nil {
		return 0, err
	}
	r, err := rs.memory.find(ctx, id, 0)
	if err != nil {
		return 0, err
	}
	rs.visit(r.now(), user)
	if err := rs.learn(ctx, q.Action.Kind); err != nil {
		return 0, err
	}
	r.Lock()
	defer r.Unlock()
	seq, err := rs.retryStale(ctx, r, func() (int, error) { return rs.executeOnce(ctx, r, user, q) })
	if err == nil || q.ID == "" {
		return seq, err
	}
	before, missing := rs.executed(ctx, id, user, q)
	switch {
	case missing == nil:
		rs.reconcile(ctx, r)
		return before, nil
	case failure.CodeOf(missing) != failure.NotFound && !cluster.Unsaved(err):
		return 0, missing // err would be final, but the command may have been executed
	}
	return 0, err
}

// learn reads who is present on other nodes before an action that depends on it.
func (rs *Rooms) learn(ctx context.Context, a match.ActionKind) error {
	if a != match.Claim && a != match.Rematch && a != match.Answer {
		return nil
	}
	return rs.env.Cluster.Learn(ctx, rs.env.Presence)
}

// executeOnce executes a request at most once: if it was executed before, once returns
// the seq it led to. A request that expects the current seq is new, since executing it
// would have changed the seq. If another node executes it at the same time, Append is
// stale, and the retry finds the answer.
func (rs *Rooms) executeOnce(ctx context.Context, r *cached, user account.User, q Request) (int, error) {
	if q.ID == "" || q.Expect == r.Match.Seq() {
		return rs.execute(ctx, r, user, q)
	}
	seq, err := rs.executed(ctx, r.Info.ID, user, q)
	if failure.CodeOf(err) == failure.NotFound {
		return rs.execute(ctx, r, user, q)
	}
	return seq, err
}

// executed returns the seq that a request has led to, NotFound if it was not executed.
func (rs *Rooms) executed(ctx context.Context, id string, user account.User, q Request) (int, error) {
	seq, err := rs.store.FindCommand(ctx, id, user.ID, q.ID)
	if err == nil {
		err = rs.env.Cluster.Confirm(ctx)
	}
	return seq, err
}

// afterEnd are the actions that are possible in a match that is over.
var afterEnd = []match.ActionKind{match.Rematch, match.Answer, match.Withdraw, match.Undo}

// execute authorises a request and stores its events.
func (rs *Rooms) execute(ctx context.Context, r *cached, user account.User, q Request) (int, error) {
	if !r.Info.VisibleTo(user.ID) {
		return 0, failure.ErrNotFound
	}
	if q.Expect != 0 && !r.Match.Shows(q.Expect) {
		if r.Match.Status() == match.Over && !slices.Contains(afterEnd, q.Action.Kind) {
			return 0, &match.Error{Why: match.WhyOver}
		}
		return 0, failure.ErrStale
	}
	action, err := rs.authorise(r, user, q.Action)
	if err == nil && action.Kind == match.Move {
		err = rs.admit(ctx, r.Info.Kind)
	}
	if err != nil {
		return 0, err
	}
	return rs.commit(ctx, r, rs.env.Cluster.Now(), action, Command{User: user.ID, ID: q.ID})
}

// authorise sets the side for which a user acts; Forbidden if there is none.
func (rs *Rooms) authorise(r *cached, user account.User, a match.Action) (match.Action, error) {
	side, plays := r.Info.SideOf(user.ID)
	switch a.Kind {
	case match.Join:
		return a, failure.New(failure.Invalid, "join-by-id")
	case match.Pause, match.Resume, match.Flag:
		return a, failure.New(failure.Forbidden, "not-a-player")
	case match.Claim:
		a.Away = rs.CanClaim(&r.Info)
	}
	if !plays {
		return a, failure.New(failure.Forbidden, "not-a-player")
	}
	a.By = match.SeatOf(side)
	if offer, open := r.Match.Offer(); r.Info.Kind == Screen && open {
		switch a.Kind {
		case match.Answer:
			a.By = match.SeatOf(offer.By.Other())
		case match.Withdraw:
			a.By = match.SeatOf(offer.By)
		}
	}
	return a, rs.mayRematch(r, side, a)
}

// mayRematch refuses a rematch, offered or accepted, against a player who has left.
func (rs *Rooms) mayRematch(r *cached, side game.Side, a match.Action) error {
	offer, open := r.Match.Offer()
	accepts := a.Kind == match.Answer && a.Yes && open && offer.Kind == match.RematchOffer
	if (a.Kind == match.Rematch || accepts) && !rs.Present(&r.Info)[side.Other()] && r.Match.CanRematch(a.By) {
		return failure.New(failure.Forbidden, "opponent-gone")
	}
	return nil
}
