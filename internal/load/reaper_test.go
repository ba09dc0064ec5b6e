// SPDX-License-Identifier: Apache-2.0

package load_test

import (
	"math/rand/v2"
	"sync"
	"time"

	"cairn/internal/load"
)

// reaper kills a server when a number of commands have been answered: at that
// very moment, so that whatever the server had not stored before it answered is
// lost, or a little later.
type reaper struct {
	mu      sync.Mutex
	process *load.Process
	left    int // answers until it kills; 0 when it does not
	later   time.Duration
}

// watch takes charge of a server.
func (r *reaper) watch(p *load.Process) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.process = p
}

// arm lets the reaper kill soon; the channel is closed when the server is gone.
func (r *reaper) arm(atOnce bool) <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.left, r.later = 1+rand.IntN(300), 0
	if !atOnce {
		r.later = rand.N(10 * time.Millisecond)
	}
	return r.process.Ended()
}

// acked counts an answer.
func (r *reaper) acked() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.left == 0 {
		return
	}
	if r.left--; r.left > 0 {
		return
	}
	if r.later == 0 {
		r.process.Kill()
		return
	}
	time.AfterFunc(r.later, r.process.Kill)
}

// kill ends the server that is left when a test fails.
func (r *reaper) kill() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.process.Kill()
}
