// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/match"
)

// Request is an action of a user in a match.
type Request struct {
	ID     string // of the request: a repeated request gets the first answer; may be empty
	Expect int    // the seq the user saw, 0 for any; Stale when the match has changed since
	Action match.Action
}

// Do performs a request and returns the seq it led to. When it returns nil, the
// events are on the disk. While the server stops, it returns ErrStopping; the
// request can be repeated.
func (s *Service) Do(ctx context.Context, user account.User, id string, q Request) (int, error) {
	if err := s.pulse.stopping(); err != nil {
		return 0, err
	}
	r, err := s.rooms.find(ctx, id, 0)
	if err != nil {
		return 0, err
	}
	s.visit(r.now(), user)
	if err := s.Nodes.attend(ctx, q.Action.Kind); err != nil {
		return 0, err
	}
	r.Lock()
	defer r.Unlock()
	seq, err := s.rooms.decided(ctx, r, func() (int, error) { return s.once(ctx, r, user, q) })
	if err == nil || q.ID == "" {
		return seq, err
	}
	before, missing := s.done(ctx, id, user, q)
	switch {
	case missing == nil:
		s.rooms.found(ctx, r)
		return before, nil
	case failure.CodeOf(missing) != failure.NotFound && !unsaved(err):
		return 0, missing // a refusal would be final, and the command may be done
	}
	return 0, err
}

// once is decide for a request that may have been done before: then it returns the seq it
// led to. One that expects the seq of the match was not: it would have changed the seq.
// If another node does it at the same time, Append is stale, and the answer is found in
// the next try.
func (s *Service) once(ctx context.Context, r *room, user account.User, q Request) (int, error) {
	if q.ID == "" || q.Expect == r.Match.Seq() {
		return s.decide(ctx, r, user, q)
	}
	seq, err := s.done(ctx, r.Info.ID, user, q)
	if failure.CodeOf(err) == failure.NotFound {
		return s.decide(ctx, r, user, q)
	}
	return seq, err
}

// done returns the seq that a request has led to, NotFound if it was not executed. After
// a commit of which the outcome is not known, PostgreSQL may show a change that no
// standby has yet; a later commit waits for the standbys to have both.
func (s *Service) done(ctx context.Context, id string, user account.User, q Request) (int, error) {
	seq, err := s.store.FindCommand(ctx, id, user.ID, q.ID)
	if err == nil && s.Nodes.shared {
		err = s.commits.next(ctx)
	}
	return seq, err
}

// commits makes commits that change nothing.
type commits struct {
	store Store
	begun atomic.Int64
	sync.Mutex
	made int64 // the last one that succeeded
}

// next returns when a commit that began after the call is made. Callers at the same time
// share one.
func (c *commits) next(ctx context.Context) error {
	before := c.begun.Load()
	c.Lock()
	defer c.Unlock()
	if c.made > before {
		return nil
	}
	this := c.begun.Add(1)
	err := c.store.Ping(ctx)
	if err == nil {
		c.made = this
	}
	return err
}

// afterEnd are the actions that are possible in a match that is over.
var afterEnd = []match.ActionKind{match.Rematch, match.Answer, match.Withdraw, match.Undo}

// decide authorises a request and stores its events.
func (s *Service) decide(ctx context.Context, r *room, user account.User, q Request) (int, error) {
	if !r.Info.VisibleTo(user.ID) {
		return 0, failure.ErrNotFound
	}
	if q.Expect != 0 && !r.Match.Shows(q.Expect) {
		if r.Match.Status() == match.Over && !slices.Contains(afterEnd, q.Action.Kind) {
			return 0, &match.Error{Why: match.WhyOver}
		}
		return 0, failure.ErrStale
	}
	action, err := s.authorise(r, user, q.Action)
	if err == nil && action.Kind == match.Move {
		err = s.computer.mayAsk(ctx, r.Info.Kind)
	}
	if err != nil {
		return 0, err
	}
	return s.rooms.commit(ctx, r, s.now(), action, Command{User: user.ID, ID: q.ID})
}

// authorise sets the side for which a user acts; Forbidden if there is none.
func (s *Service) authorise(r *room, user account.User, a match.Action) (match.Action, error) {
	side, plays := r.Info.SideOf(user.ID)
	switch a.Kind {
	case match.Join:
		return a, failure.New(failure.Invalid, "join-by-id")
	case match.Pause, match.Resume, match.Flag:
		return a, failure.New(failure.Forbidden, "not-a-player")
	case match.Claim:
		a.Away = s.away(&r.Info, r.Match.Turn())
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
	return a, s.mayRematch(r, side, a)
}

// mayRematch refuses a rematch, offered or accepted, against a player who has left.
func (s *Service) mayRematch(r *room, side game.Side, a match.Action) error {
	offer, open := r.Match.Offer()
	accepts := a.Kind == match.Answer && a.Yes && open && offer.Kind == match.RematchOffer
	if (a.Kind == match.Rematch || accepts) && !s.Present(&r.Info)[side.Other()] && r.Match.CanRematch(a.By) {
		return failure.New(failure.Forbidden, "opponent-gone")
	}
	return nil
}

// decides reports whether events end a match with a result; an aborted match has
// none.
func decides(info *Info, events []match.Event) bool {
	ended := slices.ContainsFunc(events, func(e match.Event) bool { return e.End.Over() })
	return ended && info.End.Verdict != game.Playing
}

// tallies returns the results of a match for its players: none for matches
// against the computer or on one screen, and none for aborted matches.
func tallies(info *Info, events []match.Event) []Tally {
	if info.Kind == Screen || info.Kind == Computer || !decides(info, events) {
		return nil
	}
	winner, decided := info.End.Verdict.Winner()
	var list []Tally
	for _, side := range game.Sides {
		outcome := Drawn
		switch {
		case decided && side == winner:
			outcome = Won
		case decided:
			outcome = Lost
		}
		list = append(list, Tally{User: info.Seats[side], Game: info.Game, Outcome: outcome})
	}
	return list
}

// rematch creates the next match when events agree on a rematch, nil otherwise.
func (rs *rooms) rematch(info *Info, m match.Match, events []match.Event) (*NewMatch, error) {
	if !rematchAgreed(events) {
		return nil, nil
	}
	setup := m.RematchSetup()
	setup.Creator = match.NoSeat // both have agreed: it starts when both are present
	n, err := rs.newMatch(info.Kind, info.Creator, setup, nil, false)
	if err != nil {
		return nil, err
	}
	n.Info.Shown = info.Shown
	info.Rematch = n.Info.ID
	return &n, nil
}

// rematchAgreed reports whether events agree on a rematch.
func rematchAgreed(events []match.Event) bool {
	return slices.ContainsFunc(events, func(e match.Event) bool { return e.Kind == match.RematchAgreed })
}
