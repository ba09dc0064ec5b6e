// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cairn/game"
	"cairn/internal/live"
	"cairn/match"
)

// minute draws a time about that of the gallery, or none.
func minute(r *rapid.T, name string) time.Time {
	if rapid.Bool().Draw(r, "no "+name) {
		return time.Time{}
	}
	return noon.Add(time.Duration(rapid.IntRange(-1, 17).Draw(r, name)) * time.Minute)
}

// drawFilter draws a filter of any kind.
func drawFilter(r *rapid.T, all []live.Info) live.Filter {
	users := rapid.SampledFrom([]string{"", "u1", "u2", "u3", "nobody"})
	f := live.Filter{
		User:     users.Draw(r, "user"),
		With:     users.Draw(r, "with"),
		Game:     rapid.SampledFrom([]string{"", "g1", "g2"}).Draw(r, "game"),
		Statuses: rapid.SampledFrom([][]match.Status{nil, {match.Over}, {match.Playing}}).Draw(r, "statuses"),
		Kinds:    rapid.SampledFrom([][]live.Kind{nil, {live.Open, live.Private}}).Draw(r, "kinds"),
		Verdicts: rapid.SliceOfN(rapid.SampledFrom(verdicts), 0, 5).Draw(r, "verdicts"),
		Rated:    rapid.Bool().Draw(r, "rated"),
		Since:    minute(r, "since"),
		Before:   minute(r, "before"),
		MinPly:   rapid.IntRange(0, 8).Draw(r, "least ply"),
		MaxPly:   rapid.IntRange(0, 9).Draw(r, "largest ply"),
		Limit:    rapid.SampledFrom([]int{0, 1, 4}).Draw(r, "limit"),
	}
	if rapid.Bool().Draw(r, "from a place") {
		place := rapid.SampledFrom(all).Draw(r, "place")
		f.After = live.Cursor{Updated: place.Updated, ID: place.ID}
	}
	return f
}

var verdicts = []game.Verdict{game.Playing, game.WhiteWins, game.BlackWins, game.Draw}

// testFilterModel asks with filters of any kind.
func testFilterModel(t *testing.T, s Store) {
	all := gallery(t, s)
	rapid.Check(t, func(r *rapid.T) {
		for range 10 {
			f := drawFilter(r, all)
			got, err := s.FindMatches(t.Context(), f)
			if diff := cmp.Diff(selected(all, f), got); err != nil || diff != "" {
				r.Fatalf("%+v: error %v, got (+), want (-):\n%s", f, err, diff)
			}
		}
	})
}

// testFilterPages reads lists page by page: nothing is left out or comes twice.
func testFilterPages(t *testing.T, s Store) {
	all := gallery(t, s)
	for _, f := range []live.Filter{
		{}, {Statuses: []match.Status{match.Over}}, {User: "u1"}, {Game: "g1", Since: noon.Add(3 * time.Minute)},
	} {
		want := selected(all, f)
		for _, f.Limit = range []int{1, 2, 7} {
			got, f := []live.Info{}, f
			for {
				page, err := s.FindMatches(t.Context(), f)
				must(t, err)
				got = slices.Concat(got, page)
				if len(page) < f.Limit || len(got) > len(all) {
					break
				}
				last := page[len(page)-1]
				f.After = live.Cursor{Updated: last.Updated, ID: last.ID}
			}
			wantEqual(t, fmt.Sprintf("pages of %d", f.Limit), got, want)
		}
	}
}
