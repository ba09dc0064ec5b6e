// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"cairn/lab/bench"
)

// load is the workload of `lab serve` on a boardgame.io server: two players in
// each game, who move as soon as it is their turn, and begin another game when one is
// over. A move counts when it arrives at the opponent.
type load struct {
	home string

	mu    sync.Mutex
	taken []time.Duration
}

// result is what both servers are compared by.
type result struct{ perSecond, p50, p99, cpuPerMove float64 }

// run plays a number of games for a time, after a second that is not counted.
func (l *load) run(ctx context.Context, games int, duration time.Duration, cpu func() (time.Duration, error)) (result, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var players errgroup.Group
	failed := make(chan error, games)
	for i := range games {
		players.Go(func() error {
			err := l.table(ctx, rand.New(rand.NewPCG(uint64(i), 0)))
			if ctx.Err() == nil {
				failed <- err
			}
			return nil
		})
	}
	wait := func(d time.Duration) error {
		select {
		case err := <-failed:
			return err
		case <-time.After(d):
			return nil
		}
	}
	if err := wait(time.Second); err != nil {
		return result{}, err
	}
	l.take()
	began := time.Now()
	before, err := cpu()
	if err != nil {
		return result{}, err
	}
	if err := wait(duration); err != nil {
		return result{}, err
	}
	after, err := cpu()
	taken, seconds := l.take(), time.Since(began).Seconds()
	stop()
	_ = players.Wait() // they end by the context
	return result{
		perSecond: float64(len(taken)) / seconds, p50: bench.Percentile(taken, 0.5), p99: bench.Percentile(taken, 0.99),
		cpuPerMove: float64((after - before).Microseconds()) / float64(max(len(taken), 1)),
	}, err
}

func (l *load) take() []time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	taken := l.taken
	l.taken = nil
	return taken
}

// table plays one game after another.
func (l *load) table(ctx context.Context, random *rand.Rand) error {
	for {
		if err := l.game(ctx, random); err != nil {
			return err
		}
	}
}

// seat is a player in a match.
type seat struct {
	*socket
	id, credentials string
}

// game creates a match and plays it.
func (l *load) game(ctx context.Context, random *rand.Rand) error {
	var created struct{ MatchID string }
	if err := post(ctx, l.home+"/games/stones/create", map[string]any{"numPlayers": 2}, &created); err != nil {
		return err
	}
	var seats [2]seat
	var first *state
	for i, id := range []string{"0", "1"} {
		s, err := l.join(ctx, created.MatchID, id)
		if err != nil {
			return err
		}
		defer s.CloseNow()
		if err := s.emit(ctx, "sync", created.MatchID, id, s.credentials, 2); err != nil {
			return err
		}
		if first, err = s.next(ctx); err != nil {
			return err
		}
		seats[i] = s
	}
	return l.play(ctx, created.MatchID, seats, first, random)
}

func (l *load) join(ctx context.Context, match, id string) (seat, error) {
	var joined struct{ PlayerCredentials string }
	err := post(ctx, l.home+"/games/stones/"+match+"/join", map[string]any{"playerID": id, "playerName": "player " + id}, &joined)
	if err != nil {
		return seat{}, err
	}
	s, err := dial(ctx, l.home)
	return seat{socket: s, id: id, credentials: joined.PlayerCredentials}, err
}

// play makes moves until the game is over. Both players read each move, the opponent
// first: it answers as soon as it sees it.
func (l *load) play(ctx context.Context, match string, seats [2]seat, now *state, random *rand.Rand) error {
	for now.Ctx.GameOver == nil {
		mover, other := seats[0], seats[1]
		if now.Ctx.Current == other.id {
			mover, other = other, mover
		}
		name, args := now.move(mover.id, random)
		began := time.Now()
		action := map[string]any{"type": "MAKE_MOVE", "payload": map[string]any{"type": name, "args": args, "playerID": mover.id, "credentials": mover.credentials}}
		if err := mover.emit(ctx, "update", action, now.ID, match, mover.id); err != nil {
			return err
		}
		next, err := after(ctx, other, now.ID)
		if err != nil {
			return err
		}
		l.mu.Lock()
		l.taken = append(l.taken, time.Since(began))
		l.mu.Unlock()
		if _, err := after(ctx, mover, now.ID); err != nil {
			return err
		}
		now = next
	}
	return nil
}

// after returns the first state of a player after another one.
func after(ctx context.Context, s seat, id int) (*state, error) {
	for {
		found, err := s.next(ctx)
		if err != nil || found.ID > id {
			return found, err
		}
	}
}
