// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"testing"
	"time"

	"cairn/solver"
	"cairn/tablebase"
)

func TestPace(t *testing.T) {
	const second = time.Second
	for name, c := range map[string]struct {
		past []solver.Progress
		want float64
	}{
		"nothing":             {nil, 0},
		"only the begin":      {[]solver.Progress{{Total: 1000, Now: 100}}, 0},
		"part of a tier":      {[]solver.Progress{{Now: 100}, {Now: 100, Share: 0.5, Elapsed: second}}, 50},
		"tier after tier":     {[]solver.Progress{{Now: 100}, {Done: 100, Now: 200, Elapsed: second}, {Done: 300, Elapsed: 2 * second}}, 150},
		"slower than before":  {[]solver.Progress{{Now: 900}, {Done: 900, Now: 10, Elapsed: second}, {Done: 910, Elapsed: 2 * second}}, 10},
		"kept are not solved": {[]solver.Progress{{Now: 900}, {Done: 900, Kept: 900, Now: 10, Elapsed: second}, {Done: 910, Kept: 900, Elapsed: 2 * second}}, 10},
		"long ago":            {[]solver.Progress{{Now: 9000}, {Done: 8000, Elapsed: recent}, {Done: 8000 + 3000, Elapsed: 2 * recent}}, 10},
	} {
		t.Run(name, func(t *testing.T) {
			var past solvePace
			for _, p := range c.past {
				past.add(p)
			}
			if got := past.rate(); got != c.want {
				t.Errorf("got %v a second, want %v", got, c.want)
			}
		})
	}
}

func TestSolveLine(t *testing.T) {
	var out bytes.Buffer
	b := solveProgress{out: &out}
	b.print()
	for _, share := range []float64{0, 0.5} {
		b.report(solver.Progress{
			Tiers: []tablebase.Tier{{Own: 3, Other: 3}}, Now: 8e6, Total: 10e6, Share: share, Doing: "checking",
			Elapsed: time.Duration(4*share) * time.Second,
		})
	}
	b.print()
	if got, want := out.String(), "2s: checking tier 3-3, 40.0 % of 10000000 slots, 2.0 million/s, about 3s left\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
