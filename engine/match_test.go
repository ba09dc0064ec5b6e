// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"cairn/engine"
	"cairn/game"
	"cairn/games/fanorona"
	"cairn/games/morris"
	"cairn/games/yote"
)

// player is a level with limits that do not depend on the machine.
type player struct {
	level  engine.Level
	limits engine.Limits
}

// play plays one game by the rules and the platform's draws.
func play[P game.Position[P, M], M comparable](t fataler, def game.Def[P, M], players [2]player, random *rand.Rand) game.Verdict {
	t.Helper()
	engines := [2]*engine.Engine[P, M]{
		engine.New(def, engine.Options{TableBytes: 1 << 20}), engine.New(def, engine.Options{TableBytes: 1 << 20}),
	}
	p := def.Start()
	var h game.History
	h.Push(p.Hash(), true)
	for !p.Result().Over() {
		if limit := def.QuietLimit(p); h.Count() >= def.Draws.Repetition || limit > 0 && p.Clock() >= limit {
			return game.Draw
		}
		us := p.Turn()
		r, err := engines[us].Choose(context.Background(), p, h.Recent(), players[us].level, players[us].limits, random)
		if err != nil {
			t.Fatalf("%s: %v", def.Format(p), err)
		}
		resets := p.Resets(r.Move)
		p = p.Play(r.Move)
		h.Push(p.Hash(), resets)
	}
	return p.Result().Verdict
}

// score is the outcome of a match for its first player.
type score struct{ wins, draws, losses int }

// meet plays a match in which the sides change after every game.
func meet[P game.Position[P, M], M comparable](t fataler, def game.Def[P, M], first, second player, games int) (s score) {
	t.Helper()
	random := rand.New(rand.NewPCG(12, 0))
	for i := range games {
		us := game.Side(i % 2)
		players := [2]player{first, second}
		if us == game.Black {
			players = [2]player{second, first}
		}
		switch play(t, def, players, random) {
		case game.Wins(us):
			s.wins++
		case game.Wins(us.Other()):
			s.losses++
		default:
			s.draws++
		}
	}
	return s
}

var (
	novice = player{level: engine.Novice}
	strong = player{engine.Strong, engine.Limits{Nodes: 20_000}}
)

// checkStrong wants strong to win nearly always. In six men's morris about one
// game in twenty is drawn, so a few draws are let pass.
func checkStrong[P game.Position[P, M], M comparable](t *testing.T, def game.Def[P, M], games int) {
	t.Run(def.ID, func(t *testing.T) {
		t.Parallel()
		s := meet(t, def, strong, novice, games)
		t.Logf("strong against novice: %+v", s)
		if s.losses > 0 || s.wins < games*8/10 {
			t.Errorf("got %+v against the novice, want eight of ten won and none lost", s)
		}
	})
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

// BenchmarkMatch lets neighbouring levels meet; every round is a game. Run it
// with -benchtime 100x to see how far apart they are.
func BenchmarkMatch(b *testing.B) {
	ladder(b, morris.Six)
	ladder(b, morris.Nine)
	ladder(b, fanorona.Standard)
	ladder(b, yote.Standard)
}

func ladder[P game.Position[P, M], M comparable](b *testing.B, def game.Def[P, M]) {
	players := []player{novice, {level: engine.Easy}, {level: engine.Medium}, strong}
	for i, better := range players[1:] {
		b.Run(def.ID+"/"+string(better.level), func(b *testing.B) {
			s := meet(b, def, better, players[i], b.N)
			for unit, n := range map[string]int{"%won": s.wins, "%drawn": s.draws, "%lost": s.losses} {
				b.ReportMetric(100*float64(n)/float64(b.N), unit)
			}
		})
	}
}
