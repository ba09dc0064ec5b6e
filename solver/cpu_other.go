// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package solver

import "time"

var started = time.Now()

// CPUTime returns the time that has passed, where the cores' is not to be had.
func CPUTime() time.Duration { return time.Since(started) }
