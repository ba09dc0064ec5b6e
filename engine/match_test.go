// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"math/rand/v2"
	"testing"

	"cairn/engine"
	"cairn/engine/arena"
	"cairn/game"
	"cairn/games/fanorona"
	"cairn/games/morris"
	"cairn/games/yote"
)

// checkStrong wants strong to win nearly always. In six men's morris about one
// game in twenty is drawn, so a few draws are let pass.
func checkStrong[P game.Position[P, M], M comparable](t *testing.T, def game.Def[P, M], games int) {
	t.Run(def.ID, func(t *testing.T) {
		t.Parallel()
		s, err := arena.Play(t.Context(), &def, player(t, def, "strong:nodes=20000,table=1"), player(t, def, "novice"),
			arena.Plan{Games: games, Seed: 12})
		t.Logf("strong against novice: %+v", s)
		if err != nil || s.Losses > 0 || s.Wins < games*8/10 {
			t.Errorf("got %+v and error %v against the novice, want eight of ten won and none lost", s, err)
		}
	})
}

func player[P game.Position[P, M], M comparable](t *testing.T, def game.Def[P, M], text string) arena.Player[P, M] {
	t.Helper()
	spec, err := arena.ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	return arena.New(def, spec)
}

func TestStrongBeatsNovice(t *testing.T) {
	checkStrong(t, morris.Six, 10)
	checkStrong(t, morris.Nine, 10)
	checkStrong(t, fanorona.Standard, 10)
	checkStrong(t, yote.Standard, 10)
}

// checkLegal plays a game with all levels in turn, each move being checked.
func checkLegal[P game.Position[P, M], M comparable](t *testing.T, defs []game.Def[P, M]) {
	for _, def := range defs {
		t.Run(def.ID, func(t *testing.T) {
			random := rand.New(rand.NewPCG(14, 0))
			e := engine.New(def, engine.Options{TableBytes: 1 << 16})
			p := def.Start()
			for ply := 0; ply < 80 && !p.Result().Over(); ply++ {
				level := engine.Levels()[ply/2%4]
				p = p.Play(choose(t, e, p, level, engine.Limits{Nodes: 300}, random).Move)
			}
		})
	}
}

func TestPlaysEveryRuleSet(t *testing.T) {
	checkLegal(t, morris.Defs)
	checkLegal(t, fanorona.Defs)
	checkLegal(t, yote.Defs)
}
