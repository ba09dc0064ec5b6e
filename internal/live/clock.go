// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"errors"
	"time"

	"cairn/internal/failure"
	"cairn/match"
)

const (
	// tick is how often clocks are checked and the server notes that it is alive:
	// a crash costs a player no more than that.
	tick = 500 * time.Millisecond
	// arriveWithin is how long both players of paired seeks have to come to the
	// board.
	arriveWithin = 90 * time.Second
	// endedWithin is how far back to look for matches that other processes ended:
	// longer than a tick and a commit together.
	endedWithin = 5 * time.Second
)

// watchClocks checks clocks and pairs seeks until the service stops.
func (s *Service) watchClocks() {
	clocks, pairs, seeks := time.NewTicker(tick), time.NewTicker(pairEvery), time.NewTicker(forgetEvery)
	defer clocks.Stop()
	defer pairs.Stop()
	defer seeks.Stop()
	log := failure.NewLog(s.log, s.now, "watch clocks and seeks")
	for {
		var err error
		select {
		case <-s.stopped.Done():
			return
		case <-clocks.C:
			err = s.clocks.check(s.stopped)
		case <-pairs.C:
			err = s.pairing.pairWaiting(s.stopped)
		case <-seeks.C:
			err = s.pairing.forgetExpired(s.stopped)
		}
		log.Note(err)
	}
}

// watchOthers looks for matches ended by other processes until the service stops.
func (s *Service) watchOthers() {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	log := failure.NewLog(s.log, s.now, "watch for matches ended by other processes")
	for {
		select {
		case <-s.stopped.Done():
			return
		case <-ticker.C:
			log.Note(s.showEnded(s.stopped))
		}
	}
}

// showEnded wakes the readers of matches that another process on the same store
// has ended, as banning or deleting a user at the command line does.
func (s *Service) showEnded(ctx context.Context) error {
	list, err := s.store.FindMatches(ctx, Filter{
		Statuses: []match.Status{match.Over}, Since: s.now().Add(-endedWithin), Limit: 1000,
	})
	for _, info := range list {
		err = errors.Join(err, s.rooms.catchUp(ctx, info))
	}
	return err
}

// clocks ends matches whose time is up, and pauses clocks while the server is
// down.
type clocks struct {
	store Store
	rooms *rooms
	now   func() time.Time
}

// check ends the matches whose time is up and aborts those whose players did not
// come. Several servers may do this: the store lets one of them succeed.
func (c clocks) check(ctx context.Context) error {
	now := c.now()
	beat := c.store.Beat(ctx, now)
	due, err := c.store.FindMatches(ctx, Filter{Statuses: []match.Status{match.Playing}, Due: now, Limit: 1000})
	for _, info := range due {
		err = errors.Join(err, c.rooms.act(ctx, info.ID, now, match.Action{Kind: match.Flag}))
	}
	late, lateErr := c.store.FindMatches(ctx, Filter{
		Statuses: []match.Status{match.Ready}, Kinds: []Kind{Open}, Before: now.Add(-arriveWithin), Limit: 1000,
	})
	for _, info := range late {
		err = errors.Join(err, c.rooms.act(ctx, info.ID, now, match.Action{Kind: match.Abort}))
	}
	return errors.Join(beat, err, lateErr)
}

// running returns the matches whose clocks run.
func (c clocks) running(ctx context.Context) ([]Info, error) {
	list, err := c.store.FindMatches(ctx, Filter{Statuses: []match.Status{match.Playing}})
	var clocked []Info
	for _, info := range list {
		if info.Control != (match.Control{}).String() {
			clocked = append(clocked, info)
		}
	}
	return clocked, err
}

// pause stops the clocks of running matches before the server goes down.
func (c clocks) pause(ctx context.Context) error {
	list, err := c.running(ctx)
	for _, info := range list {
		err = errors.Join(err, c.rooms.act(ctx, info.ID, c.now(), match.Action{Kind: match.Pause}))
	}
	return err
}

// resume starts the clocks after the server was down. After a crash it first
// pauses them as of the last time the server was known to be alive.
func (c clocks) resume(ctx context.Context) error {
	list, err := c.running(ctx)
	if err != nil || len(list) == 0 {
		return err
	}
	alive, err := c.store.LastBeat(ctx)
	if err != nil && failure.CodeOf(err) != failure.NotFound {
		return err
	}
	err = nil
	for _, info := range list {
		r, loadErr := c.rooms.find(ctx, info.ID, 0)
		if loadErr != nil {
			err = errors.Join(err, loadErr)
			continue
		}
		if !r.Match.Paused() {
			at := alive
			if at.Before(info.Updated) {
				at = info.Updated
			}
			err = errors.Join(err, c.rooms.act(ctx, info.ID, at, match.Action{Kind: match.Pause}))
		}
		err = errors.Join(err, c.rooms.act(ctx, info.ID, c.now(), match.Action{Kind: match.Resume}))
	}
	return err
}
