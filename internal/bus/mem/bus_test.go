// SPDX-License-Identifier: Apache-2.0

package mem_test

import (
	"fmt"
	"testing"

	"go.uber.org/goleak"

	"cairn/internal/bus/bustest"
	"cairn/internal/bus/mem"
	"cairn/internal/live/cluster"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestBus(t *testing.T) {
	bustest.Run(t, func(*testing.T) cluster.Bus { return mem.New() })
}

// TestConflated checks the additional guarantee of a bus without a network: published seqs
// arrive immediately, coalesced into one message.
func TestConflated(t *testing.T) {
	tests := []struct {
		name      string
		published []int
		want      int
	}{
		{"one", []int{7}, 7},
		{"rising", []int{1, 2, 3}, 3},
		{"falling", []int{3, 2, 1}, 3},
		{"zero wakes too", []int{0}, 0},
		{"zero after another", []int{5, 0}, 5},
		{"doubled", []int{4, 4}, 4},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			bus := mem.New()
			signal, end := bus.Subscribe("t")
			defer end()
			for round := range 2 { // a received seq is not repeated
				for _, seq := range test.published {
					bus.Publish("t", seq)
				}
				wantNext(t, fmt.Sprint("round ", round), signal, test.want)
				wantNothing(t, signal)
			}
		})
	}
}

// TestEnded checks that nothing arrives after the end of a subscription.
func TestEnded(t *testing.T) {
	bus := mem.New()
	ended, end := bus.Subscribe("t")
	signal, endOther := bus.Subscribe("t")
	defer endOther()
	end()
	end()
	bus.Publish("t", 1)
	wantNothing(t, ended)
	wantNext(t, "the other subscriber", signal, 1)
}

func wantNext(t *testing.T, what string, signal <-chan int, want int) {
	t.Helper()
	select {
	case got := <-signal:
		if got != want {
			t.Errorf("%s: got seq %d, want %d", what, got, want)
		}
	default:
		t.Errorf("%s: got nothing, want seq %d", what, want)
	}
}

func wantNothing(t *testing.T, signal <-chan int) {
	t.Helper()
	select {
	case got := <-signal:
		t.Errorf("got seq %d, want nothing", got)
	default:
	}
}

// BenchmarkPublish publishes to one subscriber among many topics.
func BenchmarkPublish(b *testing.B) {
	bus := mem.New()
	topics := make([]string, 10_000)
	for i := range topics {
		topics[i] = fmt.Sprint("match.", i)
		_, end := bus.Subscribe(topics[i])
		defer end()
	}
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for i := 0; pb.Next(); i++ {
			bus.Publish(topics[i%len(topics)], i)
		}
	})
}
