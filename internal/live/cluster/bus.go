// SPDX-License-Identifier: Apache-2.0

package cluster

import "math"

// AskStore is the seq that a reader receives when messages may have been lost: it
// is higher than every other, so the reader asks the store.
const AskStore = math.MaxInt

// Bus wakes readers. Messages may be lost, doubled or out of order: a message
// only says that a topic may have reached seq, and the reader then asks the store
// for the events it has not seen.
type Bus interface {
	// Publish announces that a topic has reached seq.
	Publish(topic string, seq int)
	// Subscribe returns a channel that holds the highest seq published since it
	// was last received from, and a function that ends the subscription. A slow
	// reader never blocks a publisher.
	Subscribe(topic string) (<-chan int, func())
}

// announcements is the topic that wakes all nodes to read announcements.
const announcements = "presence"

// MatchTopic is the topic of the events of a match.
func MatchTopic(id string) string { return "match." + id }

// ExtrasTopic is the topic of the extras of a match: spectators, phrases and score.
func ExtrasTopic(match string) string { return "aside." + match }

// SeekTopic is the topic of a seek.
func SeekTopic(id string) string { return "seek." + id }

// UserTopic is the topic of the notices of a user, which every page shows.
func UserTopic(id string) string { return "user." + id }
