// SPDX-License-Identifier: Apache-2.0

package bench

import "time"

// Percentile sorts durations and returns a percentile in milliseconds.
func Percentile(all []time.Duration, part float64) float64 {
	l := latencies(all)
	l.sort()
	return l.percentile(part)
}
