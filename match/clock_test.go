// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"testing"
	"time"

	"cairn/game"
	"cairn/match"
)

// tick is a thing done to a clock, some time after the one before.
type tick struct {
	after time.Duration
	do    func(match.Clock, time.Time) match.Clock
}

func startWhite(c match.Clock, now time.Time) match.Clock { return c.Start(game.White, now) }
func startBlack(c match.Clock, now time.Time) match.Clock { return c.Start(game.Black, now) }

var (
	press  = match.Clock.Press
	stop   = match.Clock.Stop
	resume = match.Clock.Resume
)

func TestClockArithmetic(t *testing.T) {
	const s = time.Second
	tests := []struct {
		name    string
		control string
		ticks   []tick
		after   time.Duration // from the last tick to the look at the clock
		want    [2]time.Duration
		spent   time.Duration
	}{
		{"stands before the start", "60s+2s", nil, 10 * s, [2]time.Duration{60 * s, 60 * s}, 0},
		{"white runs", "60s+2s", []tick{{0, startWhite}}, 10 * s, [2]time.Duration{50 * s, 60 * s}, 10 * s},
		{"black runs first", "60s+2s", []tick{{0, startBlack}}, 10 * s, [2]time.Duration{60 * s, 50 * s}, 10 * s},
		{"press adds the increment", "60s+2s", []tick{{0, startWhite}, {10 * s, press}}, 0, [2]time.Duration{52 * s, 60 * s}, 0},
		{"both pressed", "60s+2s", []tick{{0, startWhite}, {10 * s, press}, {20 * s, press}}, 5 * s, [2]time.Duration{47 * s, 42 * s}, 5 * s},
		{"increment beyond the initial time", "60s+2s", []tick{{0, startWhite}, {s, press}}, 0, [2]time.Duration{61 * s, 60 * s}, 0},
		{"stopped", "60s+2s", []tick{{0, startWhite}, {10 * s, stop}}, 99 * s, [2]time.Duration{50 * s, 60 * s}, 10 * s},
		{"stopped twice charges once", "60s+2s", []tick{{0, startWhite}, {10 * s, stop}, {10 * s, stop}}, 0, [2]time.Duration{50 * s, 60 * s}, 10 * s},
		{"resumed", "60s+2s", []tick{{0, startWhite}, {10 * s, stop}, {99 * s, resume}}, 3 * s, [2]time.Duration{47 * s, 60 * s}, 13 * s},
		{"resumed twice", "60s+2s", []tick{{0, startWhite}, {10 * s, resume}}, 3 * s, [2]time.Duration{47 * s, 60 * s}, 13 * s},
		{"pressed after a pause", "60s+2s", []tick{{0, startWhite}, {10 * s, stop}, {99 * s, resume}, {s, press}}, 0, [2]time.Duration{51 * s, 60 * s}, 0},
		{"turn given back without increment", "60s+2s", []tick{{0, startWhite}, {10 * s, press}, {5 * s, startWhite}}, 2 * s, [2]time.Duration{50 * s, 55 * s}, 2 * s},
		{"never below zero", "60s+2s", []tick{{0, startWhite}}, 61 * s, [2]time.Duration{0, 60 * s}, 61 * s},
		{"stopped too late", "60s+2s", []tick{{0, startWhite}, {61 * s, stop}}, 0, [2]time.Duration{0, 60 * s}, 61 * s},
		{"time running backwards", "60s+2s", []tick{{0, startWhite}}, -10 * s, [2]time.Duration{60 * s, 60 * s}, 0},
		{"days", "1d", []tick{{0, startWhite}}, time.Hour, [2]time.Duration{23 * time.Hour, 24 * time.Hour}, time.Hour},
		{"days begin anew each turn", "1d", []tick{{0, startWhite}, {time.Hour, press}}, time.Hour, [2]time.Duration{24 * time.Hour, 23 * time.Hour}, time.Hour},
		{"days are kept over a pause", "1d", []tick{{0, startWhite}, {time.Hour, stop}, {time.Hour, resume}}, time.Hour, [2]time.Duration{22 * time.Hour, 24 * time.Hour}, 2 * time.Hour},
		{"no control measures the turn", "none", []tick{{0, startWhite}, {7 * s, press}}, 3 * s, [2]time.Duration{}, 3 * s},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, now := wind(t, test.control, test.ticks)
			now = now.Add(test.after)
			for _, side := range game.Sides {
				if got, want := c.Remaining(side, now), test.want[side]; got != want {
					t.Errorf("%s: got %s, want %s", side, got, want)
				}
			}
			if got := c.Spent(now); got != test.spent {
				t.Errorf("spent: got %s, want %s", got, test.spent)
			}
		})
	}
}

func TestClockDeadline(t *testing.T) {
	const s = time.Second
	tests := []struct {
		name    string
		control string
		ticks   []tick
		want    time.Duration // after the last tick; 0 for none
	}{
		{"not started", "60s+2s", nil, 0},
		{"white", "60s+2s", []tick{{0, startWhite}}, 60 * s},
		{"black", "60s+2s", []tick{{0, startWhite}, {s, press}}, 60 * s},
		{"white again", "60s+2s", []tick{{0, startWhite}, {10 * s, press}, {s, press}}, 52 * s},
		{"stopped", "60s+2s", []tick{{0, startWhite}, {s, stop}}, 0},
		{"resumed", "60s+2s", []tick{{0, startWhite}, {s, stop}, {s, resume}}, 59 * s},
		{"days", "3d", []tick{{0, startWhite}, {s, press}}, 72 * time.Hour},
		{"no control", "none", []tick{{0, startWhite}}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, now := wind(t, test.control, test.ticks)
			deadline, ok := c.Deadline()
			if ok != (test.want != 0) || ok && deadline.Sub(now) != test.want {
				t.Fatalf("got %s, %v, want %s after %s", deadline, ok, test.want, now)
			}
			if got := c.Flagged(now.Add(1000 * time.Hour)); got != ok {
				t.Errorf("flagged much later: got %v, want %v", got, ok)
			}
			if ok && (c.Flagged(deadline.Add(-time.Millisecond)) || !c.Flagged(deadline)) {
				t.Error("flagged: want from the deadline on, not a millisecond before")
			}
			if side, running := c.Running(); running && c.Remaining(side, deadline) != 0 && ok {
				t.Errorf("remaining at the deadline: got %s, want 0", c.Remaining(side, deadline))
			}
		})
	}
}

// wind does ticks from noon on and returns the time of the last.
func wind(t *testing.T, control string, ticks []tick) (match.Clock, time.Time) {
	t.Helper()
	c, err := match.ParseControl(control)
	if err != nil {
		t.Fatal(err)
	}
	clock, now := match.NewClock(c), noon
	if clock.Control() != c {
		t.Fatalf("control: got %v, want %v", clock.Control(), c)
	}
	for _, tick := range ticks {
		now = now.Add(tick.after)
		clock = tick.do(clock, now)
	}
	return clock, now
}
