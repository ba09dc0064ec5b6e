// SPDX-License-Identifier: Apache-2.0

//go:build unix

package bench_test

import (
	"context"
	"flag"
	"io"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"cairn/client"
	"cairn/game"
	"cairn/internal/bench"
	"cairn/internal/store/sqlite"
	"cairn/match"
)

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
	c := &crash{program: cairn(t), dir: t.TempDir(), log: logFile(t)}
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
	failed := players.Wait()
	if failed != nil {
		t.Errorf("a player: %v", failed)
	}
	if err := c.reaper.process.Stop(); err != nil {
		t.Errorf("stop the server: %v", err)
	}
	c.verify(t)
	c.audit(t, failed == nil)
	t.Logf("%d clients, outages %v, %d answered commands, %d matches", clients, plan, len(c.deeds), c.matches.Load())
}

// crash is a server that does not live long, and those who play on it.
type crash struct {
	program, dir string
	address      string // of the server: the same in every life
	log          io.Writer
	reaper       reaper
	stop         atomic.Bool // no more moves
	matches      atomic.Int64

	mu      sync.Mutex
	deeds   []bench.Sent // that were answered
	last    time.Time    // of the last answer
	outages []outage
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
		match, err := clients[0].Create(ctx, client.Spec{Game: games[(i+n)%len(games)], Clock: clocks[(i+n)%len(clocks)], Shown: true})
		if err != nil {
			return err
		}
		if err := clients[1].Join(ctx, match); err != nil {
			return err
		}
		if err := c.match(ctx, match, clients); err != nil {
			return err
		}
		c.matches.Add(1)
	}
	return nil
}

// match plays one match to its end.
func (c *crash) match(ctx context.Context, match string, clients [3]*bench.Client) error {
	var group errgroup.Group
	for j, of := range clients[:2] {
		player := &bench.Player{
			Client: of, Random: rand.New(rand.NewPCG(rand.Uint64(), uint64(j))),
			Tired: c.stop.Load, Acked: c.acked,
		}
		group.Go(func() error { return player.Play(ctx, match) })
	}
	group.Go(func() error {
		return clients[2].Follow(ctx, match, func(s *bench.State) error {
			if s.Over() {
				return bench.ErrLeave
			}
			return nil
		})
	})
	return group.Wait()
}

func (c *crash) acked(d bench.Sent) {
	c.reaper.acked() // first: what was answered an instant ago must not be lost
	c.mu.Lock()
	defer c.mu.Unlock()
	c.deeds, c.last = append(c.deeds, d), time.Now()
}

// verify runs the program's own check of the data.
func (c *crash) verify(t *testing.T) {
	t.Helper()
	out, err := exec.Command(c.program, "verify", "--data", c.dir).CombinedOutput()
	if err != nil {
		t.Errorf("cairn verify --data: %v\n%s", err, out)
	}
}

// kinds are the events that the actions of players lead to. Resigning before both
// sides have moved aborts the match.
var kinds = map[string][]match.EventKind{"start": {match.Started}, "move": {match.Moved}, "resign": {match.Resigned, match.Aborted}}

// audit compares the answers to the clients with the store. Unless all players
// finished, some answers are missing.
func (c *crash) audit(t *testing.T, finished bool) {
	t.Helper()
	store, err := sqlite.Open(c.dir, sqlite.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	byMatch := map[string][]bench.Sent{}
	for _, d := range c.deeds {
		byMatch[d.Match] = append(byMatch[d.Match], d)
	}
	if len(byMatch) == 0 {
		t.Error("no command was answered")
	}
	times := charges{wrong: map[string][]time.Duration{}}
	for id, deeds := range byMatch {
		info, err := store.FindMatch(t.Context(), id)
		if err != nil {
			t.Errorf("match %s, which players know: %v", id, err)
			continue
		}
		events, err := store.FindEvents(t.Context(), id, 0)
		if err != nil {
			t.Fatal(err)
		}
		checkDeeds(t, id, deeds, events, finished)
		if info.Control != (match.Control{}).String() {
			times.add(t, id, events, c.outages)
		}
		for _, d := range deeds {
			seq, err := store.FindCommand(t.Context(), id, info.Seats[sideOf(t, d.Side)], d.ID)
			if err != nil || seq != d.Seq {
				t.Errorf("match %s: command %s was answered with seq %d, the store says %d, %v", id, d.ID, d.Seq, seq, err)
			}
		}
	}
	times.report(t, c.outages)
}

// checkDeeds finds every answered command among the events once, and nothing
// that no client sent.
func checkDeeds(t *testing.T, id string, deeds []bench.Sent, events []match.Event, finished bool) {
	t.Helper()
	asked := map[int]bench.Sent{}
	for _, d := range deeds {
		if other, twice := asked[d.Seq]; twice {
			t.Errorf("match %s: commands %s and %s were both answered with seq %d", id, other.ID, d.ID, d.Seq)
		}
		asked[d.Seq] = d
		if d.Seq > len(events) {
			t.Errorf("match %s: %s %s was answered with seq %d and is lost: the last event is %d", id, d.Action, d.Move, d.Seq, len(events))
		}
	}
	players := []match.EventKind{match.Started, match.Moved, match.Resigned, match.Aborted}
	for i, e := range events {
		if e.Seq != i+1 {
			t.Errorf("match %s: event %d is at place %d", id, e.Seq, i+1)
		}
		d, was := asked[e.Seq]
		switch {
		case !was && finished && slices.Contains(players, e.Kind):
			t.Errorf("match %s: no client knows of event %s", id, e)
		case was && (!slices.Contains(kinds[d.Action], e.Kind) || e.Move != d.Move || e.By.String() != d.Side):
			t.Errorf("match %s: %s %s by %s was answered with seq %d, the store has %s", id, d.Action, d.Move, d.Side, d.Seq, e)
		}
	}
}

func sideOf(t *testing.T, name string) game.Side {
	t.Helper()
	var side game.Side
	if err := side.UnmarshalText([]byte(name)); err != nil {
		t.Fatal(err)
	}
	return side
}
