// SPDX-License-Identifier: Apache-2.0

package room

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"cairn/internal/failure"
	"cairn/internal/live/cluster"
	"cairn/match"
)

const (
	// arrivalTimeout is how long both players of paired seeks have to open the match.
	arrivalTimeout = 90 * time.Second
	// endedWithin is how far back the store is searched for matches that other processes
	// ended: longer than a tick and a commit together.
	endedWithin = 5 * time.Second
	// resumeEvery is how often a node resumes clocks that another node has paused.
	resumeEvery = 10 * time.Second
	// abandonedEvery is how often abandoned matches are aborted.
	abandonedEvery = time.Hour
	// maxPerRound bounds the matches of one query.
	maxPerRound = 1000
)

// Clocks ends matches whose time is up, and charges no player for time in which
// the server could not take moves: see cluster.Outage.
type Clocks struct {
	rooms *Rooms
	env   Env

	ending sync.Mutex // held while matches are ended
}

// NewClocks returns the clocks of the matches in rooms.
func NewClocks(rs *Rooms) *Clocks {
	return &Clocks{rooms: rs, env: rs.env}
}

// Run writes heartbeats until the context ends, and has matches ended after each one. No
// other work delays a heartbeat: another process may have locked a match that is to end.
func (c *Clocks) Run(ctx context.Context) {
	var background sync.WaitGroup
	defer background.Wait()
	background.Go(func() { c.env.Cluster.CatchUp(ctx, "resume clocks", resumeEvery, c.Resume) })
	background.Go(func() {
		failure.NewLog(c.env.Log, c.env.Cluster.Now, "abort abandoned matches").Every(ctx, abandonedEvery, c.EndAbandoned)
	})
	if !c.env.Cluster.MayLag() { // else readers ask the store
		background.Go(func() {
			failure.NewLog(c.env.Log, c.env.Cluster.Now, "watch for matches ended by other processes").Every(ctx, cluster.Tick, c.showEnded)
		})
	}
	beats, ends := failure.NewLog(c.env.Log, c.env.Cluster.Now, "write a heartbeat"), failure.NewLog(c.env.Log, c.env.Cluster.Now, "end matches")
	ticker := time.NewTicker(cluster.Tick)
	defer ticker.Stop()
	for {
		now, err := c.env.Cluster.Heartbeat(ctx, c.settle)
		beats.Note(err)
		if !now.IsZero() && c.ending.TryLock() {
			background.Go(func() {
				defer c.ending.Unlock()
				ends.Note(c.end(ctx, now))
			})
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// showEnded wakes the readers of matches that another process on the same store
// has ended, as banning or deleting a user at the command line does.
func (c *Clocks) showEnded(ctx context.Context) error {
	list, err := c.rooms.store.FindMatches(ctx, Filter{
		Statuses: []match.Status{match.Over}, Since: c.env.Cluster.Now().Add(-endedWithin), Limit: maxPerRound,
	})
	for _, info := range list {
		err = errors.Join(err, c.rooms.catchUp(ctx, info))
	}
	return err
}

// Resume starts the clocks of matches that another node paused when it stopped, while this
// one was about to start.
func (c *Clocks) Resume(ctx context.Context) error {
	return c.act(ctx, c.env.Cluster.Now(), match.Resume, Filter{Statuses: []match.Status{match.Playing}, Paused: true})
}

// act does an action of the server in the matches of a filter.
func (c *Clocks) act(ctx context.Context, now time.Time, kind match.ActionKind, f Filter) error {
	f.Limit = maxPerRound
	list, err := c.rooms.store.FindMatches(ctx, f)
	for _, info := range list {
		err = errors.Join(err, c.rooms.Act(ctx, info.ID, now, match.Action{Kind: kind}))
	}
	return err
}

// Check writes a heartbeat and ends matches, as Run does twice a second. Tests with their
// own clock call it.
func (c *Clocks) Check(ctx context.Context) error {
	now, err := c.env.Cluster.Heartbeat(ctx, c.settle)
	if err != nil || now.IsZero() {
		return err
	}
	c.ending.Lock()
	defer c.ending.Unlock()
	return c.end(ctx, now)
}

// end ends the matches whose time is up and aborts matches whose players did not come.
// Several servers may do this: the store lets one of them succeed.
func (c *Clocks) end(ctx context.Context, now time.Time) error {
	err := c.act(ctx, now, match.Flag, Filter{Statuses: []match.Status{match.Playing}, Due: now})
	if now.Sub(c.env.Cluster.Outage().Up()) < arrivalTimeout { // they could not come before
		return err
	}
	late := Filter{Statuses: []match.Status{match.Ready}, Kinds: []Kind{Open}, Before: now.Add(-arrivalTimeout)}
	return errors.Join(err, c.act(ctx, now, match.Abort, late))
}

// EndAbandoned aborts matches between people without a clock that stand still: nothing
// else would end them.
func (c *Clocks) EndAbandoned(ctx context.Context) error {
	now := c.env.Cluster.Now()
	list, err := c.rooms.store.FindMatches(ctx, Filter{
		Statuses: []match.Status{match.Playing}, Kinds: []Kind{Open, Private}, Before: now.Add(-match.AbandonedAfter), Limit: maxPerRound,
	})
	for _, info := range list {
		if info.Control == (match.Control{}).String() {
			err = errors.Join(err, c.rooms.Act(ctx, info.ID, now, match.Action{Kind: match.Abort}))
		}
	}
	return err
}

// settle is cluster.Settle: it takes an outage out of the clocks of all running matches.
// Each of them runs again at once, so the server must take moves all the while: if it
// does not, the time is zero, and all must be settled again.
func (c *Clocks) settle(ctx context.Context, began time.Time) (time.Time, error) {
	var mu sync.Mutex
	last, steady := cluster.Wall(began), true
	alive := func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now := cluster.Wall(c.env.Cluster.Now())
		steady = steady && now.Sub(last) <= cluster.MaxGap
		last = now
		return now
	}
	err := c.each(ctx, func(info Info) error {
		return c.rooms.Act(ctx, info.ID, alive(), match.Action{Kind: match.Resume})
	})
	if now := alive(); err == nil && steady {
		return now, nil
	}
	return time.Time{}, err
}

// Pause stops the clocks of running matches before the server goes down.
func (c *Clocks) Pause(ctx context.Context) error {
	now := c.env.Cluster.Now()
	return c.each(ctx, func(info Info) error {
		return c.rooms.Act(ctx, info.ID, now, match.Action{Kind: match.Pause})
	})
}

// each calls do for the running matches with a clock. Several at a time share one
// sync of the disk. It gives up when nothing can be saved; an error of one match
// alone is logged and does not keep the others waiting.
func (c *Clocks) each(ctx context.Context, do func(Info) error) error {
	list, err := c.rooms.store.FindMatches(ctx, Filter{Statuses: []match.Status{match.Playing}})
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
			if err == nil || cluster.Unsaved(err) {
				return err
			}
			c.env.Log.Error("stop or start clock", "match", info.ID, "err", err)
			return nil
		})
	}
	return group.Wait()
}
