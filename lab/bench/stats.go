// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"math"
	"slices"
	"time"
)

// Percentile sorts times and returns a percentile in milliseconds, 0.5 for the median. It
// returns 0 for no times.
func Percentile(times []time.Duration, part float64) float64 {
	if len(times) == 0 {
		return 0
	}
	slices.Sort(times)
	rank := int(math.Ceil(part*float64(len(times)))) - 1
	return float64(times[min(max(rank, 0), len(times)-1)].Nanoseconds()) / 1e6
}

// Median returns the median; of an even count, the mean of the two middle numbers.
func Median(list []float64) float64 {
	list = slices.Sorted(slices.Values(list))
	return (list[(len(list)-1)/2] + list[len(list)/2]) / 2
}
