// SPDX-License-Identifier: Apache-2.0

//go:build unix

package solver

import (
	"time"

	"golang.org/x/sys/unix"
)

// CPUTime returns the processor time of this process, user and system.
func CPUTime() time.Duration {
	var used unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
