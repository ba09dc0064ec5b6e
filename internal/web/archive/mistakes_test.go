// SPDX-License-Identifier: Apache-2.0

package archive_test

import (
	"testing"

	"cairn/catalog"
	"cairn/internal/store/sqlite"
	"cairn/internal/web/webtest"
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
