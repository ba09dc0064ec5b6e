// SPDX-License-Identifier: Apache-2.0

package tablebase

import "cairn/game"

// bounds are what is known of a value.
type bounds struct{ low, high Value }

// free are the bounds of a value of which nothing is known.
var free = bounds{Lost, Won}

// known holds bounds by key, in one word each. It grows up to a limit; what does
// not fit then pushes something out, which costs a search time but no truth.
//
// Keys are mixed one to one, and a word holds all the bits of a mixed key that
// its place does not tell, so that no key is ever taken for another:
//
//	48 bits  the upper part of the mixed key
//	 8 bits  low
//	 8 bits  high
type known struct {
	words []uint64
	used  int
	most  int // words at most
	next  int // the place that gives way next
}

const (
	bucket     = 8                  // words that a key may be in: a cache line
	tagShift   = 16                 // bits of a mixed key that the place must tell
	leastWords = bucket << tagShift // so many places tell them
)

// bucketOf returns the words that may hold a mixed key.
func (k *known) bucketOf(mixed uint64) []uint64 {
	at := mixed & uint64(len(k.words)/bucket-1) * bucket
	return k.words[at : at+bucket : at+bucket]
}

// at returns what is known by a key.
func (k *known) at(key uint64) bounds {
	if len(k.words) == 0 {
		return free
	}
	mixed := game.Mix(key)
	for _, w := range k.bucketOf(mixed) {
		if w>>tagShift == mixed>>tagShift && w != 0 {
			return bounds{Value(w >> 8), Value(w)}
		}
	}
	return free
}

// put notes bounds by a key.
func (k *known) put(key uint64, b bounds) {
	if k.used >= len(k.words)/2 && 2*len(k.words) <= k.most {
		k.grow()
	}
	mixed := game.Mix(key)
	word := mixed>>tagShift<<tagShift | uint64(b.low)<<8 | uint64(b.high)
	places := k.bucketOf(mixed)
	for i, w := range places {
		if w == 0 || w>>tagShift == mixed>>tagShift {
			if w == 0 {
				k.used++
			}
			places[i] = word
			return
		}
	}
	k.next = (k.next + 1) % bucket
	places[k.next] = word
}

// grow doubles the places.
func (k *known) grow() {
	old := k.words
	k.words = make([]uint64, max(leastWords, 2*len(old)))
	for i, w := range old {
		if w == 0 {
			continue
		}
		mixed := w>>tagShift<<tagShift | uint64(i/bucket)&(1<<tagShift-1)
		for j, places := 0, k.bucketOf(mixed); ; j++ {
			if places[j] == 0 {
				places[j] = w
				break
			}
		}
	}
}
