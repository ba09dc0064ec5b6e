// SPDX-License-Identifier: Apache-2.0

package index_test

import (
	"math/rand/v2"
	"testing"

	"cairn/games/morris"
	"cairn/tablebase"
)

// The check of a tier finds as many wrong values as there are, whatever the values
// are that its moves lead to: here these are random.
func TestCheckCountsWrongValues(t *testing.T) {
	if testing.Short() {
		t.Skip("minutes under the race detector; without it make test runs this too")
	}
	for name, c := range map[string]struct {
		def  numbered
		tier string
	}{
		"the larger side moves":            {number(morris.Six), "5-4"},
		"the smaller side moves":           {number(morris.Six), "4-5"},
		"the larger side flies over":       {number(morris.Six), "4-3"},
		"the smaller side flies":           {number(morris.Six), "3-4"},
		"men that cannot fly":              {number(morris.SixNoFlying), "3-4"},
		"the larger side places":           {number(morris.Six), "4+2-3+2"},
		"the smaller side places":          {number(morris.Six), "3+1-5+1"},
		"sides are equal":                  {number(morris.Six), "4+1-4+0"},
		"sides become equal":               {number(morris.Six), "3+2-4+1"},
		"no man to take":                   {number(morris.Six), "3+3-0+3"},
		"a capture ends the game":          {number(morris.Six), "3+2-1+2"},
		"two are taken by the larger side": {number(morris.TwelveMulti), "4+1-3+1"},
		"sixteen symmetries":               {number(morris.Nine), "4-3"},
	} {
		t.Run(name, func(t *testing.T) {
			tier, err := tablebase.ParseTier(c.tier)
			if err != nil {
				t.Fatal(err)
			}
			random := rand.New(rand.NewPCG(3, 4))
			values := map[tablebase.Tier][]byte{}
			for _, b := range c.def.Index.Below(tier) {
				values[b] = randomValues(c.def, b, random)
			}
			if !tier.Placing() {
				values[tier.Partner()] = randomValues(c.def, tier.Partner(), random)
			}
			mine := make([]byte, c.def.Index.Size(tier))
			for slot := range mine {
				mine[slot] = byte(best(c.def, c.def.Index.Unrank(tier, uint64(slot)), values))
			}
			values[tier] = mine
			checkTier(t, c.def, tier, values, 0)
			for _, slot := range random.Perm(len(mine))[:7] {
				mine[slot] ^= 1
			}
			checkTier(t, c.def, tier, values, 7)
		})
	}
}

// checkTier checks a tier and expects as many wrong values.
func checkTier(t *testing.T, d numbered, tier tablebase.Tier, values map[tablebase.Tier][]byte, want uint64) {
	t.Helper()
	got, ok, err := d.Index.(tablebase.Checker).Check(tier, tablebase.FillJob{
		Below: values, Workers: 1, Each: func(n int, work func(worker, from, to int)) error {
			work(0, 0, n)
			return nil
		},
	})
	if !ok || err != nil || got != want {
		t.Errorf("got %d wrong values, %v, %v, want %d", got, ok, err, want)
	}
}
