// SPDX-License-Identifier: Apache-2.0

package tablebase

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cairn/game"
)

// Tier is the set of all positions with given numbers of men, from the point of view of
// the side to move.
type Tier struct {
	Own, Other      uint8 // men on the board
	Hand, OtherHand uint8 // men in hand
}

// Partner returns the tier of the same men with the other side to move.
func (t Tier) Partner() Tier { return Tier{t.Other, t.Own, t.OtherHand, t.Hand} }

// WithPartner returns the tier and its partner, or the tier alone if it is its own partner.
func (t Tier) WithPartner() []Tier {
	if t == t.Partner() {
		return []Tier{t}
	}
	return []Tier{t, t.Partner()}
}

// Placing reports whether men are in hand.
func (t Tier) Placing() bool { return t.Hand+t.OtherHand > 0 }

// String returns the men of the side to move and of the other, "3-4", with the
// men in hand where there are any, "3+1-4+0".
func (t Tier) String() string {
	if !t.Placing() {
		return fmt.Sprintf("%d-%d", t.Own, t.Other)
	}
	return fmt.Sprintf("%d+%d-%d+%d", t.Own, t.Hand, t.Other, t.OtherHand)
}

// ParseTier is the inverse of Tier.String.
func ParseTier(text string) (Tier, error) {
	own, other, ok := strings.Cut(text, "-")
	var t Tier
	if ok && parseMen(own, &t.Own, &t.Hand) && parseMen(other, &t.Other, &t.OtherHand) && t.String() == text {
		return t, nil
	}
	return Tier{}, fmt.Errorf("tier %q: want men of both sides like 3-4, or with men in hand like 3+1-4+0", text)
}

func parseMen(text string, board, hand *uint8) bool {
	on, in, both := strings.Cut(text, "+")
	n, err := strconv.ParseUint(on, 10, 8)
	*board = uint8(n)
	if err != nil || !both {
		return err == nil
	}
	n, err = strconv.ParseUint(in, 10, 8)
	*hand = uint8(n)
	return err == nil
}

// Indexer numbers positions tier by tier, with few gaps and without hashing, so that a
// table of values needs no keys. Positions that differ only in colours, clock or by a
// symmetry have one number. It is safe for concurrent use.
type Indexer[P any] interface {
	// Scheme names the numbering; tables store it.
	Scheme() string
	// Groups returns the tiers in groups that are solved together, in dependency order:
	// moves lead to tiers of their own group and of earlier groups.
	Groups() [][]Tier
	// Below returns the tiers of other groups that moves of a tier lead to.
	Below(t Tier) []Tier
	// Weight returns the number of men that limits on tiers apply to.
	Weight(t Tier) int
	// Size returns the number of slots of a tier.
	Size(t Tier) uint64
	// Rank returns the tier and slot of a position, which its mirror images share. For
	// positions the index leaves out ok is false, but the tier is right.
	Rank(p P) (t Tier, slot uint64, ok bool)
	// Unrank returns the position in a slot, White to move.
	Unrank(t Tier, slot uint64) P
	// Doubles calls yield with every slot that Rank never returns, because it holds a
	// mirror image of another slot of its tier.
	Doubles(t Tier, yield func(slot uint64))
}

// Filler is an Indexer that solves groups of its tiers faster than move by move.
type Filler interface {
	// Need returns the bytes that Fill allocates; ok is false for groups that are left
	// to the general solver.
	Need(group []Tier) (bytes uint64, ok bool)
	// Fill returns the Values of all slots of each tier of the group. It fails when it
	// is cancelled, and with ErrTooLong unless the job is WDLOnly.
	Fill(group []Tier, job FillJob) ([][]byte, error)
}

// Checker is an Indexer that checks its tiers faster than move by move.
type Checker interface {
	// Check returns how many values of a tier contradict their successors. The values
	// below the job include the tier itself and its partner. For tiers that are left to
	// the general solver ok is false.
	Check(t Tier, job FillJob) (wrong uint64, ok bool, err error)
}

// Parenter is an Indexer that unmakes moves, which spares the solver a list of all moves.
type Parenter[P any] interface {
	// AppendParents appends the positions, or mirror images of them, from which a move
	// inside their group of tiers leads to p; some may be appended more than once. A
	// position has at most 250 successors inside its group.
	AppendParents(dst []P, p P) []P
}

// Symmetric is an Indexer that lists the symmetries of the rules.
type Symmetric interface {
	// Symmetries returns for each symmetry the image of every point, the identity first.
	Symmetries() [][]game.Point
}

// Limited is an Indexer of more tiers than are solved by default.
type Limited interface {
	// UsualLimit returns the default limit on the Weight of tiers.
	UsualLimit() int
}

// FillJob is the input of a Filler or Checker.
type FillJob struct {
	// Below holds the values of the tiers the group leads to.
	Below map[Tier][]byte
	// Workers is the number of goroutines of Each.
	Workers int
	// Each splits the numbers from 0 to n into pieces and calls work with them
	// concurrently. It fails when the job is cancelled.
	Each func(n int, work func(worker, from, to int)) error
	// WDLOnly says that only the Sign of values counts, below and in the group.
	WDLOnly bool
	// Share is called by Report; may be nil.
	Share func(from, to float64)
}

// Report announces the next call of Each: the share of all work, from 0 to 1, that is
// done before and after it. Shares may be rough; the last one should rather be too low.
func (j FillJob) Report(from, to float64) {
	if j.Share != nil {
		j.Share(from, to)
	}
}

// ErrTooLong is the error for a distance that is too long for a Value.
var ErrTooLong = fmt.Errorf("a game lasts %d plies or longer", MaxPlies)

// Numbered is a rule set with the numbering of its positions.
type Numbered[P game.Position[P, M], M comparable] struct {
	game.Def[P, M]
	Index Indexer[P] // nil where positions are not numbered
}

// Number returns a rule set with its index, which is nil if the function is nil.
func Number[P game.Position[P, M], M comparable](def game.Def[P, M], index func(game.Def[P, M]) Indexer[P]) Numbered[P, M] {
	if index == nil {
		return Numbered[P, M]{Def: def}
	}
	return Numbered[P, M]{Def: def, Index: index(def)}
}

// Key returns the key of the rule set's tables.
func (n *Numbered[P, M]) Key() Key { return KeyOf(&n.Info, n.Index.Scheme()) }

// Plan returns the groups of tiers within a limit, in dependency order. A limit of 0 is
// the default of the index, if it has one.
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

// defaultTiers returns the tiers within the default limit, with and without men in hand.
func (n *Numbered[P, M]) defaultTiers() []Tier {
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

// Whole reports whether the tables within the default limit hold the start of the game,
// and so every reachable position.
func (n *Numbered[P, M]) Whole() bool {
	start, _, ok := n.Rank(n.Start())
	return ok && slices.Contains(n.defaultTiers(), start)
}

// Slots returns the number of values of the whole game, 0 if it is not solved whole.
func (n *Numbered[P, M]) Slots() (slots uint64) {
	if !n.Whole() {
		return 0
	}
	for _, t := range n.defaultTiers() {
		slots += n.Index.Size(t)
	}
	return slots
}

// Lacks reports whether a table within the default limit is missing in a folder.
func (n *Numbered[P, M]) Lacks(dir string) bool {
	if n.Index == nil {
		return true
	}
	key := n.Key()
	return slices.ContainsFunc(n.defaultTiers(), func(t Tier) bool { return !Has(dir, key, t) })
}

// AtMost reports whether the tables within the default limit hold at most that many
// values. It stops early: adding up all sizes of a large game is slow.
func (n *Numbered[P, M]) AtMost(slots uint64) bool {
	sum := uint64(0)
	for _, t := range n.defaultTiers() {
		if sum += n.Index.Size(t); sum > slots {
			return false
		}
	}
	return true
}
