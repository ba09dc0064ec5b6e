// SPDX-License-Identifier: Apache-2.0

package tablebase

import (
	"slices"

	"cairn/game"
)

// Numbered is a rule set with the numbering of its positions.
type Numbered[P game.Position[P, M], M comparable] struct {
	game.Def[P, M]
	Index Indexer[P] // nil where positions are not numbered
}

// Number returns a rule set with its index. Without a function it has none.
func Number[P game.Position[P, M], M comparable](def game.Def[P, M], index func(game.Def[P, M]) Indexer[P]) Numbered[P, M] {
	if index == nil {
		return Numbered[P, M]{Def: def}
	}
	return Numbered[P, M]{Def: def, Index: index(def)}
}

// Key returns the key of the rule set's tables.
func (n *Numbered[P, M]) Key() Key { return KeyOf(&n.Info, n.Index.Scheme()) }

// Plan returns the groups of tiers within a limit, each after those its moves lead
// to. A limit of 0 is the usual one of the index, none where it has none.
func Plan[P any](index Indexer[P], limit int, placing bool) [][]Tier {
	if usual, ok := index.(Limited); ok && limit == 0 {
		limit = usual.UsualLimit()
	}
	var groups [][]Tier
	for _, group := range index.Groups() {
		t := group[0]
		if (limit == 0 || index.Weight(t) <= limit) && (placing || !t.Placing()) {
			groups = append(groups, group)
		}
	}
	return groups
}

// usual returns the tiers within the usual limit, with and without men in hand.
func (n *Numbered[P, M]) usual() []Tier {
	if n.Index == nil {
		return nil
	}
	return slices.Concat(Plan(n.Index, 0, true)...)
}

// Rank is the Rank of the index; without an index ok is false.
func (n *Numbered[P, M]) Rank(p P) (t Tier, slot uint64, ok bool) {
	if n.Index == nil {
		return Tier{}, 0, false
	}
	return n.Index.Rank(p)
}

// Whole reports whether the tables within the usual limit hold the start of the
// game, and so all that play leads to.
func (n *Numbered[P, M]) Whole() bool {
	start, _, ok := n.Rank(n.Start())
	return ok && slices.Contains(n.usual(), start)
}

// Slots returns how many values the tables of the whole game hold, 0 for a game
// that is not solved whole.
func (n *Numbered[P, M]) Slots() (slots uint64) {
	if !n.Whole() {
		return 0
	}
	for _, t := range n.usual() {
		slots += n.Index.Size(t)
	}
	return slots
}

// Lacks reports whether a table within the usual limit is missing in a folder.
func (n *Numbered[P, M]) Lacks(dir string) bool {
	if n.Index == nil {
		return true
	}
	key := n.Key()
	return slices.ContainsFunc(n.usual(), func(t Tier) bool { return !Has(dir, key, t) })
}

// AtMost reports whether the tables within the usual limit hold at most that many
// values. It does not add up all sizes, which takes a while in large games.
func (n *Numbered[P, M]) AtMost(slots uint64) bool {
	sum := uint64(0)
	for _, t := range n.usual() {
		if sum += n.Index.Size(t); sum > slots {
			return false
		}
	}
	return true
}

// Tiers returns how many tables there are within the usual limit.
func (n *Numbered[P, M]) Tiers() int { return len(n.usual()) }
