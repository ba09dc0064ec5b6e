// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"cairn/engine"
	"cairn/game/gametest/tictactoe"
	"cairn/games/morris"
)

// ticking returns a clock that runs a step at every look.
func ticking(step time.Duration) func() time.Time {
	now := time.Time{}
	return func() time.Time {
		now = now.Add(step)
		return now
	}
}

// A side plays on one clock for many turns: it never runs out, and the time is
// not left unused either.
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

// With nothing left a move is found all the same.
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

// A limit of time holds on a clock, too.
func TestClockAndTime(t *testing.T) {
	e := engine.New(morris.Nine, engine.Options{Now: ticking(time.Millisecond)})
	l := engine.Limits{Time: 30 * time.Millisecond, Clock: engine.Clock{Left: time.Hour}}
	if r := search(t, e, morris.Nine.Start(), l); r.Elapsed > 35*time.Millisecond {
		t.Errorf("took %v, want 30 ms", r.Elapsed)
	}
}

// The only move takes one iteration; a move that stays the best less time than
// one that turns out bad.
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
