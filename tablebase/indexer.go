// SPDX-License-Identifier: Apache-2.0

package tablebase

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cairn/game"
)

// Tier is a set of positions with the same numbers of men, as the side to move
// sees them.
type Tier struct {
	Own, Other      uint8 // men on the board
	Hand, OtherHand uint8 // men in hand
}

// Partner returns the tier of the same men with the other side to move.
func (t Tier) Partner() Tier { return Tier{t.Other, t.Own, t.OtherHand, t.Hand} }

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

// ParseTier reads what String writes.
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

// Indexer numbers positions tier by tier, with few gaps and without hashing, so that a table of values needs no keys. Colours, clock and mirror
// images are left out: what looks the same to the side to move has one number.
// It is safe for concurrent use.
type Indexer[P any] interface {
	// Scheme names the way of numbering; tables carry it.
	Scheme() string
	// Groups returns the tiers in lists. Moves lead from tier to tier of a list,
	// which is solved as one, and to lists before it.
	Groups() [][]Tier
	// Below returns the tiers of other groups that moves of a tier lead to.
	Below(t Tier) []Tier
	// Weight is what a limit on tiers counts.
	Weight(t Tier) int
	// Size returns the number of slots of a tier.
	Size(t Tier) uint64
	// Rank returns the tier and slot of a position, the same for its mirror
	// images. For positions the index leaves out ok is false; the tier has
	// their men nevertheless.
	Rank(p P) (t Tier, slot uint64, ok bool)
	// Unrank returns the position in a slot, White to move.
	Unrank(t Tier, slot uint64) P
	// Doubles calls yield with every slot that Rank never returns because it
	// holds a mirror image of another slot of its tier.
	Doubles(t Tier, yield func(slot uint64))
}

// Filler is an Indexer that solves groups of its tiers faster than move by move.
type Filler interface {
	// Need returns the bytes that Fill takes beside the values it is given; ok
	// is false for groups that are left to the general way.
	Need(group []Tier) (bytes uint64, ok bool)
	// Fill returns the values of every slot of the group's tiers, in their
	// order, each a Value. It fails when it is cancelled or when a
	// distance is too long for a Value and the job is not a plain one.
	Fill(group []Tier, job FillJob) ([][]byte, error)
}

// Checker is an Indexer that checks its tiers faster than move by move.
type Checker interface {
	// Check returns how many values of a tier are not what its moves lead to.
	// Among those the job has below are the tier itself and its partner. For
	// tiers that are left to the general way ok is false.
	Check(t Tier, job FillJob) (wrong uint64, ok bool, err error)
}

// Parenter is an Indexer that knows where moves come from, which spares the
// solver a list of all moves.
type Parenter[P any] interface {
	// AppendParents appends the positions, or mirror images of them, from which
	// a move inside their group of tiers leads to p; some may be appended more
	// than once. The moves of a position lead to at most 250 others inside its
	// group.
	AppendParents(dst []P, p P) []P
}

// Symmetric is an Indexer that knows under which maps of the board to itself the rules
// are the same.
type Symmetric interface {
	// Symmetries returns for each map the image of every point, the identity first.
	Symmetries() [][]game.Point
}

// Limited is an Indexer of more tiers than are solved by default.
type Limited interface {
	// UsualLimit returns the limit on the Weight of tiers that holds unless
	// another is given.
	UsualLimit() int
}

// FillJob is what a Filler works with.
type FillJob struct {
	// Below holds the values of the tiers the group leads to.
	Below map[Tier][]byte
	// Workers is how many pieces of work Each runs at a time.
	Workers int
	// Each splits the numbers from 0 to n into pieces and has them worked on
	// at the same time. It fails when the job is cancelled.
	Each func(n int, work func(worker, from, to int)) error
	// WDLOnly says that only Sign of the values counts, below and in the group.
	WDLOnly bool
	// Share, if it is not nil, is called by Report.
	Share func(from, to float64)
}

// Report says which share of its work a Filler has done, from 0 to 1, when it
// calls Each next, and which it will have done when that returns. Shares need not
// be exact; the last one should rather be too low than too high.
func (j FillJob) Report(from, to float64) {
	if j.Share != nil {
		j.Share(from, to)
	}
}

// ErrTooLong is the error of solving a game that lasts longer than a Value can
// hold.
var ErrTooLong = fmt.Errorf("a game lasts %d plies or longer", MaxPlies)

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

// defaultTiers returns the tiers within the usual limit, with and without men in hand.
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

// Whole reports whether the tables within the usual limit hold the start of the
// game, and so all that play leads to.
func (n *Numbered[P, M]) Whole() bool {
	start, _, ok := n.Rank(n.Start())
	return ok && slices.Contains(n.defaultTiers(), start)
}

// Slots returns how many values the tables of the whole game hold, 0 for a game
// that is not solved whole.
func (n *Numbered[P, M]) Slots() (slots uint64) {
	if !n.Whole() {
		return 0
	}
	for _, t := range n.defaultTiers() {
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
	return slices.ContainsFunc(n.defaultTiers(), func(t Tier) bool { return !Has(dir, key, t) })
}

// AtMost reports whether the tables within the usual limit hold at most that many
// values. It does not add up all sizes, which takes a while in large games.
func (n *Numbered[P, M]) AtMost(slots uint64) bool {
	sum := uint64(0)
	for _, t := range n.defaultTiers() {
		if sum += n.Index.Size(t); sum > slots {
			return false
		}
	}
	return true
}

// Tiers returns how many tables there are within the usual limit.
func (n *Numbered[P, M]) Tiers() int { return len(n.defaultTiers()) }
