// SPDX-License-Identifier: Apache-2.0

package bench_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"cairn/lab/bench"
)

// untilOver leaves when the match is over.
func untilOver(s *bench.PlayerState) error {
	if s.Over() {
		return bench.ErrLeave
	}
	return nil
}

func TestFollow(t *testing.T) {
	tests := map[string]struct {
		streams []script
		want    string // part of the error; empty for none
		fault   bool   // the error is a *bench.Fault
		asked   []string
	}{
		"in order": {
			[]script{{[]string{state(2, playing, 1, 2), ping, state(3, playing, 3), state(4, over, 4)}, "wait"}},
			"", false,
			[]string{"since 0"},
		},
		"several lines of one event": {
			[]script{{[]string{state(2, playing, 1, 1, 2, 2, 2), state(3, over, 3, 3)}, "wait"}},
			"", false,
			[]string{"since 0"},
		},
		"nothing new but who is there": {
			[]script{{[]string{state(2, playing, 1, 2), state(2, playing), state(3, over, 3)}, "wait"}},
			"", false,
			[]string{"since 0"},
		},
		"cut and resumed": {
			[]script{
				{[]string{state(2, playing, 1, 2)}, "cut"},
				{nil, "cut"},
				{[]string{state(3, playing, 3)}, "close 1001"},
				{[]string{state(4, over, 4)}, "wait"},
			},
			"", false,
			[]string{"since 0", "since 2", "since 2", "since 3"},
		},
		"not there for a moment": {
			[]script{{nil, "refuse 503"}, {[]string{state(1, over, 1)}, "wait"}},
			"", false,
			[]string{"since 0", "since 0"},
		},
		"an event again": {
			[]script{{[]string{state(2, playing, 1, 2), state(3, playing, 2, 3)}, "wait"}},
			"event 2 came again after event 2", true,
			[]string{"since 0"},
		},
		"all again after a cut": {
			[]script{{[]string{state(2, playing, 1, 2)}, "cut"}, {[]string{state(2, playing, 1, 2)}, "wait"}},
			"event 1 came again after event 2", true,
			[]string{"since 0", "since 2"},
		},
		"an event left out": {
			[]script{{[]string{state(2, playing, 1, 2), state(4, playing, 4)}, "wait"}},
			"event 4 came after event 2, want event 3", true,
			[]string{"since 0"},
		},
		"out of order": {
			[]script{{[]string{state(3, playing, 1, 3, 2)}, "wait"}},
			"event 3 came after event 1, want event 2", true,
			[]string{"since 0"},
		},
		"a log that is behind": {
			[]script{{[]string{state(2, playing, 1)}, "wait"}},
			"the state is at event 2, but its log ends with event 1", true,
			[]string{"since 0"},
		},
		"a match that went back": {
			[]script{{[]string{state(2, playing, 1, 2), state(1, playing)}, "wait"}},
			"the state is at event 1, but its log ends with event 2", true,
			[]string{"since 0"},
		},
		"no JSON": {
			[]script{{[]string{"hello"}, "wait"}},
			"is not JSON", false,
			[]string{"since 0"},
		},
		"no such match": {
			[]script{{nil, "close 4004"}}, "not-found", false, []string{"since 0"},
		},
		"the session has ended": {
			[]script{{[]string{state(1, playing, 1)}, "close 4001"}}, "session-ended", false, []string{"since 0"},
		},
		"refused": {
			[]script{{nil, "refuse 403"}}, "status 403", false, []string{"since 0"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFake(t, test.streams)
			err := f.client(t).Follow(t.Context(), "abc2345", untilOver)
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("got error %v, want %q", err, test.want)
			}
			var fault *bench.Fault
			if errors.As(err, &fault) != test.fault {
				t.Errorf("got %T, want a fault: %t", err, test.fault)
			}
			if got := f.log(); !slices.Equal(got, test.asked) {
				t.Errorf("got asked for %q, want %q", got, test.asked)
			}
		})
	}
}

// A stream that is opened later must show every answered command.
func TestFollowForgotten(t *testing.T) {
	f := newFake(t, []script{{[]string{state(2, playing, 1, 2)}, "wait"}}, `200 {"seq":3}`)
	c := f.client(t)
	if _, err := c.Do(t.Context(), "abc2345", "move", c.NewCommand(2)); err != nil {
		t.Fatal(err)
	}
	err := c.Follow(t.Context(), "abc2345", untilOver)
	var fault *bench.Fault
	if !errors.As(err, &fault) {
		t.Fatalf("got error %v, want a fault", err)
	}
	if want := "match abc2345: the state is at event 2, but a command was answered with event 3 before"; fault.Error() != want {
		t.Errorf("got %q, want %q", fault, want)
	}
}

func TestFollowCancelled(t *testing.T) {
	f := newFake(t, []script{{[]string{state(1, playing, 1)}, "wait"}})
	ctx, cancel := context.WithCancel(t.Context())
	err := f.client(t).Follow(ctx, "abc2345", func(*bench.PlayerState) error {
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want %v", err, context.Canceled)
	}
}
