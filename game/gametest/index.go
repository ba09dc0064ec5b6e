// SPDX-License-Identifier: Apache-2.0

package gametest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cairn/game"
)

// tiers checks that groups stand after those their moves lead to, and that
// tiers have names that can be read.
func (l *laws[P, M]) tiers() {
	if l.def.Index == nil {
		return
	}
	before := map[game.Tier]bool{}
	for _, group := range l.def.Index.Groups() {
		for _, t := range group {
			for _, below := range l.def.Index.Below(t) {
				if !before[below] {
					l.Errorf("tier %s leads to %s, which is not listed before", t, below)
				}
			}
			if back, err := game.ParseTier(t.String()); err != nil || back != t {
				l.Errorf("tier %s is read as %s, %v", t, back, err)
			}
		}
		for _, t := range group {
			before[t] = true
		}
	}
}

// index checks that a position's slot holds it or a mirror image, and that its
// moves lead where the index says.
func (l *laws[P, M]) index(p P, moves []M, text string) {
	ix := l.def.Index
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
	if _, has := ix.(game.Parenter[P]); has {
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
func slotsOf[P any](ix game.Indexer[P], positions []P) []uint64 {
	var slots []uint64
	for _, p := range positions {
		_, slot, _ := ix.Rank(p)
		slots = append(slots, slot)
	}
	return slots
}

// Parents checks for some slots of a tier that the parents of their positions are
// exactly those that have a move there.
func Parents[P game.Position[P, M], M comparable](t *testing.T, def game.Def[P, M], tier game.Tier, some int) {
	t.Helper()
	ix := def.Index
	parents, ok := ix.(game.Parenter[P])
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

// childrenAgree checks that a position is among the parents of where its moves
// inside the group lead.
func childrenAgree[P game.Position[P, M], M comparable](t *testing.T, def *game.Def[P, M], p P) {
	t.Helper()
	tier, slot, _ := def.Index.Rank(p)
	group := groupOf(def.Index, tier)
	for _, m := range p.AppendMoves(nil) {
		to, at, ok := def.Index.Rank(p.Play(m))
		if !ok || !slices.Contains(group, to) {
			continue
		}
		parents := def.Index.(game.Parenter[P]).AppendParents(nil, def.Index.Unrank(to, at))
		if !slices.Contains(slotsOf(def.Index, parents), slot) {
			t.Fatalf("%s: %q is not among the parents of what %s leads to", def.ID, def.Format(p), def.FormatMove(p, m))
		}
	}
}

func groupOf[P any](ix game.Indexer[P], t game.Tier) []game.Tier {
	for _, group := range ix.Groups() {
		if slices.Contains(group, t) {
			return group
		}
	}
	return nil
}

// sameSlot checks that a position and its image have one slot.
func sameSlot[P game.Position[P, M], M comparable](t *testing.T, def *game.Def[P, M], p, q P) {
	t.Helper()
	if def.Index == nil {
		return
	}
	tier, slot, ok := def.Index.Rank(p)
	tier2, slot2, ok2 := def.Index.Rank(q)
	if tier != tier2 || slot != slot2 || ok != ok2 {
		t.Fatalf("%q ranks as %d of %s, its image %q as %d of %s", def.Format(p), slot, tier, def.Format(q), slot2, tier2)
	}
}

// Doubles checks for every slot of a tier that Rank returns it exactly when it is
// not listed among the doubles.
func Doubles[P game.Position[P, M], M comparable](t *testing.T, def game.Def[P, M], tier game.Tier) {
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
