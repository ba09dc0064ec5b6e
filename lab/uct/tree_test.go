// SPDX-License-Identifier: Apache-2.0

package uct_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/games/fanorona"
	"cairn/games/morris"
	"cairn/games/yote"
	"cairn/lab/uct"
)

func chance(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// find searches with a number of playouts.
func find[P game.Position[P, M], M comparable](t *testing.T, def game.Def[P, M], p P, recent []uint64, playouts, seed uint64) M {
	t.Helper()
	m, err := uct.New(def).Search(context.Background(), p, recent, uct.Limits{Playouts: playouts}, chance(seed))
	if err != nil {
		t.Fatalf("%s: %v", def.Format(p), err)
	}
	return m
}

func TestTicTacToe(t *testing.T) {
	tests := []struct{ name, pos, moves string }{
		{"three in a row", "ww1/bb1/3 w 0", "c3"},
		{"its own line before a block", "1ww/1bb/w2 b 0", "a2"},
		{"a block", "ww1/1b1/3 b 0", "c3"},
		{"a fork", "wbw/2b/3 w 0", "a1 b2"},
	}
	def := tictactoe.Standard
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, err := def.Parse(test.pos)
			if err != nil {
				t.Fatal(err)
			}
			if got := def.FormatMove(p, find(t, def, p, nil, 2000, 1)); !strings.Contains(test.moves, got) {
				t.Errorf("got %s, want one of %s", got, test.moves)
			}
		})
	}
}

// Who plays at random never beats it, and it never plays what is not legal.
func TestNeverLosesTicTacToe(t *testing.T) {
	def, random := tictactoe.Standard, chance(2)
	for i := range 40 {
		us, p := game.Side(i%2), def.Start()
		for moves := p.AppendMoves(nil); len(moves) > 0; moves = p.AppendMoves(nil) {
			m := moves[random.IntN(len(moves))]
			if p.Turn() == us {
				m = find(t, def, p, nil, 1000, uint64(i))
			}
			p = p.Play(m)
		}
		if got := p.Result().Verdict; got == game.Wins(us.Other()) {
			t.Errorf("game %d: lost at %s", i, def.Format(p))
		}
	}
}

// checkLegal lets it choose in positions of a random game.
func checkLegal[P game.Position[P, M], M comparable](t *testing.T, def game.Def[P, M]) {
	t.Run(def.ID, func(t *testing.T) {
		random, p := chance(3), def.Start()
		for moves := p.AppendMoves(nil); len(moves) > 0 && p.Clock() < 20; moves = p.AppendMoves(nil) {
			if m := find(t, def, p, nil, 30, 4); !slices.Contains(moves, m) {
				t.Fatalf("%s: got %v, which is not legal", def.Format(p), m)
			}
			p = p.Play(moves[random.IntN(len(moves))])
		}
	})
}

func TestLegal(t *testing.T) {
	checkLegal(t, morris.Nine)
	checkLegal(t, morris.Morabaraba)
	checkLegal(t, fanorona.Standard)
	checkLegal(t, yote.Standard)
}

// The same numbers give the same move, others another sooner or later.
func TestChance(t *testing.T) {
	def, differs := yote.Standard, false
	p := def.Start()
	for seed := range uint64(10) {
		m := find(t, def, p, nil, 50, seed)
		if again := find(t, def, p, nil, 50, seed); again != m {
			t.Errorf("seed %d: got %v, then %v", seed, m, again)
		}
		differs = differs || m != find(t, def, p, nil, 50, seed+1)
	}
	if !differs {
		t.Error("got the same move with all seeds")
	}
}

// A side that stands badly plays the move that repeats the position a third
// time, whichever it is.
func TestRepetition(t *testing.T) {
	def := fanorona.Dimy
	p, err := def.Parse("b4/5/5/wwwww/wwwww b 0")
	if err != nil {
		t.Fatal(err)
	}
	for _, home := range p.AppendMoves(nil) {
		after := p.Play(home).Hash()
		recent := []uint64{after, p.Hash(), after, p.Hash()}
		if got := find(t, def, p, recent, 3000, 5); got != home {
			t.Errorf("got %s, want %s, which draws", def.FormatMove(p, got), def.FormatMove(p, home))
		}
	}
}

func TestOver(t *testing.T) {
	def := tictactoe.Standard
	p, err := def.Parse("www/bb1/3 b 0")
	if err != nil {
		t.Fatal(err)
	}
	_, err = uct.New(def).Search(context.Background(), p, nil, uct.Limits{Playouts: 10}, chance(6))
	if !errors.Is(err, uct.ErrOver) {
		t.Errorf("got error %v, want %v", err, uct.ErrOver)
	}
}

// A search ends by its context, and by its time: a clock that runs ends either.
func TestEnds(t *testing.T) {
	def := morris.Nine
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	for name, c := range map[string]struct {
		ctx    context.Context
		limits uct.Limits
	}{
		"context": {gone, uct.Limits{}},
		"time":    {context.Background(), uct.Limits{Time: time.Millisecond}},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := uct.New(def).Search(c.ctx, def.Start(), nil, c.limits, chance(7)); err != nil {
				t.Errorf("got error %v, want a move", err)
			}
		})
	}
}

// benchmark counts random games from the start.
func benchmark[P game.Position[P, M], M comparable](b *testing.B, def game.Def[P, M]) {
	b.Run(def.ID, func(b *testing.B) {
		tree := uct.New(def)
		for b.Loop() {
			if _, err := tree.Search(b.Context(), def.Start(), nil, uct.Limits{Playouts: 1000}, chance(8)); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(1000*float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
	})
}

func BenchmarkSearch(b *testing.B) {
	benchmark(b, morris.Nine)
	benchmark(b, fanorona.Standard)
	benchmark(b, yote.Standard)
}
