// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"errors"
	"time"

	"cairn/match"
)

const (
	// tick is how often clocks are looked at and the server notes that it is
	// alive: a crash charges nobody more than that.
	tick = 500 * time.Millisecond
	// showUp is how long both players of strangers have to come to the board.
	showUp = 90 * time.Second
)

// watchClocks does what has its time: it flags whoever runs out of it, calls off
// matches nobody came to, and sees to those who wait for an opponent.
func (s *Service) watchClocks() {
	clocks, pairs, seeks := time.NewTicker(tick), time.NewTicker(pairEvery), time.NewTicker(forgetEvery)
	defer clocks.Stop()
	defer pairs.Stop()
	defer seeks.Stop()
	faults := s.newFaults("watch clocks and seeks")
	for {
		var err error
		select {
		case <-s.stopped.Done():
			return
		case <-clocks.C:
			err = s.checkClocks(s.stopped)
		case <-pairs.C:
			err = s.pairWaiting(s.stopped)
		case <-seeks.C:
			err = s.forgetSeeks(s.stopped)
		}
		faults.note(err)
	}
}

// checkClocks flags and calls off. Any number of servers may do this: the store
// lets one of them succeed.
func (s *Service) checkClocks(ctx context.Context) error {
	now := s.now()
	beat := s.store.Beat(ctx, now)
	due, err := s.store.FindMatches(ctx, Filter{Statuses: []match.Status{match.Playing}, Due: now, Limit: 1000})
	for _, info := range due {
		err = errors.Join(err, s.system(ctx, info.ID, now, match.Action{Kind: match.Flag}))
	}
	late, lateErr := s.store.FindMatches(ctx, Filter{
		Statuses: []match.Status{match.Ready}, Kinds: []Kind{Open}, Before: now.Add(-showUp), Limit: 1000,
	})
	for _, info := range late {
		err = errors.Join(err, s.system(ctx, info.ID, now, match.Action{Kind: match.Abort}))
	}
	return errors.Join(beat, err, lateErr)
}

// running returns the matches whose clocks run.
func (s *Service) running(ctx context.Context) ([]Info, error) {
	list, err := s.store.FindMatches(ctx, Filter{Statuses: []match.Status{match.Playing}})
	var clocked []Info
	for _, info := range list {
		if info.Control != (match.Control{}).String() {
			clocked = append(clocked, info)
		}
	}
	return clocked, err
}

// freeze stops the clocks of running matches before the server goes down.
func (s *Service) freeze(ctx context.Context) error {
	list, err := s.running(ctx)
	for _, info := range list {
		err = errors.Join(err, s.system(ctx, info.ID, s.now(), match.Action{Kind: match.Pause}))
	}
	return err
}

// resume lets clocks go on after the server was down. Where it went down without
// stopping them, they are stopped now, as of the last time it was known to be
// alive.
func (s *Service) resume(ctx context.Context) error {
	list, err := s.running(ctx)
	if err != nil || len(list) == 0 {
		return err
	}
	alive, err := s.store.LastBeat(ctx)
	if err != nil && CodeOf(err) != NotFound {
		return err
	}
	err = nil
	for _, info := range list {
		r, loadErr := s.room(ctx, info.ID, 0)
		if loadErr != nil {
			err = errors.Join(err, loadErr)
			continue
		}
		if !r.Match.Paused() {
			at := alive
			if at.Before(info.Updated) {
				at = info.Updated
			}
			err = errors.Join(err, s.system(ctx, info.ID, at, match.Action{Kind: match.Pause}))
		}
		err = errors.Join(err, s.system(ctx, info.ID, s.now(), match.Action{Kind: match.Resume}))
	}
	return err
}
