// SPDX-License-Identifier: Apache-2.0

// Package gametest checks any rule set against the contract of package game:
// its laws, reference counts, golden playthroughs and symmetries.
//
// It names no concrete game: each game's own tests call it.
package gametest

import (
	"flag"
	"math/rand/v2"
	"testing"

	"cairn/game"
)

var (
	long   = flag.Bool("long", false, "count perft lines of any size, and check puzzles by larger tables")
	update = flag.Bool("update", false, "rewrite golden files")
)

// Long reports whether tests may take minutes: the flag -long.
func Long() bool { return *long }

// randomGame plays random legal moves from the start until the game ends or
// limit turns are played, and calls visit with every position on the way.
func randomGame[P game.Position[P, M], M comparable](def *game.Def[P, M], seed uint64, limit int, visit func(p P, moves []M)) {
	random := rand.New(rand.NewPCG(seed, 1))
	p := def.Start()
	for range limit {
		moves := p.AppendMoves(nil)
		visit(p, moves)
		if len(moves) == 0 {
			return
		}
		p = p.Play(moves[random.IntN(len(moves))])
	}
}

// RandomGames plays some random games of at most limit turns, and calls visit with
// every position on the way.
func RandomGames[P game.Position[P, M], M comparable](t testing.TB, def *game.Def[P, M], limit int, visit func(p P, moves []M)) {
	t.Helper()
	for seed := range games(t) {
		randomGame(def, seed, limit, visit)
	}
}

// games returns how many random games a law is checked on.
func games(t testing.TB) uint64 {
	t.Helper()
	if testing.Short() {
		return 3
	}
	return 12
}
