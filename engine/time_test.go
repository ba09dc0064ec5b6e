// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"cairn/engine"
	"cairn/game/gametest/tictactoe"
	"cairn/games/morris"
)

// poll is how many nodes an engine may visit between two readings of the clock.
const poll = 1024

func TestNodeLimitIsExact(t *testing.T) {
	e := engine.New(morris.Nine, engine.Options{})
	for _, limit := range []uint64{1, 2, 23, 24, 25, 100, 1023, 1024, 1025, 30_000} {
		e.Clear()
		r := search(t, e, morris.Nine.Start(), engine.Limits{Nodes: limit})
		if r.Nodes != limit {
			t.Errorf("limit %d: got %d nodes", limit, r.Nodes)
		}
		follow(t, morris.Nine.Start(), r)
	}
}

func TestDepthLimit(t *testing.T) {
	e := engine.New(morris.Nine, engine.Options{})
	for _, limit := range []int{1, 2, 3, 4} {
		var depths []int
		r, err := e.Search(context.Background(), morris.Nine.Start(), nil, engine.Limits{Depth: limit}, func(r engine.Result[morris.Move]) {
			depths = append(depths, r.Depth)
		})
		if want := []int{1, 2, 3, 4}[:limit]; err != nil || r.Depth != limit || !slices.Equal(depths, want) {
			t.Errorf("got depth %d, reports of %v and error %v, want reports of %v", r.Depth, depths, err, want)
		}
	}
}

// A search of a small tree ends without a limit and with a very deep one.
func TestNoLimit(t *testing.T) {
	def := tictactoe.Standard
	for _, limit := range []int{0, -1, 1_000_000} {
		r := search(t, engine.New(def, engine.Options{}), board(t, "wbw/2b/3 w 0"), engine.Limits{Depth: limit})
		if got := words(r.Score); got != "win 3" || r.Depth != 3 {
			t.Errorf("limit %d: got %s at depth %d, want win 3 at depth 3", limit, got, r.Depth)
		}
	}
}

func TestTimeLimit(t *testing.T) {
	now, looks := time.Time{}, uint64(0)
	clock := func() time.Time {
		looks++
		now = now.Add(time.Second)
		return now
	}
	e := engine.New(morris.Nine, engine.Options{Now: clock})
	r := search(t, e, morris.Nine.Start(), engine.Limits{Time: 30 * time.Second})
	if r.Nodes == 0 || r.Nodes > 30*poll {
		t.Errorf("got %d nodes, want some and no more than %d", r.Nodes, 30*poll)
	}
	if r.Elapsed < 30*time.Second || r.Elapsed > 33*time.Second {
		t.Errorf("got %v elapsed, want about 30 s", r.Elapsed)
	}
	follow(t, morris.Nine.Start(), r)
}

// With a real clock the bounds are wide: only a search without a time limit misses them.
func TestTimeLimitByRealClock(t *testing.T) {
	e := engine.New(morris.Nine, engine.Options{})
	r := search(t, e, morris.Nine.Start(), engine.Limits{Time: time.Millisecond})
	if r.Elapsed > time.Minute {
		t.Errorf("got %v for a millisecond", r.Elapsed)
	}
}

func TestCancelFromReport(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	e := engine.New(morris.Nine, engine.Options{})
	var at uint64
	r, err := e.Search(ctx, morris.Nine.Start(), nil, engine.Limits{}, func(r engine.Result[morris.Move]) {
		if r.Depth == 3 {
			at = r.Nodes
			cancel()
		}
	})
	if err != nil || r.Depth != 3 || r.Nodes != at {
		t.Errorf("got depth %d, %d nodes and error %v, want depth 3 and %d nodes", r.Depth, r.Nodes, err, at)
	}
}

// countdown is a context that ends after a number of calls of Err.
type countdown struct {
	context.Context
	looks int
}

func (c *countdown) Err() error {
	if c.looks--; c.looks < 0 {
		return context.Canceled
	}
	return nil
}

func TestCancelWithinAnIteration(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 0))
	for looks := range 40 {
		p := wander(morris.Nine.Start(), 10+random.IntN(20), random)
		e := engine.New(morris.Nine, engine.Options{})
		r, err := e.Search(&countdown{context.Background(), looks}, p, nil, engine.Limits{}, nil)
		if err != nil || r.Nodes > uint64(looks+1)*poll {
			t.Errorf("after %d looks: got %d nodes and error %v, want %d nodes at most", looks, r.Nodes, err, (looks+1)*poll)
		}
		follow(t, p, r)
	}
}

// A search that is stopped in its first iteration returns the first move of the move
// ordering, which is a capture.
func TestStoppedAtOnce(t *testing.T) {
	p, err := morris.Nine.Parse("ww1/3/b2/6/3/b2/b2 w 7,6 0")
	if err != nil {
		t.Fatal(err)
	}
	for _, level := range []engine.Level{engine.Easy, engine.Medium, engine.Strong} {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		r, err := engine.New(morris.Nine, engine.Options{}).Choose(ctx, p, nil, level, engine.Limits{}, nil)
		if err != nil || p.Takes(r.Move) != 1 || r.Nodes != 0 {
			t.Errorf("%s: got %s after %d nodes and error %v, want a capture after none", level, morris.Nine.FormatMove(p, r.Move), r.Nodes, err)
		}
	}
}

// ticking returns a clock that advances by a step at every reading.
func ticking(step time.Duration) func() time.Time {
	now := time.Time{}
	return func() time.Time {
		now = now.Add(step)
		return now
	}
}

// A side that plays many turns on one clock neither runs out of time nor leaves most of it
// unused.
func TestClockNeverRunsOut(t *testing.T) {
	tests := []struct {
		name  string
		clock engine.Clock
		step  time.Duration // for 1,024 nodes: slow machines
		turns int
		use   float64 // of the time, at least
	}{
		{"whole game", engine.Clock{Left: 10 * time.Second}, 10 * time.Millisecond, 50, 0.5},
		{"increment", engine.Clock{Left: 3 * time.Second, Increment: 100 * time.Millisecond}, 5 * time.Millisecond, 50, 0.5},
		{"control", engine.Clock{Left: 4 * time.Second, Turns: 20}, 5 * time.Millisecond, 20, 0.3},
		{"one turn", engine.Clock{Left: 2 * time.Second, Turns: 1}, 5 * time.Millisecond, 1, 0.1},
		{"blitz", engine.Clock{Left: 300 * time.Millisecond}, time.Millisecond, 50, 0.1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e := engine.New(morris.Nine, engine.Options{Now: ticking(test.step)})
			random, c, given := rand.New(rand.NewPCG(16, 0)), test.clock, test.clock.Left
			for turn := range test.turns {
				p := wander(morris.Nine.Start(), 10+turn/2, random)
				r := search(t, e, p, engine.Limits{Clock: c})
				if c.Left -= r.Elapsed; c.Left <= 0 {
					t.Fatalf("turn %d took %v and left %v", turn+1, r.Elapsed, c.Left)
				}
				c.Left += c.Increment
				given += c.Increment
				c.Turns = max(c.Turns-1, min(c.Turns, 1))
			}
			if used := 1 - c.Left.Seconds()/given.Seconds(); used < test.use {
				t.Errorf("used %.0f %% of the time, want at least %.0f %%", 100*used, 100*test.use)
			}
		})
	}
}

// Without any time left a move is returned nevertheless.
func TestClockAtItsEnd(t *testing.T) {
	e := engine.New(morris.Nine, engine.Options{Now: ticking(time.Millisecond)})
	for _, c := range []engine.Clock{{Left: 1}, {Left: -time.Second}, {Increment: time.Hour}} {
		r := search(t, e, morris.Nine.Start(), engine.Limits{Clock: c})
		if r.Elapsed > 20*time.Millisecond {
			t.Errorf("%+v: took %v", c, r.Elapsed)
		}
		follow(t, morris.Nine.Start(), r)
	}
}

// Limits.Time holds in addition to a clock.
func TestClockAndTime(t *testing.T) {
	e := engine.New(morris.Nine, engine.Options{Now: ticking(time.Millisecond)})
	l := engine.Limits{Time: 30 * time.Millisecond, Clock: engine.Clock{Left: time.Hour}}
	if r := search(t, e, morris.Nine.Start(), l); r.Elapsed > 35*time.Millisecond {
		t.Errorf("took %v, want 30 ms", r.Elapsed)
	}
}

// A single legal move takes one iteration; a stable best move takes less time than one
// that fails low.
func TestClockFollowsTheSearch(t *testing.T) {
	p, err := morris.Nine.Parse("w2/3/3/6/3/b2/3 w 8,8 0")
	if err != nil {
		t.Fatal(err)
	}
	var depths int
	e := engine.New(morris.Nine, engine.Options{Now: ticking(10 * time.Millisecond)})
	limits := engine.Limits{Clock: engine.Clock{Left: time.Minute}}
	r, err := e.Search(context.Background(), p, nil, limits, func(engine.Result[morris.Move]) { depths++ })
	if err != nil || depths < 2 || r.Elapsed > 4*time.Second {
		t.Errorf("got %d iterations in %v and error %v, want several in no more than twice the share of 2 s", depths, r.Elapsed, err)
	}
	single := board(t, "wbw/wbb/bw1 w 0")
	if r := search(t, engine.New(tictactoe.Standard, engine.Options{Now: ticking(time.Millisecond)}), single, limits); r.Depth != 1 {
		t.Errorf("got depth %d for the only move, want 1", r.Depth)
	}
}
