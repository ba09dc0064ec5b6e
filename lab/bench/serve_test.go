// SPDX-License-Identifier: Apache-2.0

package bench_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"cairn/lab/bench"
	"cairn/lab/labtest"
)

// serve starts a real server for a test.
func serve(t *testing.T, args ...string) *bench.Process {
	t.Helper()
	args = append([]string{"serve", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--log-level", "warn"}, args...)
	p, err := bench.Start(t.Context(), labtest.LogFile(t), labtest.Cairn(t), args...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	return p
}

func TestRun(t *testing.T) {
	p := serve(t, "--unlimited")
	r, err := bench.Serve(t.Context(), bench.ServePlan{
		URL: p.URL, Game: "three", Games: 3, Idle: 120, Duration: time.Second, Memory: p.Memory,
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.Games != 3 || r.IdleConnections != 120 || !r.Durable || r.Seconds < 1 {
		t.Errorf("got %+v, want what was planned", r)
	}
	if r.Errors != 0 || len(r.Faults) != 0 {
		t.Errorf("got %d errors, want none: %v", r.Errors, r.Faults)
	}
	if r.Moves == 0 || r.MovesPerS <= 0 {
		t.Errorf("got %d moves, %g per second, want some", r.Moves, r.MovesPerS)
	}
	if r.P50MS <= 0 || r.P95MS < r.P50MS || r.P99MS < r.P95MS {
		t.Errorf("got percentiles %g, %g, %g ms, want them to rise", r.P50MS, r.P95MS, r.P99MS)
	}
	if r.ServerRSSBytes < 1<<20 || r.RSSPerIdleBytes == 0 { // few connections may weigh less than what the collector frees
		t.Errorf("got %d bytes, %d for each idle connection", r.ServerRSSBytes, r.RSSPerIdleBytes)
	}
}

func TestRunNothing(t *testing.T) {
	f := newFake(t, nil)
	r, err := bench.Serve(t.Context(), bench.ServePlan{URL: f.URL})
	if err != nil || r.Moves != 0 || r.ServerRSSBytes != 0 {
		t.Errorf("got %+v, %v, want nothing", r, err)
	}
	if asked := f.log(); len(asked) > 0 {
		t.Errorf("the server was asked %q", asked)
	}
}

// A server that limits how often people come is not for measuring.
func TestRunLimited(t *testing.T) {
	p := serve(t)
	for name, plan := range map[string]bench.ServePlan{"games": {Games: 100}, "idle": {Idle: 10_000}} {
		plan.URL, plan.Game, plan.Duration = p.URL, "nine", time.Millisecond
		if _, err := bench.Serve(t.Context(), plan); err == nil || !strings.Contains(err.Error(), "status 429") {
			t.Errorf("%s: got error %v, want status 429", name, err)
		}
	}
}

func TestRunWrong(t *testing.T) {
	f := newFake(t, nil)
	gone := errors.New("gone")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	tests := map[string]struct {
		ctx  context.Context
		plan bench.ServePlan
		want string
	}{
		"no address":             {t.Context(), bench.ServePlan{URL: "nowhere"}, "address of the server"},
		"a server of another":    {t.Context(), bench.ServePlan{URL: f.URL, Games: 1}, "status 500"},
		"memory of nothing":      {t.Context(), bench.ServePlan{URL: f.URL, Games: 1, Memory: func() (int64, error) { return 0, gone }}, "gone"},
		"memory before the idle": {t.Context(), bench.ServePlan{URL: f.URL, Idle: 1, Memory: func() (int64, error) { return 0, gone }}, "gone"},
		"no time":                {cancelled, bench.ServePlan{URL: f.URL, Games: 1}, "canceled"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if _, err := bench.Serve(test.ctx, test.plan); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got error %v, want %q", err, test.want)
			}
		})
	}
}

func TestPercentile(t *testing.T) {
	hundred := make([]time.Duration, 100)
	for i := range hundred {
		hundred[i] = time.Duration(100-i) * time.Millisecond
	}
	tests := map[string]struct {
		all  []time.Duration
		part float64
		want float64
	}{
		"none":             {nil, 0.5, 0},
		"one":              {[]time.Duration{1500 * time.Microsecond}, 0.99, 1.5},
		"median":           {hundred, 0.5, 50},
		"nearly all":       {hundred, 0.99, 99},
		"all":              {hundred, 1, 100},
		"the least":        {hundred, 0, 1},
		"between two":      {hundred[:3], 0.5, 99},
		"a fraction of it": {hundred[:4], 0.95, 100},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := bench.Percentile(append([]time.Duration(nil), test.all...), test.part)
			if got != test.want {
				t.Errorf("got %g ms, want %g ms", got, test.want)
			}
		})
	}
}
