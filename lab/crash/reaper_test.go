// SPDX-License-Identifier: Apache-2.0

package crash_test

import (
	"math/rand/v2"
	"sync"

	"cairn/lab/bench"
)

// reaper strikes a server when a number of commands have been answered.
type reaper struct {
	mu      sync.Mutex
	process *bench.Process
	left    int // answers until it strikes; 0 when it does not
	strike  func()
}

// watch takes charge of a server.
func (r *reaper) watch(p *bench.Process) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.process = p
}

// arm calls strike after some answers: at that very moment, so that whatever the
// server had not stored before it answered is lost.
func (r *reaper) arm(strike func(*bench.Process)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.left, r.strike = 1+rand.IntN(300), func() { strike(r.process) }
}

// acked counts an answer.
func (r *reaper) acked() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.left == 0 {
		return
	}
	if r.left--; r.left == 0 {
		r.strike()
	}
}

// kill ends the server that is left when a test fails.
func (r *reaper) kill() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.process.Kill()
}
