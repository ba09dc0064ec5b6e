// SPDX-License-Identifier: Apache-2.0

package attack

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	"cairn/client"
	"cairn/lab/bench"
)

// The addresses of those who are measured; those of attackers begin with 127.66.
const (
	whiteHome = "127.1.0.1"
	blackHome = "127.2.0.1"
	otherHome = "127.3.0.1"
)

// think is the pause before a move: two people make some ten moves a second, within
// the limits of commands.
const think = 80 * time.Millisecond

// players are two people who play one match after another, without a clock.
type players struct {
	stop  context.CancelFunc
	ended chan struct{}
	err   error // valid when ended is closed

	mu       sync.Mutex
	posted   int // seq of the last move sent
	postedAt time.Time
	taken    []time.Duration
}

// play starts the players.
func (s *scene) play(ctx context.Context) (*players, error) {
	var clients [2]*bench.Client
	for i, home := range []string{whiteHome, blackHome} {
		c, err := bench.NewClient("http://" + s.address)
		if err != nil {
			return nil, err
		}
		c.DialFrom(home)
		clients[i] = c
	}
	p := &players{ended: make(chan struct{})}
	ctx, p.stop = context.WithCancel(ctx)
	go func() {
		defer close(p.ended)
		for ctx.Err() == nil && p.err == nil {
			p.err = p.match(ctx, clients)
		}
		if ctx.Err() != nil {
			p.err = nil
		}
	}()
	return p, nil
}

// end stops the players and returns what went wrong.
func (p *players) end() error {
	p.stop()
	<-p.ended
	return p.err
}

// match plays one match.
func (p *players) match(ctx context.Context, clients [2]*bench.Client) error {
	id, err := clients[0].Create(ctx, client.Spec{Game: "nine", Shown: true})
	if err == nil {
		err = clients[1].Join(ctx, id)
	}
	if err != nil {
		return err
	}
	var both sync.WaitGroup
	var errs [2]error
	for i, c := range clients {
		player := &bench.Player{
			Client: c, Random: rand.New(rand.NewPCG(rand.Uint64(), uint64(i))),
			Posting: func(d bench.Sent) { p.posting(ctx, d) }, Seen: p.seen,
		}
		both.Go(func() { errs[i] = player.Play(ctx, id) })
	}
	both.Wait()
	return errors.Join(errs[:]...)
}

func (p *players) posting(ctx context.Context, d bench.Sent) {
	if d.Action != "move" {
		return
	}
	select {
	case <-time.After(think):
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.posted, p.postedAt = d.Seq, time.Now()
}

// seen records the time of a move when the opponent sees it.
func (p *players) seen(s *bench.PlayerState) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.posted == s.Seq && (len(s.Moves) > 0 || s.Over()) {
		p.taken = append(p.taken, time.Since(p.postedAt))
		p.posted = 0
	}
}

// take returns the times since the last call. A move that is still under way counts
// with its time so far.
func (p *players) take() []time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	taken := p.taken
	if p.posted != 0 {
		taken = append(taken, time.Since(p.postedAt))
	}
	p.taken = nil
	return taken
}
