// SPDX-License-Identifier: Apache-2.0

package maker

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// lowerPriority gives this thread the idle scheduling class, which child processes
// inherit. The thread is locked, so it ends with its goroutine.
func lowerPriority() {
	runtime.LockOSThread()
	_ = unix.Setpriority(unix.PRIO_PROCESS, 0, 19) // on an error the priority stays
	_ = unix.SchedSetAttr(0, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_IDLE, Nice: 19}, 0)
}
