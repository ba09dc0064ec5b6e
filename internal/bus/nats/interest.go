// SPDX-License-Identifier: Apache-2.0

package nats

import (
	"strconv"
	"time"

	"github.com/nats-io/nats.go"

	"cairn/internal/live/cluster"
)

const (
	// atOnce and pause spread the reads from the store when all readers are woken:
	// 10,000 subjects a second.
	atOnce = 100
	pause  = 10 * time.Millisecond
)

// interest is the state of subscribe.
type interest struct {
	subscriptions map[string]*nats.Subscription // by subject
	unconfirmed   map[string]struct{}           // subjects whose readers are woken after a round trip
}

// subscribe subscribes to the subjects with readers, until the bus is closed.
func (b *Bus) subscribe() {
	in := interest{map[string]*nats.Subscription{}, map[string]struct{}{}}
	for {
		select {
		case <-b.newSubject:
		case <-b.done:
			return
		}
		b.update(&in)
		if !b.Connected() || len(in.unconfirmed) == 0 {
			continue // when NATS is back, lost is set
		}
		// After the round trip NATS has all subscriptions, and earlier messages have
		// arrived. It fails if the connection breaks.
		if err := b.conn.FlushTimeout(connectTime); err != nil {
			b.wakeAll()
			continue
		}
		b.wake(in.unconfirmed)
		clear(in.unconfirmed)
	}
}

// update subscribes to subjects with their first reader, and ends subscriptions
// without readers.
func (b *Bus) update(in *interest) {
	b.mutex.Lock()
	changed, lost := b.changed, b.lost
	b.changed, b.lost = map[string]struct{}{}, false
	var first, last []string
	for subject := range changed {
		_, subscribed := in.subscriptions[subject]
		switch wanted := b.readers[subject] > 0; {
		case wanted && !subscribed:
			first = append(first, subject)
		case !wanted && subscribed:
			last = append(last, subject)
		}
	}
	b.mutex.Unlock()
	for _, subject := range last {
		_ = in.subscriptions[subject].Unsubscribe() // fails if the connection is closed
		delete(in.subscriptions, subject)
		delete(in.unconfirmed, subject)
	}
	for _, subject := range first {
		subscription, err := b.conn.ChanSubscribe(subject, b.in)
		if err != nil { // closed
			return
		}
		in.subscriptions[subject] = subscription
		in.unconfirmed[subject] = struct{}{}
	}
	if lost {
		for subject := range in.subscriptions {
			in.unconfirmed[subject] = struct{}{}
		}
	}
}

// wake makes the readers of subjects ask the store, not all at once.
func (b *Bus) wake(subjects map[string]struct{}) {
	n := 0
	for subject := range subjects {
		b.local.Publish(subject, cluster.AskStore)
		if n++; n%atOnce != 0 {
			continue
		}
		select {
		case <-time.After(pause):
		case <-b.done:
			return
		}
	}
}

func (b *Bus) deliver(message *nats.Msg) {
	seq, err := strconv.Atoi(string(message.Data))
	if err != nil {
		seq = cluster.AskStore // of a later version
	}
	b.local.Publish(message.Subject, seq)
}
