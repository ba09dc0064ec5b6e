// SPDX-License-Identifier: Apache-2.0

package tablebase_test

import (
	"math/rand/v2"
	"testing"

	"cairn/tablebase"
)

// Whatever is put in, nothing is ever told by another key; while there is room,
// hardly anything is lost either.
func TestKnown(t *testing.T) {
	for _, c := range []struct {
		name  string
		most  int
		n     int
		words int
		lost  int // percent at most
	}{
		{"grows", 2 * tablebase.LeastWords, tablebase.LeastWords * 3 / 4, 2 * tablebase.LeastWords, 1},
		{"is full", tablebase.LeastWords, tablebase.LeastWords, tablebase.LeastWords, 15},
		{"is given too little", 1, 10, tablebase.LeastWords, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			k, want := tablebase.NewKnown(c.most), map[uint64]tablebase.Value{}
			random := rand.New(rand.NewPCG(5, 5))
			for range c.n {
				key := random.Uint64() >> random.IntN(40)
				want[key] = tablebase.Value(1 + random.IntN(254))
				k.Put(key, want[key], tablebase.Won)
			}
			lost := 0
			for key, v := range want {
				switch low, high := k.At(key); {
				case low == tablebase.Lost && high == tablebase.Won:
					lost++
				case low != v || high != tablebase.Won:
					t.Fatalf("key %x: got %d and %d, want %d and %d", key, low, high, v, tablebase.Won)
				}
			}
			if lost*100 > c.lost*len(want) || k.Words() != c.words {
				t.Errorf("%d of %d are lost in %d words, want %d %% in %d", lost, len(want), k.Words(), c.lost, c.words)
			}
			if low, high := k.At(1 << 63); low != tablebase.Lost || high != tablebase.Won {
				t.Errorf("a key never put: got %d and %d", low, high)
			}
		})
	}
}

func TestKnownKeepsTheLatest(t *testing.T) {
	k := tablebase.NewKnown(tablebase.LeastWords)
	k.Put(7, tablebase.Lost, tablebase.Drawn)
	k.Put(7, tablebase.Drawn, tablebase.Drawn)
	if low, high := k.At(7); low != tablebase.Drawn || high != tablebase.Drawn {
		t.Errorf("got %d and %d, want a draw", low, high)
	}
}
