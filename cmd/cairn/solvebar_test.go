// SPDX-License-Identifier: Apache-2.0

package main

import (
	"testing"
	"time"

	"cairn/solver"
)

func TestEstimate(t *testing.T) {
	for name, c := range map[string]struct {
		progress solver.Progress
		since    time.Duration
		rate     float64
		left     time.Duration
	}{
		"the first tier":      {solver.Progress{Total: 1000, Now: 100}, time.Second, 100, 9 * time.Second},
		"as fast as before":   {solver.Progress{Total: 1000, Done: 500, Now: 100, Elapsed: 5 * time.Second}, 500 * time.Millisecond, 100, 4500 * time.Millisecond},
		"slower than before":  {solver.Progress{Total: 1000, Done: 500, Now: 100, Elapsed: 5 * time.Second}, 7 * time.Second, 50, 8 * time.Second},
		"kept are not solved": {solver.Progress{Total: 1000, Done: 500, Kept: 400, Now: 100, Elapsed: time.Second}, 0, 100, 5 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			rate, left := estimate(c.progress, c.since)
			if rate != c.rate || left != c.left {
				t.Errorf("got %v a second and %v left, want %v and %v", rate, left, c.rate, c.left)
			}
		})
	}
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]size{"8GiB": 8 << 30, "512M": 512 << 20, "1kb": 1024, "100": 100, "2T": 2 << 40} {
		if got, err := parseSize(text); err != nil || got != want {
			t.Errorf("%s: got %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "G", "0", "-1M", "1.5G", "99999999999T", "8X"} {
		if got, err := parseSize(text); err == nil {
			t.Errorf("%q was read as %d", text, got)
		}
	}
	for n, want := range map[size]string{0: "0 B", 1023: "1023 B", 1024: "1 KiB", 8 << 30: "8 GiB", 1500: "1.465 KiB"} {
		if got := n.String(); got != want {
			t.Errorf("%d: got %s, want %s", uint64(n), got, want)
		}
	}
}
