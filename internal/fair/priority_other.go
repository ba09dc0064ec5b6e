// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package fair

import "time"

// lowerPriority does nothing: elsewhere a priority belongs to the whole process.
func lowerPriority() {}

// ThreadTime returns how long this thread has run on a processor, 0 where that is not
// known.
func ThreadTime() time.Duration { return 0 }

// ProcessTime returns how long this program has run on processors, 0 where that is not
// known.
func ProcessTime() time.Duration { return 0 }
