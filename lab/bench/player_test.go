// SPDX-License-Identifier: Apache-2.0

package bench_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/client"
	"cairn/lab/bench"
)

const (
	start = `"status":"ready","you":"white","moves":[],"can":{"start":true}`
	turn  = `"status":"playing","you":"white","moves":[{"text":"a1"}]`
	stale = `409 {"code":"stale","detail":"The match has moved on."}`
)

// play lets a player play on a fake and returns its commands.
func play(t *testing.T, f *fake, tired bool) (acked []string, err error) {
	t.Helper()
	p := &bench.Player{
		Client: f.client(t), Random: rand.New(rand.NewPCG(1, 2)),
		Tired: func() bool { return tired },
		Acked: func(d bench.Sent) { acked = append(acked, d.Action+" "+d.Move+" "+d.Side) },
	}
	err = p.Play(t.Context(), "abc2345")
	return acked, err
}

func TestPlayer(t *testing.T) {
	texts := []string{state(2, start, 1, 2), state(3, turn, 3), state(4, playing, 4), state(5, turn, 5), state(6, over, 6)}
	f := newFake(t, []script{{texts, "wait"}}, `200 {"seq":3}`, `200 {"seq":4}`, `200 {"seq":6}`)
	got, err := play(t, f, false)
	if want := []string{"start  white", "move a1 white", "move a1 white"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

func TestPlayerTired(t *testing.T) {
	f := newFake(t, []script{{[]string{state(3, turn, 1, 2, 3), state(4, over, 4)}, "wait"}}, `200 {"seq":4}`)
	got, err := play(t, f, true)
	if want := []string{"resign  white"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

// States from before its own command are no reason to act again.
func TestPlayerActsOnce(t *testing.T) {
	texts := []string{state(3, turn, 1, 2, 3), state(3, turn), state(4, playing, 4), state(5, over, 5)}
	f := newFake(t, []script{{texts, "wait"}}, `200 {"seq":4}`)
	got, err := play(t, f, false)
	if want := []string{"move a1 white"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

// After a version conflict the player acts on the new state.
func TestPlayerLate(t *testing.T) {
	texts := []string{state(3, turn, 1, 2, 3), state(5, turn, 4, 5), state(6, over, 6)}
	f := newFake(t, []script{{texts, "wait"}}, stale, `200 {"seq":6}`)
	got, err := play(t, f, false)
	if want := []string{"move a1 white"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

// After the timeout of a command the player opens the stream again; the command was executed.
func TestPlayerPatience(t *testing.T) {
	streams := []script{{[]string{state(3, turn, 1, 2, 3)}, "wait"}, {[]string{state(5, turn, 4, 5), state(6, over, 6)}, "wait"}}
	f := newFake(t, streams, "hang", `200 {"seq":6}`)
	acked := 0
	p := &bench.Player{Client: f.client(t), Random: rand.New(rand.NewPCG(1, 2)), Acked: func(bench.Sent) { acked++ }}
	p.Posting = func(d bench.Sent) {
		if p.Patience = 0; d.Expect == 3 {
			p.Patience = 10 * time.Millisecond
		}
	}
	if err := p.Play(t.Context(), "abc2345"); err != nil || acked != 1 {
		t.Errorf("got %d commands acknowledged, %v, want 1", acked, err)
	}
}

func TestPlayerRefused(t *testing.T) {
	f := newFake(t, []script{{[]string{state(3, turn, 1, 2, 3)}, "wait"}}, `422 {"code":"illegal","detail":"No."}`)
	got, err := play(t, f, false)
	var refused *client.Error
	if !errors.As(err, &refused) || refused.Code != "illegal" || len(got) > 0 {
		t.Errorf("got %q, %v, want it to be refused as illegal", got, err)
	}
	if err != nil && !strings.Contains(err.Error(), "POST /matches/abc2345/moves") {
		t.Errorf("got %q, want it to say what was refused", err)
	}
}
