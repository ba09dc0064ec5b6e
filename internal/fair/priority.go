// SPDX-License-Identifier: Apache-2.0

package fair

import "runtime"

// AtLowPriority runs f on a thread of low priority, so that requests do not wait for
// searches. The thread ends with f.
func AtLowPriority(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // until the goroutine ends, which ends the thread
		lowerPriority()
		f()
	}()
	<-done
}
