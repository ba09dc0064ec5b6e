// SPDX-License-Identifier: Apache-2.0

package fair

import (
	"syscall"
	"time"
)

// searchNice is the nice value of searches: a request gets about ten times their
// share of a busy processor.
const searchNice = 10

// lowerPriority lowers the priority of this thread. On Linux a nice value belongs
// to a thread, and any process may raise it.
func lowerPriority() {
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, searchNice) // otherwise it stays as it was
}

// rusageThread asks for the resources of this thread alone: RUSAGE_THREAD.
const rusageThread = 1

// ThreadTime returns how long this thread has run on a processor, 0 where that is not
// known.
func ThreadTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(rusageThread, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// ProcessTime returns how long this program has run on processors.
func ProcessTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
