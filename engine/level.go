// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"fmt"
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
	Perfect Level = "perfect" // by solved tables: see [Engine.Perfect]
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

// Levels up to medium overlook moves and are limited by depth; their nodes only
// keep positions with very many moves from taking long. Those above see every
// move and are limited by nodes, so that they play alike on all machines. The
// numbers come from matches: see docs/engine.md.
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
	masterTime = 3 * time.Second // and of a perfect player
)

// skill returns what a level can do.
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

// within returns the limits that hold when a caller asks a level for l.
func (e *Engine[P, M]) within(level Level, l Limits) Limits {
	own := e.Limits(level)
	if l == (Limits{}) {
		return own
	}
	if l.Depth == 0 {
		l.Depth = own.Depth
	}
	return l
}
