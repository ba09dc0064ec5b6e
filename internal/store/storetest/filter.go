// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cairn/game"
	"cairn/internal/live/room"
	"cairn/match"
)

// gallery stores matches of every kind and returns their infos.
func gallery(t *testing.T, s Store) []room.Info {
	var all []room.Info
	kinds := []room.Kind{room.Open, room.Private, room.Computer, room.Screen}
	statuses := []match.Status{match.Waiting, match.Ready, match.Playing, match.Over}
	for i := range 48 {
		n := NewTable(t, fmt.Sprintf("m%02d", 47-i), kinds[i%4], Online("u1", "u2")).Created()
		n.Info.Status = statuses[i/4%4]
		n.Info.Game = []string{"g1", "g2"}[i%3%2]
		n.Info.Control = []string{"none", "5m+3s", "3d"}[i%3]
		n.Info.Creator = []string{"", "u1", "u3"}[i%3]
		n.Info.Seats = [][2]string{{"u1", "u2"}, {"u2", "u3"}, {"u1", ""}, {"", ""}, {"u3", "computer:novice"}}[i%5]
		n.Info.Rated, n.Info.Ply = i%5 == 2, i*7%10
		n.Info.Shown = n.Info.Kind == room.Private && i%8 < 4
		n.Info.End.Verdict = verdicts[i%7%4]
		n.Info.Updated = noon.Add(time.Duration(i/3) * time.Minute) // three at each time
		if n.Info.Status == match.Playing && i%2 == 0 {
			n.Info.Deadline = noon.Add(time.Duration(i) * time.Second)
		}
		must(t, s.CreateMatch(t.Context(), n))
		all = append(all, n.Info)
	}
	return all
}

// selected is a reference implementation of filters.
func selected(all []room.Info, f room.Filter) []room.Info {
	list := []room.Info{}
	for _, i := range all {
		mine := f.User == "" || i.Creator == f.User || slices.Contains(i.Seats[:], f.User)
		game := f.Game == "" || i.Game == f.Game
		status := len(f.Statuses) == 0 || slices.Contains(f.Statuses, i.Status)
		kind := len(f.Kinds) == 0 || slices.Contains(f.Kinds, i.Kind)
		due := f.Due.IsZero() || !i.Deadline.IsZero() && !i.Deadline.After(f.Due)
		before := f.Before.IsZero() || i.Updated.Before(f.Before)
		shown := !f.Shown || i.Kind != room.Private || i.Shown
		live := f.Live.IsZero() || !i.Updated.Before(f.Live) || strings.Contains(i.Control, "+")
		if mine && game && status && kind && shown && live && due && before && inArchive(i, f) {
			list = append(list, i)
		}
	}
	slices.SortFunc(list, func(a, b room.Info) int {
		return cmp.Or(b.Updated.Compare(a.Updated), cmp.Compare(a.ID, b.ID))
	})
	if f.Limit > 0 {
		list = list[:min(f.Limit, len(list))]
	}
	return list
}

// inArchive reports whether a match passes the conditions of the archive.
func inArchive(i room.Info, f room.Filter) bool {
	with := f.With == "" || slices.Contains(i.Seats[:], f.With)
	verdict := len(f.Verdicts) == 0 || slices.Contains(f.Verdicts, i.End.Verdict)
	ply := i.Ply >= f.MinPly && (f.MaxPly == 0 || i.Ply <= f.MaxPly)
	after := f.After.Updated.IsZero() || i.Updated.Before(f.After.Updated) ||
		i.Updated.Equal(f.After.Updated) && i.ID > f.After.ID
	return with && verdict && ply && after && (i.Rated || !f.Rated) && !i.Updated.Before(f.Since)
}

// testFilter checks every combination of the filters that pages use.
func testFilter(t *testing.T, s Store) {
	all := gallery(t, s)
	var f room.Filter
	for _, f.User = range []string{"", "u1", "u3", "unknown"} {
		for _, f.Game = range []string{"", "g2"} {
			for _, f.Statuses = range [][]match.Status{
				nil, {match.Playing}, {match.Over}, {match.Waiting, match.Ready}, {match.Over, match.Playing, match.Over},
			} {
				for _, f.Kinds = range [][]room.Kind{nil, {room.Open}, {room.Computer, room.Private}, {"it's"}} {
					for _, f.Due = range []time.Time{{}, noon.Add(24 * time.Second)} {
						for _, f.Before = range []time.Time{{}, noon.Add(9 * time.Minute)} {
							wantFiltered(t, s, all, f)
						}
					}
				}
			}
		}
	}
}

// wantFiltered checks a filter without a limit and with several.
func wantFiltered(t *testing.T, s Store, all []room.Info, f room.Filter) {
	t.Helper()
	limits := []int{0, 1, 5}
	if testing.Short() {
		limits = limits[2:]
	}
	for _, f.Limit = range limits {
		got, err := s.FindMatches(t.Context(), f)
		must(t, err)
		wantEqual(t, fmt.Sprintf("%+v", f), got, selected(all, f))
	}
	f.Limit = 0
	got, err := s.CountMatches(t.Context(), f)
	must(t, err)
	wantEqual(t, fmt.Sprintf("count of %+v", f), got, len(selected(all, f)))
}

// testFilterOrder checks that the match changed last comes first.
func testFilterOrder(t *testing.T, s Store) {
	a, b := begin(t, s, "a", timed("u1", "u2")), begin(t, s, "b", timed("u1", "u2"))
	order := func(f room.Filter) string {
		list, err := s.FindMatches(t.Context(), f)
		must(t, err)
		ids := ""
		for _, i := range list {
			ids += i.ID
		}
		return ids
	}
	wantEqual(t, "order of equals", order(room.Filter{}), "ab")
	store(t, s, b.Start())
	wantEqual(t, "order after a change", order(room.Filter{}), "ba")
	wantEqual(t, "due too early", order(room.Filter{Due: b.Info.Deadline.Add(-time.Millisecond)}), "")
	wantEqual(t, "due", order(room.Filter{Due: b.Info.Deadline}), "b")
	store(t, s, a.Start(), ended(b))
	wantEqual(t, "due when it is over", order(room.Filter{Due: noon.Add(time.Hour)}), "a")
	wantEqual(t, "over", order(room.Filter{Statuses: []match.Status{match.Over}}), "b")
}

// minute returns a random time near the times of the gallery, or the zero time.
func minute(r *rapid.T, name string) time.Time {
	if rapid.Bool().Draw(r, "no "+name) {
		return time.Time{}
	}
	return noon.Add(time.Duration(rapid.IntRange(-1, 17).Draw(r, name)) * time.Minute)
}

// drawFilter returns a random filter.
func drawFilter(r *rapid.T, all []room.Info) room.Filter {
	users := rapid.SampledFrom([]string{"", "u1", "u2", "u3", "unknown"})
	f := room.Filter{
		User:     users.Draw(r, "user"),
		With:     users.Draw(r, "with"),
		Game:     rapid.SampledFrom([]string{"", "g1", "g2"}).Draw(r, "game"),
		Statuses: rapid.SampledFrom([][]match.Status{nil, {match.Over}, {match.Playing}}).Draw(r, "statuses"),
		Kinds:    rapid.SampledFrom([][]room.Kind{nil, {room.Open, room.Private}}).Draw(r, "kinds"),
		Verdicts: rapid.SliceOfN(rapid.SampledFrom(verdicts), 0, 5).Draw(r, "verdicts"),
		Rated:    rapid.Bool().Draw(r, "rated"),
		Shown:    rapid.Bool().Draw(r, "shown"),
		Live:     minute(r, "live"),
		Since:    minute(r, "since"),
		Before:   minute(r, "before"),
		MinPly:   rapid.IntRange(0, 8).Draw(r, "least ply"),
		MaxPly:   rapid.IntRange(0, 9).Draw(r, "largest ply"),
		Limit:    rapid.SampledFrom([]int{0, 1, 4}).Draw(r, "limit"),
	}
	if rapid.Bool().Draw(r, "from a place") {
		place := rapid.SampledFrom(all).Draw(r, "place")
		f.After = room.Cursor{Updated: place.Updated, ID: place.ID}
	}
	return f
}

var verdicts = []game.Verdict{game.Playing, game.WhiteWins, game.BlackWins, game.Draw}

// testFilterModel checks random filters.
func testFilterModel(t *testing.T, s Store) {
	all := gallery(t, s)
	rapid.Check(t, func(r *rapid.T) {
		for range 10 {
			f := drawFilter(r, all)
			got, err := s.FindMatches(t.Context(), f)
			if diff := gocmp.Diff(selected(all, f), got); err != nil || diff != "" {
				r.Fatalf("%+v: error %v, got (+), want (-):\n%s", f, err, diff)
			}
		}
	})
}

// testFilterPages reads lists page by page: nothing is missing or repeated.
func testFilterPages(t *testing.T, s Store) {
	all := gallery(t, s)
	for _, f := range []room.Filter{
		{}, {Statuses: []match.Status{match.Over}}, {User: "u1"}, {Game: "g1", Since: noon.Add(3 * time.Minute)},
	} {
		want := selected(all, f)
		for _, f.Limit = range []int{1, 2, 7} {
			got, f := []room.Info{}, f
			for {
				page, err := s.FindMatches(t.Context(), f)
				must(t, err)
				got = slices.Concat(got, page)
				if len(page) < f.Limit || len(got) > len(all) {
					break
				}
				last := page[len(page)-1]
				f.After = room.Cursor{Updated: last.Updated, ID: last.ID}
			}
			wantEqual(t, fmt.Sprintf("pages of %d", f.Limit), got, want)
		}
	}
}
