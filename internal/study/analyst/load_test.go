// SPDX-License-Identifier: Apache-2.0

package analyst

import (
	"runtime"
	"testing"
	"testing/synctest"
	"time"
)

// Other work of the program makes searches yield until a second after it; searches
// themselves do not.
func TestLoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var used time.Duration
		l := load{process: func() time.Duration { return used }, at: time.Now()}
		for i, test := range []struct {
			others, searches time.Duration // in a tenth of a second
			busy             bool
		}{
			{0, 100, false},
			{time.Duration(100 * runtime.GOMAXPROCS(0)), 0, true},
			{0, 100, true},
			{0, 0, true},
			{1, 100, true},
		} {
			time.Sleep(measureEvery)
			used += (test.others + test.searches) * time.Millisecond
			l.add(test.searches * time.Millisecond)
			if got := l.busy(); got != test.busy {
				t.Errorf("step %d: busy %v, want %v", i+1, got, test.busy)
			}
		}
		time.Sleep(busyTime)
		if l.busy() {
			t.Error("busy a second after the last work")
		}
	})
}
