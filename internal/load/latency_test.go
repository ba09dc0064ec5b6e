// SPDX-License-Identifier: Apache-2.0

package load_test

import (
	"testing"
	"time"

	"cairn/internal/load"
)

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
			got := load.Percentile(append([]time.Duration(nil), test.all...), test.part)
			if got != test.want {
				t.Errorf("got %g ms, want %g ms", got, test.want)
			}
		})
	}
}
