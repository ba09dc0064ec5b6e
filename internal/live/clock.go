// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

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

// watchClocks beats until the service stops, and has matches ended after each beat. No
// other work delays a beat: another process may have locked a match that is to end.
func (s *Service) watchClocks() {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	beats, ends := failure.NewLog(s.log, s.now, "note that the server is alive"), failure.NewLog(s.log, s.now, "end matches")
	for {
		now, err := s.clocks.beat(s.stopped)
		beats.Note(err)
		if !now.IsZero() && s.clocks.ending.TryLock() {
			s.background.Go(func() {
				defer s.clocks.ending.Unlock()
				ends.Note(s.clocks.end(s.stopped, now))
			})
		}
		select {
		case <-s.stopped.Done():
			return
		case <-ticker.C:
		}
	}
}

// watchSeeks pairs seeks and forgets old ones until the service stops.
func (s *Service) watchSeeks() {
	pairs, seeks := time.NewTicker(pairEvery), time.NewTicker(forgetEvery)
	defer pairs.Stop()
	defer seeks.Stop()
	log := failure.NewLog(s.log, s.now, "watch seeks")
	for {
		var err error
		select {
		case <-s.stopped.Done():
			return
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
	failure.NewLog(s.log, s.now, "watch for matches ended by other processes").Every(s.stopped, tick, s.showEnded)
}

// showEnded wakes the readers of matches that another process on the same store
// has ended, as banning or deleting a user at the command line does.
func (s *Service) showEnded(ctx context.Context) error {
	list, err := s.store.FindMatches(ctx, Filter{
		Statuses: []match.Status{match.Over}, Since: s.now().Add(-endedWithin), Limit: 1000,
	})
	for _, info := range list {
		err = errors.Join(err, s.rooms.readChanged(ctx, info))
	}
	return err
}

// clocks ends matches whose time is up, and charges no player for time in which
// the server could not take moves: see pulse.
type clocks struct {
	store Store
	rooms *rooms
	pulse *pulse
	nodes *Nodes
	now   func() time.Time
	log   *slog.Logger

	beating, ending sync.Mutex // held during a beat, and while matches are ended
}

// start reads the last beat. Clocks that stood while the server was down resume with
// the first check, or with the first command in their match: it may take a while
// until all do, and meanwhile the server takes moves.
func (c *clocks) start(ctx context.Context) error {
	if c.nodes.shared {
		return c.nodes.start(ctx)
	}
	last, err := c.nodes.lastBeat(ctx)
	if err == nil {
		c.pulse.start(last)
	}
	return err
}

// check beats and ends matches.
func (c *clocks) check(ctx context.Context) error {
	now, err := c.beat(ctx)
	if err != nil || now.IsZero() {
		return err
	}
	c.ending.Lock()
	defer c.ending.Unlock()
	return c.end(ctx, now)
}

// end ends the matches whose time is up and aborts those whose players did not come.
// Several servers may do this: the store lets one of them succeed.
func (c *clocks) end(ctx context.Context, now time.Time) error {
	due, err := c.store.FindMatches(ctx, Filter{Statuses: []match.Status{match.Playing}, Due: now, Limit: 1000})
	for _, info := range due {
		err = errors.Join(err, c.rooms.act(ctx, info.ID, now, match.Action{Kind: match.Flag}))
	}
	if now.Sub(c.pulse.up()) < arriveWithin { // they could not come before
		return err
	}
	late, lateErr := c.store.FindMatches(ctx, Filter{
		Statuses: []match.Status{match.Ready}, Kinds: []Kind{Open}, Before: now.Add(-arriveWithin), Limit: 1000,
	})
	for _, info := range late {
		err = errors.Join(err, c.rooms.act(ctx, info.ID, now, match.Action{Kind: match.Abort}))
	}
	return errors.Join(err, lateErr)
}

// beat notes that the server is alive and returns when, or zero if it is not or
// stops. After a gap it first takes the gap out of all clocks: a beat written
// before that would hide the gap from the next start of the server.
func (c *clocks) beat(ctx context.Context) (time.Time, error) {
	c.beating.Lock()
	defer c.beating.Unlock()
	if c.pulse.stopping() != nil {
		return time.Time{}, nil
	}
	if c.nodes.shared {
		return c.nodes.beat(ctx)
	}
	now, failures := c.now(), c.pulse.failures()
	if _, gap := c.pulse.gap(now); gap {
		settled, err := c.settle(ctx, now)
		if err != nil || settled.IsZero() {
			return time.Time{}, err
		}
		now = settled
	}
	err := c.store.Beat(ctx, now)
	c.pulse.note(err)
	if err != nil || !c.pulse.beat(now, failures) {
		return time.Time{}, err
	}
	return now, nil
}

// settle takes a gap out of the clocks of all running matches and returns when it
// was done. Each of them runs again at once, so the server must take moves all the
// while: if it does not, the time is zero, and all must be settled again.
func (c *clocks) settle(ctx context.Context, began time.Time) (time.Time, error) {
	var mu sync.Mutex
	last, steady := wall(began), true
	alive := func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now := wall(c.now())
		steady = steady && now.Sub(last) <= maxGap
		last = now
		return now
	}
	err := c.all(ctx, func(info Info) error {
		return c.rooms.act(ctx, info.ID, alive(), match.Action{Kind: match.Resume})
	})
	if now := alive(); err == nil && steady {
		return now, nil
	}
	return time.Time{}, err
}

// pause stops the clocks of running matches before the server goes down.
func (c *clocks) pause(ctx context.Context, now time.Time) error {
	return c.all(ctx, func(info Info) error {
		return c.rooms.act(ctx, info.ID, now, match.Action{Kind: match.Pause})
	})
}

// all calls do for the running matches with a clock. Several at a time share one
// sync of the disk. It gives up when nothing can be saved; an error of one match
// alone is logged and does not keep the others waiting.
func (c *clocks) all(ctx context.Context, do func(Info) error) error {
	list, err := c.store.FindMatches(ctx, Filter{Statuses: []match.Status{match.Playing}})
	if err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(64)
	for _, info := range list {
		if info.Control == (match.Control{}).String() {
			continue
		}
		group.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			err := do(info)
			if err == nil || unsaved(err) {
				return err
			}
			c.log.Error("stop or start clock", "match", info.ID, "err", err)
			return nil
		})
	}
	return group.Wait()
}
