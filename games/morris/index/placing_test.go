// SPDX-License-Identifier: Apache-2.0

package index_test

import (
	"math/rand/v2"
	"testing"

	"cairn/games/morris"
	"cairn/tablebase"
)

// The value of a position with men in hand must be that of its best move,
// whatever the values of the tiers below are: here they are random, each
// number of the sides' men takes another way through the rows and columns.
func TestPlacingOverRandomValues(t *testing.T) {
	if testing.Short() {
		t.Skip("minutes under the race detector; without it make test runs this too")
	}
	for name, c := range map[string]struct {
		def  numbered
		tier string
	}{
		"the larger side places":            {number(morris.Nine), "4+2-3+2"},
		"sides are equal":                   {number(morris.Nine), "4+1-4+0"},
		"sides become equal":                {number(morris.Nine), "3+2-4+1"},
		"the smaller side places":           {number(morris.Nine), "3+1-5+1"},
		"no man to take":                    {number(morris.Nine), "5+4-0+3"},
		"the last man to lose":              {number(morris.Nine), "3+2-1+2"},
		"the last man of the larger side":   {number(morris.Nine), "2+1-3+0"},
		"eight symmetries":                  {number(morris.Six), "3+2-4+2"},
		"diagonals":                         {number(morris.Twelve), "4+2-3+2"},
		"two are taken by the larger side":  {number(morris.TwelveMulti), "4+1-4+0"},
		"two are taken by the smaller side": {number(morris.TwelveMulti), "4+1-5+0"},
		"two taken end the game":            {number(morris.NineMulti), "4+1-2+1"},
	} {
		t.Run(name, func(t *testing.T) {
			tier, err := tablebase.ParseTier(c.tier)
			if err != nil {
				t.Fatal(err)
			}
			random := rand.New(rand.NewPCG(1, 2))
			below := map[tablebase.Tier][]byte{}
			for _, b := range c.def.Index.Below(tier) {
				below[b] = randomValues(c.def, b, random)
			}
			values, err := c.def.Index.(tablebase.Filler).Fill([]tablebase.Tier{tier}, tablebase.FillJob{
				Below: below, Workers: 1, Each: func(n int, work func(worker, from, to int)) error {
					work(0, 0, n)
					return nil
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			for range 20000 {
				slot := random.Uint64N(c.def.Index.Size(tier))
				p := c.def.Index.Unrank(tier, slot)
				if got, want := tablebase.Value(values[0][slot]), best(c.def, p, below); got != want {
					t.Fatalf("%s: got %s in %d, want %s in %d", c.def.Format(p), got, got.Plies(), want, want.Plies())
				}
			}
		})
	}
}

// randomValues returns random values for a tier, the same for mirror images.
func randomValues(d numbered, tier tablebase.Tier, random *rand.Rand) []byte {
	values := make([]byte, d.Index.Size(tier))
	for i := range values {
		values[i] = byte(random.Uint32())
	}
	d.Index.Doubles(tier, func(slot uint64) {
		_, first, _ := d.Index.Rank(d.Index.Unrank(tier, slot))
		values[slot] = values[first]
	})
	return values
}

// best returns the value of a position by its moves. A move out of the index has
// left the opponent with too few men.
func best(d numbered, p morris.Position, below map[tablebase.Tier][]byte) tablebase.Value {
	best := tablebase.Lost
	for _, m := range p.AppendMoves(nil) {
		after := tablebase.Lost
		if tier, slot, ok := d.Index.Rank(p.Play(m)); ok {
			after = tablebase.Value(below[tier][slot])
		}
		best = max(best, after.Before())
	}
	return best
}
