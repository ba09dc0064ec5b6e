// SPDX-License-Identifier: Apache-2.0

package engine_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/engine"
	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/games/fanorona"
	"cairn/games/morris"
	"cairn/games/yote"
)

// choose picks a move that must be legal.
func choose[P game.Position[P, M], M comparable](t *testing.T, e *engine.Engine[P, M], p P, level engine.Level, l engine.Limits, random *rand.Rand) engine.Result[M] {
	t.Helper()
	r, err := e.Choose(context.Background(), p, nil, level, l, random)
	if err != nil {
		t.Fatalf("%s at %+v: %v", level, p, err)
	}
	follow(t, p, r)
	return r
}

// searching are the levels that need no tables.
var searching = engine.Levels()[:len(engine.Levels())-1]

func TestLevels(t *testing.T) {
	want := []engine.Level{
		engine.Novice, engine.Easy, engine.Casual, engine.Medium, engine.Skilled,
		engine.Strong, engine.Expert, engine.Master, engine.Perfect,
	}
	got := engine.Levels()
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	got[0] = "changed"
	if engine.Levels()[0] != engine.Novice {
		t.Error("a caller can change the list of levels")
	}
}

func TestParseLevel(t *testing.T) {
	for _, want := range engine.Levels() {
		if got, err := engine.ParseLevel(string(want)); err != nil || got != want {
			t.Errorf("%q: got %q and error %v", want, got, err)
		}
	}
	for _, wrong := range []string{"", "Strong", "best"} {
		_, err := engine.ParseLevel(wrong)
		if err == nil || !strings.Contains(err.Error(), "novice, easy, casual, medium, skilled, strong, expert, master, perfect") {
			t.Errorf("%q: got error %v, want one that lists the levels", wrong, err)
		}
		e := engine.New(tictactoe.Standard, engine.Options{})
		if _, err := e.Choose(context.Background(), tictactoe.Standard.Start(), nil, engine.Level(wrong), engine.Limits{}, nil); err == nil {
			t.Errorf("choose at level %q: got no error", wrong)
		}
	}
}

func TestPerfectNeedsTables(t *testing.T) {
	e := engine.New(tictactoe.Standard, engine.Options{})
	_, err := e.Choose(context.Background(), tictactoe.Standard.Start(), nil, engine.Perfect, engine.Limits{}, nil)
	if !errors.Is(err, engine.ErrNoTables) {
		t.Errorf("got error %v, want %v", err, engine.ErrNoTables)
	}
}

func TestEveryLevelPlaysLegally(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 0))
	toy, six := engine.New(tictactoe.Standard, engine.Options{}), engine.New(morris.Six, engine.Options{})
	for _, level := range searching {
		limits := engine.Limits{Nodes: 500}
		for range 30 {
			choose(t, toy, wander(tictactoe.Standard.Start(), random.IntN(8), random), level, limits, random)
			choose(t, six, wander(morris.Six.Start(), random.IntN(60), random), level, limits, nil)
		}
	}
}

// Every level sees a win that is one ply away.
func TestEveryLevelWinsAtOnce(t *testing.T) {
	def := tictactoe.Standard
	p := board(t, "ww1/bb1/3 w 0")
	for _, level := range searching {
		for seed := range uint64(20) {
			r := choose(t, engine.New(def, engine.Options{}), p, level, engine.Limits{}, rand.New(rand.NewPCG(seed, 0)))
			if got := def.FormatMove(p, r.Move); got != "c3" {
				t.Errorf("%s: got %s, want c3", level, got)
			}
		}
	}
}

func TestSameSeedSameMove(t *testing.T) {
	p := wander(morris.Nine.Start(), 14, rand.New(rand.NewPCG(8, 0)))
	for _, level := range searching {
		for seed := range uint64(5) {
			pick := func() morris.Move {
				e := engine.New(morris.Nine, engine.Options{})
				return choose(t, e, p, level, engine.Limits{Nodes: 5_000}, rand.New(rand.NewPCG(seed, 0))).Move
			}
			if first, second := pick(), pick(); first != second {
				t.Errorf("%s with seed %d: got %+v, then %+v", level, seed, first, second)
			}
		}
	}
}

// The limits of the levels bound nodes and, measured with a fast clock, time.
func TestLevelLimits(t *testing.T) {
	tests := []struct {
		level engine.Level
		depth int
		nodes uint64
	}{
		{engine.Novice, 0, 100},
		{engine.Easy, 2, 20_000},
		{engine.Medium, 3, 50_000},
		{engine.Strong, 100, 20_000},
		{engine.Master, 100, 4000 * poll},
	}
	for _, test := range tests {
		t.Run(string(test.level), func(t *testing.T) {
			now := time.Time{}
			clock := func() time.Time {
				now = now.Add(time.Millisecond) // a node takes about a microsecond
				return now
			}
			e := engine.New(morris.Nine, engine.Options{Now: clock})
			r := choose(t, e, morris.Nine.Start(), test.level, engine.Limits{}, nil)
			if r.Depth > test.depth || r.Nodes > test.nodes {
				t.Errorf("got depth %d and %d nodes, want at most %d and %d", r.Depth, r.Nodes, test.depth, test.nodes)
			}
		})
	}
}

// Limits of the caller replace the limits of the level, except for its depth if the caller
// sets none.
func TestLimitsReplaceTheLevels(t *testing.T) {
	frozen := func() time.Time { return time.Time{} } // no time limit would ever end a search
	tests := []struct {
		name   string
		level  engine.Level
		limits engine.Limits
		depth  int
	}{
		{"easy by nodes keeps its depth", engine.Easy, engine.Limits{Nodes: 1_000_000}, 2},
		{"easy by depth", engine.Easy, engine.Limits{Depth: 3}, 3},
		{"strong by depth", engine.Strong, engine.Limits{Depth: 3}, 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e := engine.New(morris.Six, engine.Options{Now: frozen})
			r := choose(t, e, morris.Six.Start(), test.level, test.limits, nil)
			if r.Depth != test.depth {
				t.Errorf("got depth %d, want %d", r.Depth, test.depth)
			}
		})
	}
}

func TestOnlyMove(t *testing.T) {
	p := board(t, "wbw/wbb/bw1 w 0")
	for _, level := range searching {
		r := choose(t, engine.New(tictactoe.Standard, engine.Options{}), p, level, engine.Limits{}, nil)
		if r.Nodes != 1 || r.Depth > 1 {
			t.Errorf("%s: got %d nodes at depth %d for the only move, want 1", level, r.Nodes, r.Depth)
		}
	}
}

// A game may replace the skill of a level.
func TestSkillsOfAGame(t *testing.T) {
	def := morris.Six
	def.Skills = map[string]game.Skill{"strong": {Nodes: 77, Depth: 5}}
	e := engine.New(def, engine.Options{})
	if got, want := e.Limits(engine.Strong), (engine.Limits{Time: time.Second, Nodes: 77, Depth: 5}); got != want {
		t.Errorf("strong: got %+v, want %+v", got, want)
	}
	if got, want := e.Limits(engine.Master), (engine.Limits{Time: 3 * time.Second, Nodes: 4_000_000}); got != want {
		t.Errorf("master: got %+v, want %+v", got, want)
	}
	if got := e.Limits(engine.Novice); got != (engine.Limits{}) {
		t.Errorf("novice: got %+v, want none", got)
	}
	r := choose(t, e, def.Start(), engine.Strong, engine.Limits{}, nil)
	if r.Nodes > 77 {
		t.Errorf("got %d nodes, want 77 at most", r.Nodes)
	}
}

// counts returns how often the novice takes each point in n games.
func counts(t *testing.T, taste func(tictactoe.Position, tictactoe.Move) int, pos string, n int) (taken [9]int) {
	t.Helper()
	def := tictactoe.Standard
	def.Greed = taste
	e := engine.New(def, engine.Options{})
	p := board(t, pos)
	random := rand.New(rand.NewPCG(9, 0))
	for range n {
		taken[choose(t, e, p, engine.Novice, engine.Limits{}, random).Move]++
	}
	return taken
}

// Of several best moves each is played about equally often: within a fifth of
// the mean, which a fair choice misses once in a million tests.
func TestNoviceBreaksTiesEvenly(t *testing.T) {
	corners := func(_ tictactoe.Position, m tictactoe.Move) int {
		if m%2 == 0 && m != 4 {
			return 3
		}
		return 1
	}
	tests := []struct {
		name  string
		taste func(tictactoe.Position, tictactoe.Move) int
		pos   string
		want  [9]bool
	}{
		{"the best value wins", corners, "3/3/3 w 0", [9]bool{0: true, 2: true, 6: true, 8: true}},
		{"no value at all", func(tictactoe.Position, tictactoe.Move) int { return 0 }, "3/1w1/3 b 0", [9]bool{true, true, true, true, false, true, true, true, true}},
		{"worse than none", func(tictactoe.Position, tictactoe.Move) int { return -7 }, "wbw/bwb/3 w 0", [9]bool{6: true, 7: true, 8: true}},
		{"no taste: a win at once", nil, "ww1/bb1/3 w 0", [9]bool{2: true}},
		{"no taste and no win", nil, "w1w/1b1/3 b 0", [9]bool{1: true, 3: true, 5: true, 6: true, 7: true, 8: true}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tied := 0
			for _, wanted := range test.want {
				if wanted {
					tied++
				}
			}
			const mean = 1000
			for point, n := range counts(t, test.taste, test.pos, mean*tied) {
				if test.want[point] && (n < mean*4/5 || n > mean*6/5) || !test.want[point] && n > 0 {
					t.Errorf("point %d: taken %d times, want about %d: %v", point, n, mean, test.want[point])
				}
			}
		})
	}
}

// A novice of a game without Greed prefers captures.
func TestNoviceTakesMost(t *testing.T) {
	def := define(&graph{stops: [16]stop{
		0: {edges: []edge{{to: 1}, {to: 2, takes: 1}, {to: 3, takes: 2}, {to: 4, takes: 2}}},
		1: {edges: []edge{{to: 5}}}, 2: {edges: []edge{{to: 5}}}, 3: {edges: []edge{{to: 5}}}, 4: {edges: []edge{{to: 5}}},
	}})
	var played [4]bool
	for seed := range uint64(50) {
		r := choose(t, engine.New(def, engine.Options{}), def.Start(), engine.Novice, engine.Limits{}, rand.New(rand.NewPCG(seed, 0)))
		played[r.Move] = true
	}
	if want := [4]bool{2: true, 3: true}; played != want {
		t.Errorf("got moves played %v, want %v", played, want)
	}
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
