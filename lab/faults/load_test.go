// SPDX-License-Identifier: Apache-2.0

//go:build unix

package faults_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"cairn/client"
	"cairn/lab/bench"
	"cairn/lab/faults"
	"cairn/lab/measure"
)

const (
	// patience is how long a client waits for an answer before it asks another node.
	patience = 4 * time.Second
	// givesUp is how long an impatient player waits before it looks at the match again.
	givesUp = 300 * time.Millisecond
	// playerQuiet and watcherQuiet are longer than the time between two heartbeats.
	playerQuiet  = 6 * time.Second
	watcherQuiet = 30 * time.Second
)

// load is people who play and watch on some nodes, and write their history.
type load struct {
	nodes   []string // addresses
	history *faults.History
	think   time.Duration // the longest time a player takes for a move
	stop    atomic.Bool   // no more moves
	acked   atomic.Int64  // commands
	retries atomic.Int64
}

// client returns a client that begins at one of the nodes.
func (l *load) client(i int, quiet time.Duration) (*bench.Client, error) {
	var others []string
	for j := 1; j < len(l.nodes); j++ {
		others = append(others, l.nodes[(i+j)%len(l.nodes)])
	}
	return bench.NewClient(l.nodes[i%len(l.nodes)], client.Quiet(quiet), client.Patience(patience), client.Also(others...))
}

// The games and clocks of the matches. Only a player who sleeps can lose on time:
// with the long clock no fault lasts long enough, and with the short one the other
// player makes but the first move, which is not charged.
var (
	games      = []string{"three", "nine", "fanorona", "yote", "six"}
	clocks     = []string{"", longClock, shortClock, "1h"}
	longClock  = "30m+1s"
	shortClock = "8s"
)

// play lets people play until it is time to stop: most tables are two players and a
// watcher, some a player against the computer.
func (l *load) play(ctx context.Context, i int) error {
	if i%5 == 4 {
		return l.alone(ctx, i)
	}
	return l.together(ctx, i)
}

// alone lets a player play against the computer, whichever node has it to move.
func (l *load) alone(ctx context.Context, i int) error {
	c, err := l.client(i, playerQuiet)
	if err != nil {
		return err
	}
	defer c.Close()
	for n := 0; !l.stop.Load(); n++ {
		match, err := c.Create(ctx, client.Spec{Game: games[(i+n)%len(games)], Opponent: "computer", Level: "novice", Clock: longClock})
		if err != nil {
			return err
		}
		if err := l.player(c, match, false).Play(ctx, match); err != nil {
			return fmt.Errorf("match %s against the computer: %w", match, err)
		}
	}
	return nil
}

// together lets two players and a watcher meet.
func (l *load) together(ctx context.Context, i int) error {
	var clients [3]*bench.Client
	for j := range clients {
		quiet := playerQuiet
		if j == 2 {
			quiet = watcherQuiet
		}
		c, err := l.client(i+j, quiet)
		if err != nil {
			return err
		}
		defer func() {
			l.retries.Add(int64(c.Retries()))
			c.Close()
		}()
		clients[j] = c
	}
	rated := i%2 == 0
	for _, c := range clients[:2] {
		if err := enter(ctx, c, rated); err != nil {
			return err
		}
	}
	for n := 0; !l.stop.Load(); n++ {
		clock := clocks[(i+n)%len(clocks)]
		match, err := clients[0].Create(ctx, client.Spec{Game: games[(i+n)%len(games)], Clock: clock, Shown: true, Rated: rated})
		if err != nil {
			return err
		}
		if err := clients[1].Join(ctx, match); err != nil {
			return err
		}
		if err := l.match(ctx, match, clients, clock == shortClock, i%3 == 1); err != nil {
			return err
		}
	}
	return nil
}

// enter makes a user of a client: a guest, or a member with an account. If an answer is
// lost, the client does not have its account, and takes another name.
func enter(ctx context.Context, c *bench.Client, member bool) error {
	if !member {
		_, err := c.Guest(ctx)
		return err
	}
	for {
		var refused *client.Error
		err := measure.SignUp(ctx, c, "p"+strconv.FormatUint(rand.Uint64(), 36))
		if !errors.As(err, &refused) {
			return err
		}
	}
}

// match plays one match to its end.
func (l *load) match(ctx context.Context, match string, clients [3]*bench.Client, sleepy, impatient bool) error {
	if sleepy {
		l.history.Sleeps(match, "white")
	}
	group, ctx := errgroup.WithContext(ctx) // the others do not wait for one who has failed
	for _, c := range clients[:2] {
		player := l.player(c, match, sleepy)
		if impatient && !sleepy {
			player.Patience = givesUp
		}
		group.Go(func() error { return player.Play(ctx, match) })
	}
	group.Go(func() error {
		return clients[2].Follow(ctx, match, func(s *bench.PlayerState) error {
			l.history.See(match, s)
			if s.Over() {
				return bench.ErrLeave
			}
			return nil
		})
	})
	if err := group.Wait(); err != nil {
		return fmt.Errorf("match %s: %w", match, err)
	}
	return nil
}

// player returns a player of a match. In a sleepy match white makes one move.
func (l *load) player(c *bench.Client, match string, sleepy bool) *bench.Player {
	p := &bench.Player{
		Client: c, Random: rand.New(rand.NewPCG(rand.Uint64(), 1)),
		Tired: func() bool { return l.stop.Load() && !sleepy },
	}
	l.history.Watch(p, match)
	moved, thought, seen, acked := 0, 0, p.Seen, p.Acked
	p.Seen = func(s *bench.PlayerState) {
		seen(s)
		if len(s.Moves) > 0 && s.Seq > thought && l.think > 0 {
			thought = s.Seq
			time.Sleep(rand.N(l.think)) // a player who thinks
		}
	}
	p.Acked = func(s bench.Sent) {
		acked(s)
		l.acked.Add(1)
		if s.Action == "move" {
			moved++
		}
	}
	p.Sleeps = func(s *bench.PlayerState) bool { return sleepy && s.You == "white" && moved > 0 }
	return p
}

// await waits until some more commands have been acknowledged.
func (l *load) await(ctx context.Context, more int64) error {
	for want := l.acked.Load() + more; l.acked.Load() < want; {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
	return nil
}
