// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"errors"
	"slices"
	"time"

	"cairn/game"
	"cairn/match"
)

// Request is something a person wants to do in a match.
type Request struct {
	ID     string // of the request: the same again gets the first answer; may be empty
	Expect int    // the seq the person saw, 0 for any; Stale when the match has moved on
	Action match.Action
}

// Do does what a request asks for and returns the seq it led to. When it returns
// nil, the events are on the disk.
func (s *Service) Do(ctx context.Context, user User, id string, q Request) (int, error) {
	r, err := s.room(ctx, id, 0)
	if err != nil {
		return 0, err
	}
	r.Lock()
	defer r.Unlock()
	seq, err := s.decide(ctx, r, user, q)
	if CodeOf(err) == Stale && q.Expect == 0 { // another node was faster: once more on what it made
		if err = s.refresh(ctx, r); err == nil {
			seq, err = s.decide(ctx, r, user, q)
		}
	}
	if err == nil || q.ID == "" {
		return seq, err
	}
	if before, found := s.store.FindCommand(ctx, id, user.ID, q.ID); found == nil {
		return before, nil
	}
	return 0, err
}

// decide authorises a request and stores what it leads to.
func (s *Service) decide(ctx context.Context, r *room, user User, q Request) (int, error) {
	if !r.Info.Seen(user.ID) {
		return 0, ErrNotFound
	}
	if q.Expect != 0 && q.Expect != r.Match.Seq() {
		return 0, ErrStale
	}
	action, err := s.authorise(r, user, q.Action)
	if err != nil {
		return 0, err
	}
	return s.commit(ctx, r, s.now(), action, Command{User: user.ID, ID: q.ID})
}

// authorise says for which side a user acts, if for any.
func (s *Service) authorise(r *room, user User, a match.Action) (match.Action, error) {
	side, plays := r.Info.SideOf(user.ID)
	switch a.Kind {
	case match.Join:
		return a, refuse(Invalid, "join-by-id")
	case match.Pause, match.Resume, match.Flag:
		return a, refuse(Forbidden, "not-a-player")
	case match.Claim:
		a.Away = s.away(r.Room, r.Match.Turn())
	}
	if !plays {
		return a, refuse(Forbidden, "not-a-player")
	}
	if a.By = match.SeatOf(side); r.Info.Kind == Screen && a.Kind == match.Answer {
		if offer, open := r.Match.Offer(); open {
			a.By = match.SeatOf(offer.By.Other())
		}
	}
	return a, nil
}

// commit decides an action and stores it; the room is locked. Only what is on
// the disk is answered, remembered and told to others.
func (s *Service) commit(ctx context.Context, r *room, now time.Time, a match.Action, c Command) (int, error) {
	next, events, err := r.Match.Do(now, a)
	if err != nil {
		return 0, err
	}
	change := Change{Info: r.Info, After: r.Match.Seq(), Events: events, Command: c}
	change.Info.update(next)
	change.Tallies, change.Rate = tallies(change.Info, events), rate(change.Info, events)
	if change.Next, err = s.rematch(&change.Info, next, events); err != nil {
		return 0, err
	}
	if err := s.store.Append(ctx, change); err != nil {
		return 0, err
	}
	r.Room = Room{Info: change.Info, Match: next}
	r.remember(events)
	s.bus.Publish(matchTopic(r.Info.ID), next.Seq())
	s.follow(r.Room)
	if change.Next != nil {
		s.follow(Room{Info: change.Next.Info})
	}
	return next.Seq(), nil
}

// system does an action that no player asked for. That it is no longer possible
// is no fault: somebody else was faster.
func (s *Service) system(ctx context.Context, id string, now time.Time, a match.Action) error {
	r, err := s.room(ctx, id, 0)
	if err != nil {
		return err
	}
	r.Lock()
	defer r.Unlock()
	if _, err = s.commit(ctx, r, now, a, Command{}); CodeOf(err) == Stale {
		if err = s.refresh(ctx, r); err == nil {
			_, err = s.commit(ctx, r, now, a, Command{})
		}
	}
	var refused *match.Error
	if errors.As(err, &refused) {
		return nil
	}
	return err
}

// decides reports whether events bring the result of a match: one that was called
// off has none.
func decides(info Info, events []match.Event) bool {
	ended := slices.ContainsFunc(events, func(e match.Event) bool { return e.End.Over() })
	return ended && info.End.Verdict != game.Playing
}

// tallies counts the end of a match for the people in it: never for the
// computer, for games at one screen, or for matches called off.
func tallies(info Info, events []match.Event) []Tally {
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

// rematch makes the match that follows when one is agreed on.
func (s *Service) rematch(info *Info, m match.Match, events []match.Event) (*NewMatch, error) {
	if !slices.ContainsFunc(events, func(e match.Event) bool { return e.Kind == match.RematchAgreed }) {
		return nil, nil
	}
	setup := m.RematchSetup()
	setup.Creator = match.NoSeat // both have agreed: it starts by itself when both are there
	n, err := s.newMatch(info.Kind, info.Creator, setup)
	if err != nil {
		return nil, err
	}
	info.Rematch = n.Info.ID
	return &n, nil
}
