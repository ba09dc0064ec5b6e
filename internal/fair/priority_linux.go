// SPDX-License-Identifier: Apache-2.0

package fair

import "syscall"

// searchNice is the nice value of searches: a request gets about ten times their
// share of a busy processor.
const searchNice = 10

// lowerPriority lowers the priority of this thread. On Linux a nice value belongs
// to a thread, and any process may raise it.
func lowerPriority() {
	_ = syscall.Setpriority(syscall.PRIO_PROCESS, 0, searchNice) // otherwise it stays as it was
}
