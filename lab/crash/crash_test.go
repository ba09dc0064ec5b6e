// SPDX-License-Identifier: Apache-2.0

//go:build unix

// Package crash_test kills, stops and suspends a server under players, and looks for
// moves that were lost.
package crash_test

import (
	"context"
	"flag"
	"io"
	"math/rand/v2"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"cairn/catalog"
	"cairn/client"
	"cairn/internal/store/sqlite"
	"cairn/lab/bench"
	"cairn/lab/faults"
	"cairn/lab/labtest"
)

func TestMain(m *testing.M) { labtest.Main(m) }

var longCrash = flag.Bool("long-crash", false, "120 outages under 100 clients")

// TestCrash interrupts a server again and again while people play, and looks for
// what was lost. Every command that was answered must be in the store once, every
// event must reach every stream once and in order, the data must be whole, and no
// player is charged for a second in which the server could not take a move.
func TestCrash(t *testing.T) {
	clients, limit := 20, 15*time.Minute
	plan := map[string]int{"kill": 16, "stop": 1, "suspend": 3}
	switch {
	case *longCrash:
		clients, limit = 100, 30*time.Minute
		plan = map[string]int{"kill": 60, "stop": 15, "suspend": 30, "full": 15}
	case testing.Short():
		clients, plan = 6, map[string]int{"kill": 3, "suspend": 1}
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	c := &crash{program: labtest.Cairn(t), dir: t.TempDir(), log: labtest.LogFile(t), history: faults.NewHistory(), timed: map[string]bool{}}
	if plan["full"] > 0 && !c.smallDisk(t) {
		delete(plan, "full")
	}
	c.start(ctx, t, "127.0.0.1:0")
	t.Cleanup(c.reaper.kill)

	players, playing := errgroup.WithContext(ctx)
	for i := range clients / 2 {
		players.Go(func() error { return c.play(playing, i) })
	}
	for _, kind := range shuffled(plan) {
		if playing.Err() != nil {
			break // players.Wait has the reason
		}
		c.interrupt(playing, t, kind)
	}
	c.stop.Store(true)
	if err := players.Wait(); err != nil {
		t.Errorf("a player: %v", err)
	}
	if err := c.reaper.process.Stop(); err != nil {
		t.Errorf("stop the server: %v", err)
	}
	c.verify(t)
	c.audit(t)
	t.Logf("%d clients, outages %v", clients, plan)
}

// crash is a server that does not live long, and those who play on it.
type crash struct {
	program, dir string
	address      string // of the server: the same in every life
	log          io.Writer
	reaper       reaper
	stop         atomic.Bool // no more moves
	history      *faults.History
	outages      []outage

	mu    sync.Mutex
	timed map[string]bool // matches with a clock
	last  time.Time       // of the last answer
}

// start starts the server, for the first time on any port.
func (c *crash) start(ctx context.Context, t *testing.T, address string) {
	t.Helper()
	for {
		process, err := bench.Start(ctx, c.log, c.program, "serve", "--addr", address, "--data", c.dir, "--unlimited", "--log-level", "warn")
		if err == nil {
			c.address = strings.TrimPrefix(process.URL, "http://")
			c.reaper.watch(process)
			return
		}
		if c.address == "" || ctx.Err() != nil { // another program may have the port for a moment
			t.Fatalf("start the server: %v", err)
		}
	}
}

// play lets two players and a spectator meet until it is time to stop. In every
// other match a clock runs, which the server stops and starts again after each
// of its deaths.
func (c *crash) play(ctx context.Context, i int) error {
	games, clocks := []string{"three", "nine", "fanorona", "yote"}, []string{"", "1m+1s", "", "30m+1s"}
	var clients [3]*bench.Client
	for j := range clients {
		player, err := bench.NewClient("http://" + c.address)
		if err != nil {
			return err
		}
		defer player.Close()
		clients[j] = player
	}
	for n := 0; !c.stop.Load(); n++ {
		clock := clocks[(i+n)%len(clocks)]
		match, err := clients[0].Create(ctx, client.Spec{Game: games[(i+n)%len(games)], Clock: clock, Shown: true})
		if err != nil {
			return err
		}
		if clock != "" {
			c.mu.Lock()
			c.timed[match] = true
			c.mu.Unlock()
		}
		if err := clients[1].Join(ctx, match); err != nil {
			return err
		}
		if err := c.match(ctx, match, clients); err != nil {
			return err
		}
	}
	return nil
}

// match plays one match to its end.
func (c *crash) match(ctx context.Context, match string, clients [3]*bench.Client) error {
	var group errgroup.Group
	for j, of := range clients[:2] {
		player := &bench.Player{
			Client: of, Random: rand.New(rand.NewPCG(rand.Uint64(), uint64(j))),
			Tired: c.stop.Load,
		}
		c.history.Watch(player, match)
		noted := player.Acked
		player.Acked = func(s bench.Sent) {
			c.acked()
			noted(s)
		}
		group.Go(func() error { return player.Play(ctx, match) })
	}
	group.Go(func() error {
		return clients[2].Follow(ctx, match, func(s *bench.PlayerState) error {
			c.history.See(match, s)
			if s.Over() {
				return bench.ErrLeave
			}
			return nil
		})
	})
	return group.Wait()
}

// acked is called when a command was answered.
func (c *crash) acked() {
	c.reaper.acked() // first: what was answered an instant ago must not be lost
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = time.Now()
}

// verify runs the program's own check of the data.
func (c *crash) verify(t *testing.T) {
	t.Helper()
	out, err := exec.Command(c.program, "verify", "--data", c.dir).CombinedOutput()
	if err != nil {
		t.Errorf("cairn verify --data: %v\n%s", err, out)
	}
}

// audit compares what players and spectators did and saw with the store.
func (c *crash) audit(t *testing.T) {
	t.Helper()
	store, err := sqlite.Open(c.dir, sqlite.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	r, err := faults.Audit(t.Context(), store, catalog.Standard(), c.history)
	if err != nil {
		t.Fatal(err)
	}
	for _, finding := range r.Findings {
		t.Error(finding)
	}
	if r.Acked == 0 {
		t.Error("no command was answered")
	}
	t.Logf("\n%s", r)
	times := charges{wrong: map[string][]time.Duration{}}
	for id := range c.timed {
		events, err := store.FindEvents(t.Context(), id, 0)
		if err != nil {
			t.Fatal(err)
		}
		times.add(t, id, events, c.outages)
	}
	times.report(t, c.outages)
}
