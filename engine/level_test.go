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
	"cairn/games/morris"
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

// The levels' own limits bound nodes and, by a clock that runs fast, time.
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

// Limits of the caller replace the level's, but a level keeps its depth unless
// another is asked for.
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

// A game may have skills of its own.
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
