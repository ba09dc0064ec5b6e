// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"testing"
	"time"

	"cairn/game"
	"cairn/match"
)

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
				t.Errorf("got %v, want flagged by nobody", e)
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
	b.by(match.NoSeat, match.Pause)
	if !b.match.Paused() {
		t.Error("got a match that goes on, want it paused")
	}
	b.wait(24 * time.Hour)
	b.by(match.NoSeat, match.Resume)
	if b.match.Paused() {
		t.Error("got a paused match, want it to go on")
	}
	b.wait(5 * time.Second)
	b.play("a1")
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
