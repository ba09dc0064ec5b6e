// SPDX-License-Identifier: Apache-2.0

package maker

import (
	"testing"

	"golang.org/x/sys/unix"
)

// The thread that starts a child is idle, and so is the child.
func TestLowerPriority(t *testing.T) {
	found, failed := make(chan *unix.SchedAttr), make(chan error, 1)
	go func() {
		lowerPriority()
		attributes, err := unix.SchedGetAttr(0, 0)
		if err != nil {
			failed <- err
			return
		}
		found <- attributes
	}()
	select {
	case got := <-found:
		if got.Policy != unix.SCHED_IDLE && got.Nice != 19 {
			t.Errorf("got %+v, want the idle policy or at least nice 19", got)
		}
	case err := <-failed:
		t.Skipf("the policy cannot be read here: %v", err)
	}
}
