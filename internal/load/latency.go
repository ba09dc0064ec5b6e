// SPDX-License-Identifier: Apache-2.0

package load

import (
	"math"
	"slices"
	"time"
)

// latencies are durations in the order they were measured.
type latencies []time.Duration

// percentile returns the duration that a part of all does not exceed, in
// milliseconds: 0.5 for the median. The list must be sorted; an empty one has
// none but 0.
func (l latencies) percentile(part float64) float64 {
	if len(l) == 0 {
		return 0
	}
	rank := int(math.Ceil(part*float64(len(l)))) - 1
	return float64(l[min(max(rank, 0), len(l)-1)].Microseconds()) / 1000
}

func (l latencies) sort() { slices.Sort(l) }
