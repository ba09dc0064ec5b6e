// SPDX-License-Identifier: Apache-2.0

package web

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
)

// workers do for streams what needs a deep stack: asking the store, building
// states and writing JSON. A stack that has grown stays large for long, and there
// are thousands of streams that do nothing most of the time; with workers each of
// them costs a few kilobytes.
type workers struct {
	jobs chan func()
	done chan struct{}
	once sync.Once
}

func newWorkers() *workers {
	w := &workers{jobs: make(chan func()), done: make(chan struct{})}
	for range 4 * runtime.GOMAXPROCS(0) { // some wait for the store
		go w.run()
	}
	return w
}

func (w *workers) run() {
	for {
		select {
		case job := <-w.jobs:
			job()
		case <-w.done:
			return
		}
	}
}

// do has a worker do something, and returns its error.
func (w *workers) do(job func() error) error {
	result := make(chan error, 1)
	select {
	case w.jobs <- func() { result <- safely(job) }:
		return <-result
	case <-w.done:
		return errStopping
	}
}

// safely turns a panic into an error: a stream ends with it, not the server.
func safely(job func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("panic: %v\n%s", fault, debug.Stack())
		}
	}()
	return job()
}

func (w *workers) stop() { w.once.Do(func() { close(w.done) }) }
