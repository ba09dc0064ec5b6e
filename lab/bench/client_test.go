// SPDX-License-Identifier: Apache-2.0

package bench_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"cairn/client"
	"cairn/lab/bench"
)

func TestNewClient(t *testing.T) {
	for address, want := range map[string]bool{
		"http://127.0.0.1:8080": true,
		"http://localhost":      true,
		"https://localhost":     false,
		"127.0.0.1:8080":        false,
		"http://":               false,
		"http://:8080":          false,
		"":                      false,
	} {
		if _, err := bench.NewClient(address); (err == nil) != want {
			t.Errorf("%q: got error %v, want it to be good: %t", address, err, want)
		}
	}
}

func TestSit(t *testing.T) {
	f := newFake(t, nil, `401 {"code":"forbidden","key":"token-needed"}`, `503 {}`, `200 {"match":"abc2345","url":"/match/abc2345"}`, "cut", `200 {"match":"abc2345"}`)
	c := f.client(t)
	match, err := c.Create(t.Context(), client.Spec{Game: "nine", Clock: "5m+3s", Shown: true})
	if err != nil || match != "abc2345" {
		t.Errorf("create: got %q, %v", match, err)
	}
	if err := c.Join(t.Context(), match); err != nil {
		t.Errorf("join: %v", err)
	}
	want := []string{
		`/matches {"clock":"5m+3s","game":"nine","opponent":"private","shown":"yes"}`,
		`/matches {"clock":"5m+3s","game":"nine","opponent":"private","shown":"yes"} as me`,
		`/matches {"clock":"5m+3s","game":"nine","opponent":"private","shown":"yes"} as me`,
		`/matches/abc2345/join {} as me`,
		`/matches/abc2345/join {} as me`,
	}
	if got := f.log(); !slices.Equal(got, want) {
		t.Errorf("got asked\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := c.Retries(); got != 2 {
		t.Errorf("got %d retries, want 2", got)
	}
}

// A command without an answer is retried with the same id.
func TestDoAgain(t *testing.T) {
	f := newFake(t, nil, "cut", `503 {}`, "cut", `200 {"seq":13}`)
	c := f.client(t)
	seq, err := c.Do(t.Context(), "abc2345", "move", client.Command{ID: "x", Expect: 12, Move: "d6-d7xa1"})
	if err != nil || seq != 13 {
		t.Fatalf("got seq %d, %v, want 13", seq, err)
	}
	asked := f.log()
	if len(asked) != 4 {
		t.Fatalf("got asked %d times, want 4", len(asked))
	}
	for _, line := range asked[1:] {
		if line != asked[0] {
			t.Errorf("got asked %q, want %q again", line, asked[0])
		}
	}
	if !strings.Contains(asked[0], `"expect":12,"move":"d6-d7xa1"`) {
		t.Errorf("got asked %q, want it to carry what was expected and the move", asked[0])
	}
}

func TestCommandIDs(t *testing.T) {
	f := newFake(t, nil)
	c, other := f.client(t), f.client(t)
	seen := map[string]bool{}
	for range 100 {
		for _, command := range []client.Command{c.NewCommand(1), other.NewCommand(1)} {
			if seen[command.ID] {
				t.Fatalf("the id %q was made twice", command.ID)
			}
			seen[command.ID] = true
		}
	}
}

func TestRefused(t *testing.T) {
	for answer, want := range map[string]string{
		`422 {"code":"illegal","key":"occupied","detail":"That point is occupied."}`: "That point is occupied. (status 422, illegal occupied)",
		`404 nothing here`: "Not Found (status 404)",
	} {
		c := newFake(t, nil, answer).client(t)
		_, err := c.Do(t.Context(), "abc2345", "move", c.NewCommand(1))
		var refused *client.Error
		if !errors.As(err, &refused) || refused.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestNonsense(t *testing.T) {
	f := newFake(t, nil, `200 {}`, `200 oh`, `200 {"url":"/"}`)
	c := f.client(t)
	for range 2 {
		if seq, err := c.Do(t.Context(), "abc2345", "move", c.NewCommand(1)); err == nil {
			t.Errorf("got seq %d, want an error", seq)
		}
	}
	if match, err := c.Create(t.Context(), client.Spec{Game: "nine"}); err == nil {
		t.Errorf("got match %q, want an error", match)
	}
}

// Without a server there is no answer, until the context ends.
func TestNoServer(t *testing.T) {
	f := newFake(t, nil)
	c := f.client(t)
	f.Close()
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error)
	go func() {
		_, err := c.Create(ctx, client.Spec{Game: "nine"})
		failed <- err
	}()
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want %v", err, context.Canceled)
	}
}

// A client of several nodes skips a node that does not answer, and its streams begin at
// another one than its requests.
func TestAlso(t *testing.T) {
	first := newFake(t, []script{{texts: []string{state(1, playing, 1), state(2, over, 2)}, end: "wait"}}, "cut")
	second := newFake(t, []script{{end: "cut"}}, `200 {"seq":2}`, `200 {"seq":3}`)
	c, err := bench.NewClient(first.URL, client.Also(second.URL))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Follow(t.Context(), "abc2345", func(s *bench.PlayerState) error {
		if s.Over() {
			return bench.ErrLeave
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	for want := 2; want <= 3; want++ {
		if seq, err := c.Do(t.Context(), "abc2345", "move", client.Command{ID: "x", Expect: want - 1}); err != nil || seq != want {
			t.Errorf("got seq %d, %v, want %d", seq, err, want)
		}
	}
	if got, want := first.log(), []string{"since 0", `/matches/abc2345/moves {"id":"x","expect":1}`}; !slices.Equal(got, want) {
		t.Errorf("the first node was asked %q, want %q", got, want)
	}
	want := []string{"since 0", `/matches/abc2345/moves {"id":"x","expect":1}`, `/matches/abc2345/moves {"id":"x","expect":2}`}
	if got := second.log(); !slices.Equal(got, want) {
		t.Errorf("the second node was asked %q, want %q", got, want)
	}
}
