// SPDX-License-Identifier: Apache-2.0

package archive_test

import (
	"testing"

	"cairn/catalog"
	"cairn/internal/live/room"
	"cairn/internal/store/sqlite"
	"cairn/internal/web/webtest"
	"cairn/record"
	"cairn/solver"
	"cairn/tablebase"
)

// Mistakes are the player's own, until they are shown; then private matches are left
// out.
func TestMistakes(t *testing.T) {
	games := catalog.Standard()
	games.UseTables(t.TempDir())
	s := webtest.NewSiteOf(t, sqlite.Options{}, games)
	ann, bob := s.Member("ann"), s.Member("bob")
	s.Play(s.Rated("three", ann, bob), ann, bob, webtest.WhiteWins...) // a corner gives the win away
	private := ann.Create("three", "private")
	bob.Post("/join", webtest.Form("id", private)).Want(200)
	ann.Post("/match/"+private+"/start", nil).Want(200)
	s.Play(private, ann, bob, webtest.WhiteWins...)
	if err := s.Library.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	const all, public = `<td class="number">6</td>`, `<td class="number">3</td>`
	ann.Get("/player/ann").Want(200).Has("Mistakes", "win → draw", "placing", all, "Only you see this.")
	bob.Get("/player/ann").Want(200).Lacks("Mistakes")
	ann.Post("/settings", webtest.Form("board", "walnut", "men", "white-black", "scheme", "auto", "motion", "auto", "mistakes", "on")).Want(200)
	bob.Get("/player/ann").Want(200).Has("Mistakes", public).Lacks("Only you see this.", all)
	s.Browser().Get("/player/ann").Want(200).Has("Mistakes", public)
	ann.Get("/player/ann").Want(200).Has("Everyone sees this", all)
}

// Moves that no table knew when the match ended are judged when there are tables, once.
func TestMistakesWithLaterTables(t *testing.T) {
	games := catalog.Standard()
	games.UseTables(t.TempDir())
	entry, err := games.Find("nine")
	if err != nil {
		t.Fatal(err)
	}
	s := webtest.NewSiteOf(t, sqlite.Options{}, games)
	ann, bob := s.Member("ann"), s.Member("bob")
	state, err := entry.Parse("ww1/3/3/4w1/3/1b1/bb1 w 0,0 0")
	if err != nil {
		t.Fatal(err)
	}
	from := record.Begin(entry, state).Record()
	info, err := s.Live.Rooms.Create(t.Context(), s.User("ann"), room.Spec{Game: entry.Info().ID, Kind: room.Private, Side: "white", From: &from})
	if err != nil {
		t.Fatal(err)
	}
	bob.Post("/join", webtest.Form("id", info.ID)).Want(200)
	ann.Post("/match/"+info.ID+"/start", nil).Want(200)
	s.Play(info.ID, ann, bob, "f4-g1", "d2-g7")
	ann.Post("/match/"+info.ID+"/resign", webtest.Form("id", "c1")).Want(200)
	want := func(what string, moves int) {
		t.Helper()
		if err := s.Library.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
		list, err := s.Library.Judged(t.Context(), s.User("ann").ID, false)
		got := 0
		for _, j := range list {
			got += j.Moves
		}
		if err != nil || got != moves {
			t.Errorf("%s: %d moves of ann are judged, want %d; %v", what, got, moves, err)
		}
	}
	want("without tables", 0)
	if err := entry.Solve(t.Context(), solver.Options{Dir: entry.TablesDir(), Kind: tablebase.DTW, Limit: 3}, func(solver.TierResult) {}); err != nil {
		t.Fatal(err)
	}
	want("with tables", 1)
	want("with the same tables", 1)
	ann.Get("/player/ann").Want(200).Has("Mistakes", "flying")
}
