// SPDX-License-Identifier: Apache-2.0

// Package mem is a live.Bus within one process. It keeps no messages but the
// highest seq that each subscriber has not received yet, starts no goroutine,
// and reaches no other process.
package mem

import (
	"sync"

	"cairn/internal/live"
)

// Bus is a live.Bus. Its methods may be called by many at once.
type Bus struct {
	mutex  sync.Mutex
	topics map[string]map[chan int]struct{}
}

var _ live.Bus = (*Bus)(nil)

// New returns a bus without subscribers.
func New() *Bus { return &Bus{topics: map[string]map[chan int]struct{}{}} }

// Publish implements live.Bus. It never waits for a subscriber.
func (b *Bus) Publish(topic string, seq int) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for signal := range b.topics[topic] {
		offer(signal, seq)
	}
}

// offer puts a seq into a channel of one, unless a higher one is there. Only one
// goroutine at a time offers, so there is always room after taking out what is
// there.
func offer(signal chan int, seq int) {
	select {
	case waiting := <-signal:
		seq = max(seq, waiting)
	default:
	}
	signal <- seq
}

// Subscribe implements live.Bus. The channel is never closed: nothing more comes
// once the subscription has ended, which may be done more than once.
func (b *Bus) Subscribe(topic string) (<-chan int, func()) {
	signal := make(chan int, 1)
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.topics[topic] == nil {
		b.topics[topic] = map[chan int]struct{}{}
	}
	b.topics[topic][signal] = struct{}{}
	return signal, func() { b.end(topic, signal) }
}

func (b *Bus) end(topic string, signal chan int) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	delete(b.topics[topic], signal)
	if len(b.topics[topic]) == 0 {
		delete(b.topics, topic)
	}
}
