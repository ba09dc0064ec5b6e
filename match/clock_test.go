// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"testing"
	"time"

	"cairn/game"
	"cairn/match"
)

// tick is a change of a clock, some time after the one before.
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
		after   time.Duration // from the last tick to the check
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

func TestTimeRunsOutWhateverIsDone(t *testing.T) {
	actions := map[string]match.Action{
		"flag by the system":     {Kind: match.Flag},
		"flag by the opponent":   {Kind: match.Flag, By: black},
		"move too late":          {Kind: match.Move, By: white, Move: "c3"},
		"illegal move too late":  {Kind: match.Move, By: white, Move: "z9"},
		"move out of turn":       {Kind: match.Move, By: black, Move: "c3"},
		"resignation too late":   {Kind: match.Resign, By: white},
		"the winner resigns":     {Kind: match.Resign, By: black},
		"draw offered too late":  {Kind: match.Draw, By: white},
		"undo asked too late":    {Kind: match.Undo, By: white},
		"claim":                  {Kind: match.Claim, By: black, Away: true},
		"pause after the fact":   {Kind: match.Pause},
		"answer to no offer now": {Kind: match.Answer, By: white, Offer: 99, Yes: true},
	}
	for name, a := range actions {
		t.Run(name, func(t *testing.T) {
			b := atStage(t, "playing")
			b.wait(5*time.Minute + 3*time.Second - time.Millisecond)
			b.refusesBy(match.NoSeat, match.Flag, match.WhyTimeLeft)
			b.wait(time.Millisecond)
			e := b.do(a)
			if e.Kind != match.Flagged || e.By != match.NoSeat {
				t.Errorf("got %v, want flagged by no seat", e)
			}
			b.ends(game.BlackWins, match.ByTime)
			b.refusesBy(match.NoSeat, match.Flag, match.WhyOver)
			if got := b.match.Clock().Remaining(game.White, b.now); got != 0 {
				t.Errorf("time left: got %s, want 0", got)
			}
		})
	}
}

func TestDaysRunOut(t *testing.T) {
	b := playOnline(t, toy, "2d")
	b.wait(47 * time.Hour)
	b.play("a1")
	b.wait(48*time.Hour - time.Millisecond)
	b.refusesBy(match.NoSeat, match.Flag, match.WhyTimeLeft)
	b.wait(time.Millisecond)
	b.by(match.NoSeat, match.Flag)
	b.ends(game.WhiteWins, match.ByTime)
}

func TestNoClockNeverFlags(t *testing.T) {
	b := playOnline(t, toy, "none")
	b.wait(10000 * time.Hour)
	b.refusesBy(match.NoSeat, match.Flag, match.WhyTimeLeft)
	b.play("a1")
}

func TestDowntimeIsNotCharged(t *testing.T) {
	b := playOnline(t, toy, "60s+2s")
	b.wait(10 * time.Second)
	seen := b.match.Seq()
	b.by(match.NoSeat, match.Pause)
	if !b.match.Paused() {
		t.Error("got a match that goes on, want it paused")
	}
	b.wait(24 * time.Hour)
	b.by(match.NoSeat, match.Resume)
	if b.match.Paused() {
		t.Error("got a paused match, want it to go on")
	}
	if !b.match.Shows(seen) || b.match.Shows(seen-1) || b.match.Shows(b.match.Seq()+1) {
		t.Error("a player who saw the match before the pause knows it, others do not")
	}
	b.wait(5 * time.Second)
	b.play("a1")
	if b.match.Shows(seen) {
		t.Error("a player who has not seen the move cannot know the match")
	}
	if got, want := b.match.Clock().Remaining(game.White, b.now), 47*time.Second; got != want {
		t.Errorf("white's time: got %s, want %s", got, want)
	}
	if got, want := b.match.Record().Turns[0].Took, 15*time.Second; got != want {
		t.Errorf("took: got %s, want %s", got, want)
	}
}

func TestAbortEndsAPause(t *testing.T) {
	b := playOnline(t, toy, "60s+2s")
	b.by(match.NoSeat, match.Pause)
	b.by(white, match.Abort)
	if b.match.Paused() {
		t.Error("got a paused match that is over, want it over only")
	}
}

func TestClockStartsForTheSideToMove(t *testing.T) {
	s := online("60s+0s")
	s.Start = "w2/3/3 b 0"
	b := sit(t, toy, s)
	b.wait(time.Hour) // waiting for the start costs nothing
	b.by(white, match.Start)
	b.wait(10 * time.Second)
	want := [2]time.Duration{60 * time.Second, 50 * time.Second}
	for _, side := range game.Sides {
		if got := b.match.Clock().Remaining(side, b.now); got != want[side] {
			t.Errorf("%s: got %s, want %s", side, got, want[side])
		}
	}
}
