// SPDX-License-Identifier: Apache-2.0

package puzzle_test

import (
	"slices"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/internal/live/room"
	"cairn/internal/store/sqlite"
	"cairn/internal/study/puzzle"
	"cairn/internal/study/trainer"
	"cairn/internal/web/webtest"
)

// A drill is a match from its position against the computer at its best, which says
// at the end whether the goal was reached.
func TestDrill(t *testing.T) {
	s, entry := newSite(t)
	drills, err := puzzle.Drills(entry)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(drills, func(d puzzle.Drill) bool { return d.Goal == "draw" })
	if i < 0 {
		t.Fatal("there is no drill to hold a draw")
	}
	path := "/drills/" + six + "/" + webtest.Itoa(drills[i].Level)
	b := s.Guest()
	b.Get("/drills").Want(200).Has(`href="`+path+`"`, "hold the draw with")
	b.Get(path).Want(200).Has("Proven: a draw", "Start").Lacks("Continue")
	p := b.Post(path, webtest.Form()).Want(200).Has("hold the draw with", `href="`+path+`"`)
	id := strings.TrimPrefix(p.Path, "/match/")
	if got := b.State(id); got.Kind != string(room.Computer) || got.Rated || got.You != drills[i].Side.String() {
		t.Errorf("got a %s match, rated %v, as %s", got.Kind, got.Rated, got.You)
	}
	b.Get(path).Want(200).Has("Continue", "Play again")
	b.Post("/match/"+id+"/resign", webtest.Form("id", "c1")).Want(200).Has("You did not reach the goal.")
	b.Get(path).Want(200).Has("You did not reach the goal.", "Last match")
	b.Get("/drills").Want(200).Lacks("Goal reached")
	b.Get("/drills/six/99").Want(404)
	b.Get("/drills/chess/1").Want(404)
}

// A reached goal is kept, and marked in the list, which shows how far the visitor is.
func TestDrillReached(t *testing.T) {
	s, entry := newSite(t)
	drills, err := puzzle.Drills(entry)
	if err != nil {
		t.Fatal(err)
	}
	d := drills[0]
	b := s.Member("ann")
	b.Post("/drills/"+six+"/1", webtest.Form()).Want(200)
	run := trainer.Run{User: s.User("ann").ID, Game: d.Game, Drill: d.ID}
	if err := s.Store.ReachDrill(t.Context(), run.User, run.Game, run.Drill); err != nil {
		t.Fatal(err)
	}
	b.Post("/drills/"+six+"/1", webtest.Form()).Want(200)
	b.Get("/drills").Want(200).Has("Goal reached", "1 of 40 reached", "0 of 25 reached", `<progress value="1" max="40"`, `next" href="/drills/`+six+`/2"`)
}

// On a fresh server every drill can be played. The page says how well the computer plays
// it: perfectly where tables are made on first use, else as well as it can.
func TestDrillWithoutTables(t *testing.T) {
	games := catalog.Standard()
	games.UseTables(t.TempDir())
	b := webtest.NewSiteOf(t, sqlite.Options{}, games).Browser()
	b.Get("/drills").Want(200).Has("elsewhere it can make mistakes")
	played := 0
	for _, entry := range games.All() {
		drills, err := puzzle.Drills(entry)
		if err != nil {
			t.Fatal(err)
		}
		if len(drills) == 0 {
			continue
		}
		played++
		want := "so it can make mistakes."
		if entry.Small() {
			want = "The computer never makes a mistake."
		}
		path := "/drills/" + entry.Info().ID + "/1"
		b.Get(path).Want(200).Has(want, "Start<")
		id := strings.TrimPrefix(b.Post(path, webtest.Form()).Want(200).Path, "/match/")
		if got := b.State(id); got.Kind != string(room.Computer) || got.Status != "playing" {
			t.Errorf("%s: got %+v, want a match against the computer", path, got)
		}
	}
	if played < 4 {
		t.Errorf("%d games have drills, want at least 4", played)
	}
}
