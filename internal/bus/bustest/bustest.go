// SPDX-License-Identifier: Apache-2.0

// Package bustest checks any bus against cluster.Bus, on a network that works: every
// subscriber receives the highest seq in the end, or cluster.AskStore when it may
// miss it; receives nothing of other topics, and does not block publishers.
//
// Messages may arrive late, so the tests wait for expected messages and conclude nothing
// from a message that has not arrived yet.
package bustest

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"cairn/internal/live/cluster"
)

// patience is how long a test waits for a message.
const patience = 2 * time.Minute

// Run checks a bus. open returns a bus for each test and closes it in the Cleanup
// of the test.
func Run(t *testing.T, open func(t *testing.T) cluster.Bus) {
	tests := []struct {
		name string
		run  func(t *testing.T, bus *stored)
	}{
		{"highest", testHighest},
		{"zero", testZero},
		{"everyone", testEveryone},
		{"topics", testTopics},
		{"slow reader", testSlow},
		{"no reader", testNoReader},
		{"ended", testEnded},
		{"race", testRace},
		{"coming and going", testChurn},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { test.run(t, &stored{Bus: open(t)}) })
	}
}

// stored is a bus with a minimal store: it knows the highest seq of each topic before
// the bus publishes the seq.
type stored struct {
	cluster.Bus
	mutex   sync.Mutex
	highest map[string]int
}

// Publish implements cluster.Bus.
func (s *stored) Publish(topic string, seq int) {
	s.mutex.Lock()
	if s.highest == nil {
		s.highest = map[string]int{}
	}
	s.highest[topic] = max(seq, s.highest[topic])
	s.mutex.Unlock()
	s.Bus.Publish(topic, seq)
}

func (s *stored) find(topic string) int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.highest[topic]
}

// await receives until it gets a seq, the highest that was published. All seqs
// before must be lower.
func (s *stored) await(t *testing.T, topic string, signal <-chan int, want int) {
	t.Helper()
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		select {
		case got := <-signal:
			if got == cluster.AskStore {
				got = s.find(topic)
			}
			if got == want {
				return
			}
			if got > want {
				t.Errorf("got seq %d, want %d at most", got, want)
				return
			}
		case <-late.C:
			t.Errorf("seq %d never came", want)
			return
		}
	}
}

func testHighest(t *testing.T, bus *stored) {
	signal, end := bus.Subscribe("t")
	defer end()
	for _, seq := range []int{3, 1, 2} { // out of order, as between nodes
		bus.Publish("t", seq)
	}
	bus.await(t, "t", signal, 3)
	for seq := 4; seq < 20; seq++ {
		bus.Publish("t", seq)
		bus.Publish("t", seq)
		bus.await(t, "t", signal, seq)
	}
}

// testZero wakes readers without a seq.
func testZero(t *testing.T, bus *stored) {
	signal, end := bus.Subscribe("t")
	defer end()
	bus.Publish("t", 0)
	bus.await(t, "t", signal, 0)
}

func testEveryone(t *testing.T, bus *stored) {
	var signals []<-chan int
	for range 10 {
		signal, end := bus.Subscribe("t")
		defer end()
		signals = append(signals, signal)
	}
	bus.Publish("t", 9)
	for _, signal := range signals {
		bus.await(t, "t", signal, 9)
	}
}

// testTopics publishes more on other topics, with names that nearly match.
func testTopics(t *testing.T, bus *stored) {
	signal, end := bus.Subscribe("match.abc")
	defer end()
	others := []string{"match.abcd", "match.ab", "match", "seek.abc", "match.abc.d", "MATCH.ABC"}
	for _, topic := range others {
		other, endOther := bus.Subscribe(topic)
		defer endOther()
		bus.Publish(topic, 100)
		bus.await(t, topic, other, 100)
	}
	bus.Publish("match.abc", 5)
	bus.await(t, "match.abc", signal, 5)
}

// testSlow publishes to a subscriber that does not read.
func testSlow(t *testing.T, bus *stored) {
	const messages = 10_000
	slow, endSlow := bus.Subscribe("t")
	defer endSlow()
	quick, endQuick := bus.Subscribe("t")
	defer endQuick()
	for seq := range messages {
		bus.Publish("t", seq+1)
	}
	bus.await(t, "t", quick, messages)
	bus.await(t, "t", slow, messages)
}

// testNoReader publishes without subscribers, before and after a subscription.
func testNoReader(t *testing.T, bus *stored) {
	bus.Publish("t", 1)
	signal, end := bus.Subscribe("t")
	bus.Publish("t", 2)
	bus.await(t, "t", signal, 2)
	end()
	bus.Publish("t", 3)
}

// testEnded ends a subscription, twice, and begins another one.
func testEnded(t *testing.T, bus *stored) {
	ended, end := bus.Subscribe("t")
	signal, endOther := bus.Subscribe("t")
	defer endOther()
	bus.Publish("t", 1)
	bus.await(t, "t", ended, 1)
	bus.await(t, "t", signal, 1)
	end()
	end()
	bus.Publish("t", 2)
	bus.await(t, "t", signal, 2)
	select {
	case seq := <-ended:
		t.Errorf("after the end: got seq %d, want nothing", seq)
	default:
	}
	again, endAgain := bus.Subscribe("t")
	defer endAgain()
	bus.Publish("t", 3)
	bus.await(t, "t", again, 3)
}

// testRace publishes from many goroutines while many read.
func testRace(t *testing.T, bus *stored) {
	const publishers, messages, readers = 8, 200, 8
	var all sync.WaitGroup
	for range readers {
		signal, end := bus.Subscribe("t")
		all.Go(func() {
			defer end()
			bus.await(t, "t", signal, publishers*messages)
		})
	}
	for p := range publishers {
		all.Go(func() {
			for i := range messages {
				bus.Publish("t", i*publishers+p+1)
			}
		})
	}
	all.Wait()
}

// testChurn subscribes and unsubscribes while others publish.
func testChurn(t *testing.T, bus *stored) {
	const readers, visits = 8, 50
	var all sync.WaitGroup
	for r := range readers {
		topic := fmt.Sprint("t", r%2)
		all.Go(func() {
			for range visits {
				signal, end := bus.Subscribe(topic)
				bus.Publish(topic, 1)
				bus.await(t, topic, signal, 1)
				end()
			}
		})
	}
	all.Wait()
}
