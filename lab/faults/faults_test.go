// SPDX-License-Identifier: Apache-2.0

//go:build unix

package faults_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
)

var (
	duration = flag.Duration("duration", 0, "how long to make faults; 0 for one of each kind")
	seed     = flag.Uint64("seed", 0, "seed of the faults; 0 for a random one")
	tables   = flag.Int("games", 0, "games at the same time; 0 for a few")
)

func TestMain(m *testing.M) {
	flag.Parse()
	status := m.Run()
	os.RemoveAll(built.dir)
	os.Exit(status)
}

// TestFaults plays on three nodes while processes, the database, the bus and the
// links between them fail at random, and audits what the players were answered.
func TestFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	ctx, cancel := context.WithTimeout(t.Context(), *duration+20*time.Minute)
	defer cancel()
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	t.Logf("-seed %d", *seed)
	s := newSite(ctx, t)
	l := s.load()
	l.think = 200 * time.Millisecond
	players, playing := errgroup.WithContext(ctx)
	for i := range max(*tables, 6) {
		players.Go(func() error { return l.play(playing, i) })
	}
	began, counted := time.Now(), &tally{}
	faults, faulting := errgroup.WithContext(playing)
	for i, kinds := range [][]fault{nodeFaults, serverFaults} {
		r := rand.New(rand.NewPCG(*seed, uint64(i)))
		next := oneOfEach(kinds, r)
		if *duration > 0 {
			next = func() (fault, bool) { return kinds[r.IntN(len(kinds))], time.Since(began) < *duration }
		}
		faults.Go(func() error { return s.inject(faulting, l, r, counted, next) })
	}
	if *duration > 0 {
		go counted.follow(faulting, t, l)
	}
	if err := faults.Wait(); err != nil && playing.Err() == nil {
		t.Error(err)
		cancel()
	}
	l.stop.Store(true)
	if err := players.Wait(); err != nil {
		t.Errorf("a player: %v", err)
	}
	took := time.Since(began)
	r := s.rest(t, l)
	t.Logf("faults in %s, seed %d, %d games at a time\n%s%s", took.Round(time.Second), *seed, max(*tables, 6), counted, r)
}

// oneOfEach returns each fault once, in random order.
func oneOfEach(kinds []fault, r *rand.Rand) func() (fault, bool) {
	order := r.Perm(len(kinds))
	return func() (fault, bool) {
		if len(order) == 0 {
			return fault{}, false
		}
		f := kinds[order[0]]
		order = order[1:]
		return f, true
	}
}

// follow logs every minute how far the test is.
func (c *tally) follow(ctx context.Context, t *testing.T, l *load) {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			c.Lock()
			t.Logf("%d faults, %d commands acknowledged", c.all, l.acked.Load())
			c.Unlock()
		}
	}
}

// String returns the counts as a table.
func (c *tally) String() string {
	c.Lock()
	defer c.Unlock()
	var text strings.Builder
	for _, kind := range slices.Sorted(maps.Keys(c.kinds)) {
		fmt.Fprintf(&text, "\n%-46s %8d", kind, c.kinds[kind])
	}
	fmt.Fprintf(&text, "\n%-46s %8d", "faults", c.all)
	return text.String()
}
