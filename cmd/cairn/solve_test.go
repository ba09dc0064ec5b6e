// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"testing"
	"time"

	"cairn/solver"
	"cairn/tablebase"
)

func TestSolveLine(t *testing.T) {
	var out bytes.Buffer
	b := solveProgress{out: &out, every: time.Second}
	for _, share := range []float64{0, 0.5} {
		b.report(solver.Progress{
			Tiers: []tablebase.Tier{{Own: 3, Other: 3}}, Now: 8e6, Total: 10e6, Share: share, Doing: "checking",
			Elapsed: time.Duration(4*share) * time.Second,
		})
	}
	b.report(solver.Progress{Elapsed: time.Minute}) // between two groups
	if got, want := out.String(), "2s: checking tier 3-3, 40.0 % of 10000000 slots, 2.0 million/s, about 3s left\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
