// SPDX-License-Identifier: Apache-2.0

//go:build unix

package faults_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"syscall"
	"time"
)

// fault makes something fail, and mends it.
type fault struct {
	kind string
	make func(ctx context.Context, s *site, r *rand.Rand) error
}

// hold is how long a fault lasts.
func hold(r *rand.Rand) {
	if r.IntN(8) == 0 {
		time.Sleep(time.Duration(1+r.IntN(4)) * time.Second)
		return
	}
	time.Sleep(time.Duration(20+r.IntN(600)) * time.Millisecond)
}

// offsets are how wrong the clocks of nodes are.
var offsets = []time.Duration{0, 0, -time.Hour, -5 * time.Second, 2 * time.Second, 20 * time.Second, time.Hour}

// nodeFaults are the faults of the processes.
var nodeFaults = []fault{
	{"node killed", func(ctx context.Context, s *site, r *rand.Rand) error {
		n := s.nodes[r.IntN(size)]
		n.kill()
		return n.start(ctx, offsets[r.IntN(len(offsets))])
	}},
	{"node stopped, started again", func(ctx context.Context, s *site, r *rand.Rand) error {
		n := s.nodes[r.IntN(size)]
		_ = n.process.Stop() // it ends with an error while the database is away
		return n.start(ctx, offsets[r.IntN(len(offsets))])
	}},
	{"node suspended", func(_ context.Context, s *site, r *rand.Rand) error {
		n := s.nodes[r.IntN(size)]
		if err := n.process.Signal(syscall.SIGSTOP); err != nil {
			return err
		}
		hold(r)
		return n.process.Signal(syscall.SIGCONT)
	}},
}

// serverFaults are the faults of the database, the bus and the links to them.
var serverFaults = append(
	[]fault{
		{"database restarted", restartDatabase(false)},
		{"database crashed, recovered", restartDatabase(true)},
		{"bus restarted", func(_ context.Context, s *site, r *rand.Rand) error {
			s.bus.Stop()
			hold(r)
			return s.bus.Start()
		}},
	},
	append(linkFaults("database", func(s *site) []link { return s.toData }), linkFaults("bus", func(s *site) []link { return s.toBus })...)...,
)

func restartDatabase(immediate bool) func(context.Context, *site, *rand.Rand) error {
	return func(_ context.Context, s *site, r *rand.Rand) error {
		if err := s.database.Stop(immediate); err != nil {
			return err
		}
		if r.IntN(2) == 0 {
			hold(r)
		}
		return s.database.Start()
	}
}

// linkFaults are the faults of the links to a server.
func linkFaults(server string, links func(*site) []link) []fault {
	spoiled := func(kind, direction, attribute string, value func(*rand.Rand) int) func(context.Context, *site, *rand.Rand) error {
		return func(ctx context.Context, s *site, r *rand.Rand) error {
			l := links(s)[r.IntN(size)]
			if err := l.spoil(kind, direction, attribute, value(r)); err != nil {
				return err
			}
			hold(r)
			return l.heal(ctx)
		}
	}
	upTo := func(n int) func(*rand.Rand) int { return func(r *rand.Rand) int { return 1 + r.IntN(n) } }
	forever := func(*rand.Rand) int { return 0 }
	return []fault{
		{server + " link cut", func(_ context.Context, s *site, r *rand.Rand) error {
			l := links(s)[r.IntN(size)]
			l.Stop()
			hold(r)
			return l.Start()
		}},
		{server + " link reset", spoiled("reset_peer", "downstream", "timeout", upTo(50))},
		{server + " link slow", spoiled("latency", "downstream", "latency", upTo(700))},
		{server + " link loses what the node sends", spoiled("timeout", "upstream", "timeout", forever)},
		{server + " link loses what the node receives", spoiled("timeout", "downstream", "timeout", forever)},
		{server + " link closes slowly", spoiled("slow_close", "downstream", "delay", upTo(2000))},
	}
}

// tally counts faults by kind.
type tally struct {
	sync.Mutex
	kinds map[string]int
	all   int
}

func (c *tally) add(kind string) {
	c.Lock()
	defer c.Unlock()
	if c.kinds == nil {
		c.kinds = map[string]int{}
	}
	c.kinds[kind]++
	c.all++
}

// inject makes faults while next has one. After each it waits until players have gone
// on.
func (s *site) inject(ctx context.Context, l *load, r *rand.Rand, counted *tally, next func() (fault, bool)) error {
	for {
		f, more := next()
		if !more {
			return nil
		}
		if err := l.await(ctx, 1+int64(r.IntN(20))); err != nil {
			return err
		}
		if err := f.make(ctx, s, r); err != nil {
			return fmt.Errorf("%s: %w", f.kind, err)
		}
		counted.add(f.kind)
	}
}
