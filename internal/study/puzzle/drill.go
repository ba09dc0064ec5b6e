// SPDX-License-Identifier: Apache-2.0

package puzzle

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"cairn/game"
	"cairn/internal/study"
)

// Drill is an ending to be played out against the computer. Its result is proven by
// tables.
type Drill struct {
	ID       string // of game, position and goal; it never changes
	Game     string // id of the rule set
	Position string // as the game writes it
	Side     game.Side
	Goal     string // of the side: "win" or "draw"
	Plies    int    // until the win if both sides play best; 0 for a draw
	Own      int    // men of the side
	Other    int    // men of the opponent
	Level    int    // from 1, the easiest
}

// DrillFile returns the name of the file with the drills of a game in its content.
func DrillFile(gameID string) string { return "content/drills/" + gameID + ".txt" }

// Drills returns the drills that a game ships, the easiest first. There may be none.
func Drills(g game.Game) ([]Drill, error) {
	drills, err := readLines(g, DrillFile(g.Info().ID), func(line string) (Drill, error) { return parseDrill(g, line) })
	for i := range drills {
		drills[i].Level = i + 1
	}
	return drills, err
}

// String returns the drill as a line of a file: position and goal.
func (d *Drill) String() string {
	if d.Plies == 0 {
		return d.Position + ";" + d.Goal
	}
	return d.Position + ";" + d.Goal + " " + strconv.Itoa(d.Plies)
}

// parseDrill is the inverse of String.
func parseDrill(g game.Game, line string) (Drill, error) {
	position, goal, _ := strings.Cut(line, ";")
	state, err := g.Parse(position)
	if err != nil {
		return Drill{}, err
	}
	goal, plies, timed := strings.Cut(goal, " ")
	d := newDrill(g, state, goal)
	if timed {
		d.Plies, err = strconv.Atoi(plies)
	}
	if err != nil || goal != "draw" && goal != "win" || timed != (goal == "win") {
		return Drill{}, fmt.Errorf("drill %q: want position;draw, or position;win and the plies", line)
	}
	return d, nil
}

func newDrill(g game.Game, s game.State, goal string) Drill {
	view := s.View()
	us, them := view.Sides[view.Turn], view.Sides[view.Turn.Other()]
	return Drill{
		ID: idOf(g.Info().ID, s.String()+"\n"+goal), Game: g.Info().ID, Position: s.String(), Side: view.Turn, Goal: goal,
		Own: us.Board + us.Hand, Other: them.Board + them.Hand,
	}
}

// Drills makes at most count drills from random games, the easiest first: the hardest of
// each number of men, goal and degree of difficulty.
func (m *Maker) Drills(ctx context.Context, count int) ([]Drill, error) {
	const games = 1000
	hardest := map[string]rated{}
	for range games {
		if err := m.drillsOf(ctx, hardest); err != nil {
			return nil, err
		}
	}
	all := slices.SortedFunc(maps.Values(hardest), func(a, b rated) int {
		return cmp.Or(cmp.Compare(a.rating, b.rating), cmp.Compare(a.ID, b.ID))
	})
	drills := make([]Drill, min(count, len(all)))
	for i := range drills {
		drills[i] = all[i*len(all)/len(drills)].Drill
		drills[i].Level = i + 1
	}
	return drills, nil
}

// degree is the width of a degree of difficulty, in points of rating.
const degree = 8

// rated is a drill with its estimated difficulty.
type rated struct {
	Drill
	rating float64
}

// drillsOf plays a random game and adds its drills to the hardest ones.
func (m *Maker) drillsOf(ctx context.Context, hardest map[string]rated) error {
	for state := range m.randomGame() {
		view := state.View()
		if state.Clock() > mostClock || view.Sides[0].Hand+view.Sides[1].Hand > 0 {
			continue
		}
		p, err := study.Exact(ctx, m.source, state)
		if err != nil {
			return err
		}
		if d, ok := m.drill(state, &p); ok {
			key := fmt.Sprint(d.Own, d.Other, d.Goal, int(d.rating)/degree)
			if old, known := hardest[key]; !known || d.rating > old.rating {
				hardest[key] = d
			}
		}
	}
	return nil
}

// drill returns the drill of a position: a win that takes long, or a draw that most
// moves lose.
func (m *Maker) drill(s game.State, p *study.Position) (rated, bool) {
	const shortest = 7 // plies of a win
	won := p.Value > 0
	if !p.Whole() || len(p.Moves) < fewestMoves || p.Value < 0 || won && (p.Plies < shortest || p.Plies > 2*mostPlies) {
		return rated{}, false
	}
	keeping := float64(len(p.Keeping())) / float64(len(p.Moves))
	d := rated{newDrill(m.source, s, "draw"), 30 * (1 - keeping)}
	if won {
		d = rated{newDrill(m.source, s, "win"), float64(p.Plies) + 20*(1-keeping)}
		d.Plies = p.Plies
	}
	return d, won || keeping < 0.7
}
