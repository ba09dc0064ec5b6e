// SPDX-License-Identifier: Apache-2.0

package game

import (
	"fmt"
	"strconv"
	"strings"
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

// Indexer numbers positions tier by tier, without gaps that matter and without
// hashing, so that a table of values needs no keys. Colours, clock and mirror
// images are left out: what looks the same to the side to move has one number.
// It is safe for concurrent use.
type Indexer[P any] interface {
	// Scheme names the way of numbering; tables carry it.
	Scheme() string
	// Groups returns the tiers in lists that lead into one another and are
	// solved as one, each list after those its moves lead to.
	Groups() [][]Tier
	// Below returns the tiers outside its group that moves of a tier lead to.
	Below(t Tier) []Tier
	// Weight is what a limit on tiers counts.
	Weight(t Tier) int
	// Size returns the number of slots of a tier.
	Size(t Tier) uint64
	// Rank returns the tier and slot of a position, the same for its mirror
	// images. For positions the index leaves out ok is false; the tier tells
	// their men all the same.
	Rank(p P) (t Tier, slot uint64, ok bool)
	// Unrank returns the position in a slot, White to move.
	Unrank(t Tier, slot uint64) P
	// Doubles calls yield with every slot that Rank never returns because it
	// holds a mirror image of another slot of its tier.
	Doubles(t Tier, yield func(slot uint64))
}

// Filler is an Indexer that solves groups of its tiers faster than move by move.
type Filler interface {
	// Need returns the bytes that Fill takes at once; ok is false for groups
	// that are left to the general way.
	Need(group []Tier) (bytes uint64, ok bool)
	// Fill returns the values of every slot of the group's tiers, in their
	// order, each a Value. It fails when it is cancelled or when a
	// distance is too long to be told.
	Fill(group []Tier, job Job) ([][]byte, error)
}

// Job is what a Filler works with.
type Job struct {
	// Below holds the values of the tiers the group leads to.
	Below map[Tier][]byte
	// Workers is how many pieces of work Each runs at a time.
	Workers int
	// Each splits the numbers from 0 to n into pieces and has them worked on
	// at the same time. It fails when the job is cancelled.
	Each func(n int, work func(worker, from, to int)) error
}

// ErrTooLong is what solving fails with when a game lasts longer than a Value
// can tell.
var ErrTooLong = fmt.Errorf("a game lasts longer than %d plies", MaxPlies)
