// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"cairn/game"
)

// Level is a named strength.
type Level string

// The levels in rising order. Each scores about three points of four against
// the one before.
const (
	Novice  Level = "novice" // the game's own simple taste, see game.Def.Greed
	Easy    Level = "easy"
	Casual  Level = "casual"
	Medium  Level = "medium"
	Skilled Level = "skilled"
	Strong  Level = "strong"
	Expert  Level = "expert"
	Master  Level = "master"
	Perfect Level = "perfect" // by solved tables
)

var levels = []Level{Novice, Easy, Casual, Medium, Skilled, Strong, Expert, Master, Perfect}

// Levels returns all levels, the weakest first.
func Levels() []Level { return slices.Clone(levels) }

// ParseLevel returns the level of that name.
func ParseLevel(name string) (Level, error) {
	if level := Level(name); slices.Contains(levels, level) {
		return level, nil
	}
	names := make([]string, len(levels))
	for i, level := range levels {
		names[i] = string(level)
	}
	return "", fmt.Errorf("level %q is unknown, want one of %s", name, strings.Join(names, ", "))
}

// Levels up to medium overlook moves and are limited by depth; their node limit only
// matters in positions with very many moves. Higher levels see every move and are limited
// by nodes, so that they play alike on all machines. The numbers come from matches: see
// docs/engine.md.
var skills = map[Level]game.Skill{
	Easy:    {Nodes: 20_000, Depth: 2, Blind: [2]uint8{30, 70}},
	Casual:  {Nodes: 20_000, Depth: 2, Blind: [2]uint8{8, 40}},
	Medium:  {Nodes: 50_000, Depth: 3, Blind: [2]uint8{0, 20}},
	Skilled: {Nodes: 800},
	Strong:  {Nodes: 8_000},
	Expert:  {Nodes: 100_000},
	Master:  {Nodes: 4_000_000},
	Perfect: {Nodes: 4_000_000},
}

// The most time a level takes for a move on a slow machine.
const (
	moveTime   = time.Second
	masterTime = 3 * time.Second // also of a perfect player
)

// skill returns the skill of a level, the game's own if it has one.
func (e *Engine[P, M]) skill(level Level) game.Skill {
	if s, ok := e.def.Skills[string(level)]; ok {
		return s
	}
	return skills[level]
}

// Limits returns the limits a level has of its own, none for a novice.
func (e *Engine[P, M]) Limits(level Level) Limits {
	s := e.skill(level)
	if s.Nodes == 0 {
		return Limits{}
	}
	l := Limits{Time: moveTime, Nodes: s.Nodes, Depth: s.Depth}
	if level == Master || level == Perfect {
		l.Time = masterTime
	}
	return l
}

// within merges the limits of a caller with the limits of a level; see Choose.
func (e *Engine[P, M]) within(level Level, l Limits) Limits {
	own := e.Limits(level)
	if own.Lines = l.Lines; l == (Limits{Lines: l.Lines}) {
		return own
	}
	if l.Depth == 0 {
		l.Depth = own.Depth
	}
	return l
}

// ErrNoTables is the error of the level perfect without solved tables.
var ErrNoTables = errors.New("the level perfect needs solved tables")

// Choose finds a move as a player of a level would. Limits of l replace the limits of
// the level: without any the level's own apply; otherwise time and nodes are as in l, and
// the depth too if l sets it. A novice does not search and needs no limits. Random makes
// the random choices of a level; nil is a new source. Apart from time limits the move is
// deterministic for limits and random numbers.
//
// The two highest levels probe the tables of SetTables; lower levels ignore them.
// [Perfect] plays by exact values, see perfect.
//
// Errors are ErrOver, an unknown level, ErrNoTables for Perfect without tables,
// and tables that cannot be read.
func (e *Engine[P, M]) Choose(ctx context.Context, p P, recent []uint64, level Level, l Limits, random *rand.Rand) (Result[M], error) {
	if _, err := ParseLevel(string(level)); err != nil {
		return Result[M]{}, err
	}
	if random == nil {
		random = rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	}
	moves := p.AppendMoves(nil)
	l = e.within(level, l)
	switch {
	case len(moves) == 0:
		return Result[M]{}, ErrOver
	case level == Perfect && e.tables == nil:
		return Result[M]{}, ErrNoTables
	case level == Perfect:
		return e.perfect(ctx, p, recent, l, random)
	case level == Novice:
		return e.novice(p, random), nil
	case len(moves) == 1:
		l.Depth = 1 // only one move
	}
	if sight := blindness(e.skill(level).Blind); !sight.none() {
		return e.overlook(ctx, p, recent, sight, l, random.Uint64()), nil
	}
	if level == Master {
		return e.search(ctx, p, recent, e.tables, l, nil)
	}
	return e.search(ctx, p, recent, nil, l, nil)
}

// novice plays a random move among those with the highest Def.Greed. It does not search, so
// its score is always 0.
func (e *Engine[P, M]) novice(p P, random *rand.Rand) Result[M] {
	moves := p.AppendMoves(nil)
	taste := e.def.Greed
	if taste == nil {
		taste = plainTaste
	}
	favourites := keepBest(moves, func(m *M) int { return taste(p, *m) })
	m := favourites[random.IntN(len(favourites))]
	return Result[M]{Move: m, Nodes: uint64(len(moves)), PV: []M{m}}
}

// plainTaste is the Greed of games without one: a move that wins at once, else the move
// that takes most.
func plainTaste[P game.Position[P, M], M comparable](p P, m M) int {
	if winner, ok := p.Play(m).Result().Verdict.Winner(); ok && winner == p.Turn() {
		return Win
	}
	return p.Takes(m)
}
