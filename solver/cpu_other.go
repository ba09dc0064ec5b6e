// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package solver

import "time"

var processStart = time.Now()

// CPUTime returns the time that has passed, on systems where the processor time
// is not known.
func CPUTime() time.Duration { return time.Since(processStart) }
