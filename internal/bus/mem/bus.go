// SPDX-License-Identifier: Apache-2.0

// Package mem is a cluster.Bus within one process. For each subscriber it keeps only
// the highest seq that was not yet received. It starts no goroutine.
package mem

import (
	"sync"

	"cairn/internal/live/cluster"
)

// Bus is a cluster.Bus. Its methods may be called concurrently.
type Bus struct {
	mutex  sync.Mutex
	topics map[string]map[chan int]struct{}
}

var _ cluster.Bus = (*Bus)(nil)

// New returns a bus without subscribers.
func New() *Bus { return &Bus{topics: map[string]map[chan int]struct{}{}} }

// Publish implements cluster.Bus. It never waits for a subscriber.
func (b *Bus) Publish(topic string, seq int) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for signal := range b.topics[topic] {
		offer(signal, seq)
	}
}

// offer puts a seq into a channel of capacity one, where seqs coalesce: the highest stays.
// The mutex is held, so the channel has room after the receive.
func offer(signal chan int, seq int) {
	select {
	case waiting := <-signal:
		seq = max(seq, waiting)
	default:
	}
	signal <- seq
}

// Subscribe implements cluster.Bus. The channel is never closed; it receives nothing
// after the subscription has ended. The returned function may be called again.
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
	select {
	case <-signal: // came before the end, and was not received
	default:
	}
	if len(b.topics[topic]) == 0 {
		delete(b.topics, topic)
	}
}
