// SPDX-License-Identifier: Apache-2.0

package maker

import (
	"testing"
	"time"

	"cairn/solver"
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
			var past Pace
			for _, p := range c.past {
				past.Add(p)
			}
			if got := past.Rate(); got != c.want {
				t.Errorf("got %v a second, want %v", got, c.want)
			}
		})
	}
}
