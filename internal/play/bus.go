// SPDX-License-Identifier: Apache-2.0

package play

// Bus wakes readers. Messages may be lost, doubled or out of order: they only
// tell that a topic may have come as far as seq, and whoever wakes reads the
// store for what it misses.
type Bus interface {
	// Publish tells that a topic is at seq now.
	Publish(topic string, seq int)
	// Subscribe returns a channel that holds the highest seq published since it
	// was last received from, and a function that ends the subscription. A slow
	// reader never holds up a publisher.
	Subscribe(topic string) (<-chan int, func())
}

func matchTopic(id string) string { return "match." + id }

func seekTopic(id string) string { return "seek." + id }
