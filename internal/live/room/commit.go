// SPDX-License-Identifier: Apache-2.0

package room

import (
	"context"
	"errors"
	"time"

	"cairn/internal/failure"
	"cairn/internal/live/cluster"
	"cairn/match"
)

// maxTries bounds the retries after version conflicts and taken ids.
const maxTries = 5

// commit decides an action and stores it; the room is locked. Memory changes,
// readers wake and the caller gets an answer only after the events are on the
// disk.
//
// An action that comes after the time has run out stores the loss on time instead,
// without the command, which was not executed: the answer is WhyOver.
func (rs *Rooms) commit(ctx context.Context, r *cached, now time.Time, a match.Action, c Command) (int, error) {
	if err := rs.env.Cluster.Outage().Stopping(); err != nil && a.Kind != match.Pause {
		return 0, err
	}
	now, err := rs.env.Cluster.Current(ctx, now)
	if err != nil {
		return 0, err
	}
	next, events, late, err := rs.decide(r.Match, now, a)
	if err != nil {
		return 0, err
	}
	if late {
		c = Command{}
	}
	change := Change{Info: r.Info, After: r.Match.Seq(), Events: events, Command: c}
	change.Info.update(next)
	change.Tallies, change.Rate = tallies(&change.Info, events), ratingUpdate(&change.Info, events)
	if change.Next, err = rs.rematch(&change.Info, next, events); err != nil {
		return 0, err
	}
	err = rs.store.Append(ctx, change)
	rs.env.Cluster.Outage().Note(err)
	if failure.CodeOf(err) == failure.Unknown {
		rs.memory.forget(r.Info.ID)
	}
	if err != nil {
		return 0, err
	}
	before := r.Room
	r.Room = &Room{Info: change.Info, Match: next, Rendered: &Rendered{}}
	r.remember(events)
	rs.memory.resize(r)
	rs.report(ctx, before, r)
	if change.Next != nil {
		rs.Begin(ctx, change.Next)
	}
	if late {
		return 0, &match.Error{Why: match.WhyOver}
	}
	return next.Seq(), nil
}

// report wakes the readers of a match after a change, and calls the hooks. The room is
// locked.
func (rs *Rooms) report(ctx context.Context, before *Room, r *cached) {
	rs.env.Bus.Publish(cluster.MatchTopic(r.Info.ID), r.Info.Seq)
	rs.changed(ctx, &before.Info, &r.Info)
}

func (rs *Rooms) changed(ctx context.Context, before, after *Info) {
	for _, f := range rs.onChange {
		f(ctx, before, after)
	}
}

// reconcile reloads a room after an unknown commit, and reports the change if it was
// made. The room is locked.
func (rs *Rooms) reconcile(ctx context.Context, r *cached) {
	before := r.Room
	if rs.memory.refresh(ctx, r) == nil && r.Room != before {
		rs.report(ctx, before, r)
	}
}

// retryStale retries decide on a version conflict: it was refused, and another node has
// changed the match meanwhile. The room is locked.
func (rs *Rooms) retryStale(ctx context.Context, r *cached, decide func() (int, error)) (seq int, err error) {
	for range maxTries {
		seq, err = decide()
		stale := failure.CodeOf(err) == failure.Stale
		if err == nil || !stale && (!rs.env.Cluster.MayLag() || cluster.Unsaved(err)) {
			return seq, err
		}
		before := r.Match.Seq()
		if failed := rs.memory.refresh(ctx, r); failed != nil {
			return 0, failed
		}
		if r.Match.Seq() == before {
			return seq, err
		}
	}
	return seq, err
}

// commitLatest is commit on the latest state.
func (rs *Rooms) commitLatest(ctx context.Context, r *cached, now time.Time, a match.Action) error {
	_, err := rs.retryStale(ctx, r, func() (int, error) { return rs.commit(ctx, r, now, a, Command{}) })
	return err
}

// Act does an action of the server itself. It is no error if the match refuses
// the action, since the match may have changed meanwhile.
func (rs *Rooms) Act(ctx context.Context, id string, now time.Time, a match.Action) error {
	r, err := rs.memory.find(ctx, id, 0)
	if err != nil {
		return err
	}
	r.Lock()
	defer r.Unlock()
	err = rs.commitLatest(ctx, r, now, a)
	if _, refused := errors.AsType[*match.Error](err); refused {
		return nil
	}
	return err
}

// PlayIn plays a move in the state for which it was found. A match that has changed
// meanwhile stays as it is.
func (rs *Rooms) PlayIn(ctx context.Context, found *Room, move string) error {
	r, err := rs.memory.find(ctx, found.Info.ID, 0)
	if err != nil {
		return err
	}
	r.Lock()
	defer r.Unlock()
	if r.Match.State().String() != found.Match.State().String() {
		return nil
	}
	action := match.Action{Kind: match.Move, By: match.SeatOf(found.Match.Turn()), Move: move}
	_, err = rs.commit(ctx, r, rs.env.Cluster.Now(), action, Command{})
	switch failure.CodeOf(err) {
	case failure.Stale: // another node has changed the match
		return rs.memory.refresh(ctx, r)
	case failure.Over, failure.Forbidden: // the match has changed meanwhile
		return nil
	}
	return err
}

// timed is an action at a time.
type timed struct {
	match.Action
	at time.Time
}

// decide is match.Do with the steps that must come before the action. It reports
// whether the match was ended instead, because the time was up.
func (rs *Rooms) decide(m match.Match, now time.Time, a match.Action) (_ match.Match, events []match.Event, late bool, _ error) {
	next := m
	for _, step := range rs.steps(m, now, a) {
		after, list, err := next.Do(step.at, step.Action)
		if err != nil {
			return m, nil, false, err
		}
		next, events = after, append(events, list...)
		if kind := list[len(list)-1].Kind; kind == match.Flagged || kind == match.Expired {
			return next, events, a.Kind != match.Flag, nil
		}
	}
	return next, events, false, nil
}

// steps returns an action after the pauses and resumes that must come first. A paused match resumes
// with the first action. After an outage, a running clock is paused as of the last
// heartbeat and resumes now.
func (rs *Rooms) steps(m match.Match, now time.Time, a match.Action) []timed {
	last, outage := rs.env.Cluster.OutageOf(m.At(), now)
	pause, resume := timed{match.Action{Kind: match.Pause}, last}, timed{match.Action{Kind: match.Resume}, now}
	clock := a.Kind == match.Pause || a.Kind == match.Resume
	switch {
	case m.Paused() && !clock:
		return []timed{resume, {a, now}}
	case !outage || !clockRuns(m):
		return []timed{{a, now}}
	case a.Kind == match.Pause:
		return []timed{pause}
	case a.Kind == match.Resume:
		return []timed{pause, resume}
	}
	return []timed{pause, resume, {a, now}}
}

func clockRuns(m match.Match) bool {
	_, runs := m.Clock().Running()
	return runs && m.Status() == match.Playing && m.Clock().Control().Kind != match.NoClock
}
