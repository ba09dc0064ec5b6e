// SPDX-License-Identifier: Apache-2.0

package bench_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/internal/bench"
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
	f := newFake(t, nil, `503 {}`, `200 {"match":"abc2345","url":"/match/abc2345"}`, "cut", `200 {"match":"abc2345"}`)
	c := f.client(t)
	match, err := c.Create(t.Context(), "nine", "5m+3s")
	if err != nil || match != "abc2345" {
		t.Errorf("create: got %q, %v", match, err)
	}
	if err := c.Join(t.Context(), match); err != nil {
		t.Errorf("join: %v", err)
	}
	want := []string{
		`/match {"clock":"5m+3s","game":"nine","opponent":"private","shown":"yes"}`,
		`/match {"clock":"5m+3s","game":"nine","opponent":"private","shown":"yes"} as me`,
		`/join {"id":"abc2345"} as me`,
		`/join {"id":"abc2345"} as me`,
	}
	if got := f.log(); !slices.Equal(got, want) {
		t.Errorf("got asked\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := c.Retries(); got != 2 {
		t.Errorf("got %d retries, want 2", got)
	}
}

// A command that is not answered is sent again, the same each time.
func TestDoAgain(t *testing.T) {
	f := newFake(t, nil, "cut", `503 {}`, "cut", `200 {"seq":13}`)
	c := f.client(t)
	seq, err := c.Do(t.Context(), "abc2345", "move", c.NewCommand(12, "d6-d7xa1"))
	if err != nil || seq != 13 {
		t.Fatalf("got seq %d, %v, want 13", seq, err)
	}
	asked := f.log()
	if len(asked) != 4 {
		t.Fatalf("got asked %d times, want 4", len(asked))
	}
	for _, line := range asked[1:] {
		if got, want := strings.TrimSuffix(line, " as me"), asked[0]; got != want {
			t.Errorf("got asked %q, want %q again", got, want)
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
		for _, command := range []bench.Command{c.NewCommand(1, ""), other.NewCommand(1, "")} {
			if seen[command.ID] {
				t.Fatalf("the id %q was made twice", command.ID)
			}
			seen[command.ID] = true
		}
	}
}

func TestRefused(t *testing.T) {
	tests := map[string]struct {
		answer string
		want   bench.Refusal
	}{
		"by the rules": {
			`422 {"error":{"code":"illegal","key":"occupied","text":"That point is occupied."}}`,
			bench.Refusal{Status: 422, Code: "illegal", Text: "That point is occupied."},
		},
		"without a reason": {`404 nothing here`, bench.Refusal{Status: 404, Text: `"nothing here"`}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c := newFake(t, nil, test.answer).client(t)
			_, err := c.Do(t.Context(), "abc2345", "move", c.NewCommand(1, "a1"))
			var refusal *bench.Refusal
			if !errors.As(err, &refusal) || *refusal != test.want {
				t.Errorf("got %v, want %v", err, &test.want)
			}
		})
	}
}

func TestNonsense(t *testing.T) {
	f := newFake(t, nil, `200 {}`, `200 oh`, `200 {"url":"/"}`)
	c := f.client(t)
	for range 2 {
		if seq, err := c.Do(t.Context(), "abc2345", "move", c.NewCommand(1, "a1")); err == nil {
			t.Errorf("got seq %d, want an error", seq)
		}
	}
	if match, err := c.Create(t.Context(), "nine", ""); err == nil {
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
		_, err := c.Create(ctx, "nine", "")
		failed <- err
	}()
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want %v", err, context.Canceled)
	}
}

// A client of several nodes leaves one that does not answer, and its streams begin at
// another one than its requests.
func TestAlso(t *testing.T) {
	first := newFake(t, []script{{texts: []string{state(1, playing, 1), state(2, over, 2)}, end: "wait"}}, "cut")
	second := newFake(t, []script{{end: "cut"}}, `200 {"seq":2}`, `200 {"seq":3}`)
	c := first.client(t)
	if err := c.Also(time.Minute, second.URL); err != nil {
		t.Fatal(err)
	}
	if err := c.Follow(t.Context(), "abc2345", func(s *bench.State) error {
		if s.Over() {
			return bench.ErrLeave
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	for want := 2; want <= 3; want++ {
		if seq, err := c.Do(t.Context(), "abc2345", "move", bench.Command{ID: "x", Expect: want - 1}); err != nil || seq != want {
			t.Errorf("got seq %d, %v, want %d", seq, err, want)
		}
	}
	if got, want := first.log(), []string{"since 0", `/match/abc2345/move {"id":"x","expect":1}`}; !slices.Equal(got, want) {
		t.Errorf("the first node was asked %q, want %q", got, want)
	}
	want := []string{"since 0", `/match/abc2345/move {"id":"x","expect":1}`, `/match/abc2345/move {"id":"x","expect":2} as me`}
	if got := second.log(); !slices.Equal(got, want) {
		t.Errorf("the second node was asked %q, want %q", got, want)
	}
}
