// SPDX-License-Identifier: Apache-2.0

package maker

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// lowerPriority makes this thread the last to get a processor. What it starts inherits
// that. The thread ends with its goroutine, since it serves no other.
func lowerPriority() {
	runtime.LockOSThread()
	_ = unix.Setpriority(unix.PRIO_PROCESS, 0, 19) // otherwise it stays as it was
	_ = unix.SchedSetAttr(0, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_IDLE, Nice: 19}, 0)
}
