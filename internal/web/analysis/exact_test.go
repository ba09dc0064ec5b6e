// SPDX-License-Identifier: Apache-2.0

package analysis_test

import (
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/internal/store/sqlite"
	"cairn/internal/study"
	"cairn/internal/web/boardview"
	"cairn/internal/web/webtest"
	"cairn/solver"
)

// Pages say which values are exact, which tables are being made, and where exact values
// begin. Other values are estimated, also for the script.
func TestExactness(t *testing.T) {
	games, dir := catalog.Standard(), t.TempDir()
	nine, err := games.Find("nine")
	if err != nil {
		t.Fatal(err)
	}
	if err := nine.Solve(t.Context(), solver.Options{Dir: dir, Limit: 3}, func(solver.TierResult) {}); err != nil {
		t.Fatal(err)
	}
	games.UseTables(dir)
	id := nine.Info().ID
	if err := study.WriteMaking(dir, study.Making{Game: id, Extent: string(solver.Moving), Share: 0.439}); err != nil {
		t.Fatal(err)
	}
	b := webtest.NewSiteOf(t, sqlite.Options{}, games).Browser()
	b.Get("/analysis").Want(200).Has("Exact: every position.", "Exact: endings with up to 3 men on each side.", "No exact values: the engine estimates.")

	position, move := edge(t, nine)
	address := "/analysis/" + id + "?" + url.Values{"position": {position}}.Encode()
	for try := 0; try < 100 && strings.Contains(b.Get(address).Want(200).Body, `class="worth unknown"`); try++ {
		t.Log("a busy machine left no time for a search") // its answer is kept once it is found
	}
	b.Get(address).Want(200).Has("Exact: endings with up to 3 men on each side.",
		"Being computed: every position without men in hand, 43 % done.", "exact from here on", `class="worth estimate"`).Lacks(`class="worth unknown"`)
	var got struct {
		Exact, Begins bool
		Worth         boardview.ValueView
		Moves         []struct {
			Begins bool
			Worth  boardview.ValueView
		}
	}
	b.Get("/analysis/" + id + "/state?" + url.Values{"position": {position}}.Encode()).Want(200).JSON(&got)
	if got.Exact || got.Begins || got.Worth.Class != "estimate" {
		t.Errorf("got %+v, want an estimate", got)
	}
	for _, m := range got.Moves {
		if m.Begins == (m.Worth.Class == "estimate") || m.Worth.Class == "unknown" {
			t.Errorf("got a move %+v, want it exact or estimated", m)
		}
	}
	b.Get("/analysis/" + id + "/state?" + url.Values{"position": {position}, "move": {move}}.Encode()).Want(200).JSON(&got)
	if !got.Exact || !got.Begins {
		t.Errorf("got %+v after %s, want a position that is exact from here on", got, move)
	}
}

// edge returns a position of a random game without an exact value, and a move to a position
// with one in which the game is not over.
func edge(t *testing.T, entry *catalog.Entry) (position, move string) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	for s := entry.Start(); ; {
		p, err := study.Exact(t.Context(), entry, s)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range p.Moves {
			if !p.Exact && m.Exact && m.Plies != 1 {
				return s.String(), m.Text
			}
		}
		if s, err = s.Play(p.Moves[random.IntN(len(p.Moves))].Text); err != nil {
			t.Fatal(err)
		}
		if s.Result().Over() {
			s = entry.Start()
		}
	}
}
