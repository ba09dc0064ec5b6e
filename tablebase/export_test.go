// SPDX-License-Identifier: Apache-2.0

package tablebase

// Known is the transposition table of a Search, exported to its tests.
type Known struct{ boundsTable }

// NewKnown returns a table of at most that many words.
func NewKnown(most int) *Known { return &Known{boundsTable{most: most}} }

// LeastWords is the smallest size of a table that is in use.
const LeastWords = leastWords

// Words returns the size of the table.
func (k *Known) Words() int { return len(k.words) }

// Put stores bounds.
func (k *Known) Put(key uint64, low, high Value) { k.put(key, bounds{low, high}) }

// At returns the bounds of a key.
func (k *Known) At(key uint64) (low, high Value) {
	b := k.at(key)
	return b.low, b.high
}
