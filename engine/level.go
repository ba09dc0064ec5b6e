// SPDX-License-Identifier: Apache-2.0

package engine

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Level is a named strength.
type Level string

// The levels in rising order.
const (
	Novice Level = "novice" // the game's own simple taste, see game.Def.Greed
	Easy   Level = "easy"
	Medium Level = "medium"
	Strong Level = "strong"
)

var levels = []Level{Novice, Easy, Medium, Strong}

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

// skill is what a level can do.
type skill struct {
	limits Limits
	noise  int // how far it errs in judging a move, at most; 100 is a man
}

// Easy and medium are limited by depth. Their other limits only keep positions
// with very many moves from taking long.
var skills = map[Level]skill{
	Easy:   {Limits{Time: 2 * time.Second, Nodes: 50_000, Depth: 2}, 60},
	Medium: {Limits{Time: 2 * time.Second, Nodes: 250_000, Depth: 4}, 20},
	Strong: {Limits{Time: time.Second, Nodes: 100_000_000}, 0},
}

// within returns the limits that hold when the caller asks for l.
func (s skill) within(l Limits) Limits {
	if l == (Limits{}) {
		return s.limits
	}
	if l.Depth == 0 {
		l.Depth = s.limits.Depth
	}
	return l
}
