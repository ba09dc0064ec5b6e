// SPDX-License-Identifier: Apache-2.0

// Package tabletest checks the numbering of any rule set: that it fulfils what
// [tablebase.Indexer] promises, and that it agrees with the rules.
//
// It names no concrete game: the tests of each numbering call it.
package tabletest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cairn/game"
	"cairn/game/gametest"
	"cairn/tablebase"
)

// Run checks the laws of a numbering on its tiers and on positions of random
// games.
func Run[P game.Position[P, M], M comparable](t *testing.T, def tablebase.Numbered[P, M]) {
	t.Helper()
	t.Run(def.ID, func(t *testing.T) {
		l := &laws[P, M]{t, &def}
		l.tiers()
		gametest.RandomGames(t, &def.Def, 200, l.position)
	})
}

type laws[P game.Position[P, M], M comparable] struct {
	*testing.T
	def *tablebase.Numbered[P, M]
}

// tiers checks that groups are in dependency order and that names of tiers can be parsed.
func (l *laws[P, M]) tiers() {
	before := map[tablebase.Tier]bool{}
	for _, group := range l.def.Index.Groups() {
		for _, t := range group {
			for _, below := range l.def.Index.Below(t) {
				if !before[below] {
					l.Errorf("tier %s leads to %s, which is not listed before", t, below)
				}
			}
			if back, err := tablebase.ParseTier(t.String()); err != nil || back != t {
				l.Errorf("tier %s is read as %s, %v", t, back, err)
			}
		}
		for _, t := range group {
			before[t] = true
		}
	}
}

// position checks that the slot of a position holds it or a mirror image, and
// that its moves lead where the index says.
func (l *laws[P, M]) position(p P, moves []M) {
	l.Helper()
	ix, text := l.def.Index, l.def.Format(p)
	t, slot, ok := ix.Rank(p)
	if !ok {
		return
	}
	if slot >= ix.Size(t) {
		l.Fatalf("%s: slot %d of %d in tier %s", text, slot, ix.Size(t), t)
	}
	q := ix.Unrank(t, slot)
	if t2, slot2, ok := ix.Rank(q); !ok || t2 != t || slot2 != slot {
		l.Fatalf("%s: slot %d of tier %s holds what ranks as %d of %s", text, slot, t, slot2, t2)
	}
	if got, want := len(q.AppendMoves(nil)), len(moves); got != want || q.Result().Reason != p.Result().Reason {
		l.Fatalf("%s: its slot holds %s, with %d moves for %d", text, l.def.Format(q), got, want)
	}
	if _, has := ix.(tablebase.Parenter[P]); has {
		childrenAgree(l.T, l.def, p)
	}
	group := groupOf(ix, t)
	for _, m := range moves {
		child := p.Play(m)
		to, _, ok := ix.Rank(child)
		if !ok && !child.Result().Over() {
			l.Fatalf("%s: %s leads out of the index", text, l.def.FormatMove(p, m))
		}
		if ok && !slices.Contains(group, to) && !slices.Contains(ix.Below(t), to) {
			l.Fatalf("%s: %s leads from tier %s to %s, which is not below", text, l.def.FormatMove(p, m), t, to)
		}
	}
}

// slotsOf returns the slots of some positions of one tier.
func slotsOf[P any](ix tablebase.Indexer[P], positions []P) []uint64 {
	var slots []uint64
	for _, p := range positions {
		_, slot, _ := ix.Rank(p)
		slots = append(slots, slot)
	}
	return slots
}

// Parents checks for some slots of a tier that AppendParents returns exactly the positions
// with a move to them.
func Parents[P game.Position[P, M], M comparable](t *testing.T, def tablebase.Numbered[P, M], tier tablebase.Tier, some int) {
	t.Helper()
	ix := def.Index
	parents, ok := ix.(tablebase.Parenter[P])
	if !ok {
		t.Fatalf("%s: its index knows no parents", def.ID)
	}
	random := rand.New(rand.NewPCG(7, 7))
	for range some {
		p := ix.Unrank(tier, random.Uint64N(ix.Size(tier)))
		_, slot, _ := ix.Rank(p)
		for _, parent := range parents.AppendParents(nil, p) {
			leads := false
			for _, m := range parent.AppendMoves(nil) {
				to, at, ok := ix.Rank(parent.Play(m))
				leads = leads || ok && to == tier && at == slot
			}
			if _, _, ok := ix.Rank(parent); !ok || !leads {
				t.Fatalf("%s: %q has no move to %q", def.ID, def.Format(parent), def.Format(p))
			}
		}
		childrenAgree(t, &def, p)
	}
}

// childrenAgree checks that a position is among the parents of its successors inside the
// group.
func childrenAgree[P game.Position[P, M], M comparable](t *testing.T, def *tablebase.Numbered[P, M], p P) {
	t.Helper()
	tier, slot, _ := def.Index.Rank(p)
	group := groupOf(def.Index, tier)
	for _, m := range p.AppendMoves(nil) {
		to, at, ok := def.Index.Rank(p.Play(m))
		if !ok || !slices.Contains(group, to) {
			continue
		}
		parents := def.Index.(tablebase.Parenter[P]).AppendParents(nil, def.Index.Unrank(to, at))
		if !slices.Contains(slotsOf(def.Index, parents), slot) {
			t.Fatalf("%s: %q is not among the parents of what %s leads to", def.ID, def.Format(p), def.FormatMove(p, m))
		}
	}
}

func groupOf[P any](ix tablebase.Indexer[P], t tablebase.Tier) []tablebase.Tier {
	for _, group := range ix.Groups() {
		if slices.Contains(group, t) {
			return group
		}
	}
	return nil
}

// Symmetry is [gametest.Symmetry] that also checks that a position and its image
// have one slot.
func Symmetry[P game.Position[P, M], M comparable](t *testing.T, def tablebase.Numbered[P, M], name string, image func(game.Point) game.Point) {
	t.Helper()
	gametest.Symmetry(t, def.Def, name, image, sameSlot(&def))
}

// ColourSwap is [gametest.ColourSwap] that also checks that a position and its
// image have one slot.
func ColourSwap[P game.Position[P, M], M comparable](t *testing.T, def tablebase.Numbered[P, M]) {
	t.Helper()
	gametest.ColourSwap(t, def.Def, sameSlot(&def))
}

func sameSlot[P game.Position[P, M], M comparable](def *tablebase.Numbered[P, M]) func(t *testing.T, p, image P) {
	return func(t *testing.T, p, image P) {
		t.Helper()
		tier, slot, ok := def.Index.Rank(p)
		tier2, slot2, ok2 := def.Index.Rank(image)
		if tier != tier2 || slot != slot2 || ok != ok2 {
			t.Fatalf("%q ranks as %d of %s, its image %q as %d of %s", def.Format(p), slot, tier, def.Format(image), slot2, tier2)
		}
	}
}

// Doubles checks that Rank returns every slot of a tier except those that Doubles lists.
func Doubles[P game.Position[P, M], M comparable](t *testing.T, def tablebase.Numbered[P, M], tier tablebase.Tier) {
	t.Helper()
	double := map[uint64]bool{}
	def.Index.Doubles(tier, func(slot uint64) { double[slot] = true })
	for slot := range def.Index.Size(tier) {
		_, back, ok := def.Index.Rank(def.Index.Unrank(tier, slot))
		if !ok || (back == slot) == double[slot] {
			t.Fatalf("%s, tier %s: slot %d ranks as %d, double is %v", def.ID, tier, slot, back, double[slot])
		}
	}
}
