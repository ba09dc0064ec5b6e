// SPDX-License-Identifier: Apache-2.0

package trainer

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"cairn/game"
)

// Drill is an ending to be played out against the computer. Its result is proven by
// tables.
type Drill struct {
	ID       string // of game, position and goal; it never changes
	Game     string // id of the rule set
	Position string // as the game writes it
	Side     game.Side
	Goal     string // what the side has to reach: "win" or "draw"
	Plies    int    // until the win if both sides play best; 0 for a draw
	Own      int    // men of the side
	Other    int    // men of the opponent
	Level    int    // from 1, the easiest
}

// DrillFile returns the name of the file with the drills of a game in its content.
func DrillFile(gameID string) string { return "content/drills/" + gameID + ".txt" }

// Drills returns the drills that a game ships, the easiest first. There may be none.
func Drills(g game.Game) ([]Drill, error) {
	info := g.Info()
	if info.Content == nil {
		return nil, nil
	}
	data, err := fs.ReadFile(info.Content, DrillFile(info.ID))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var drills []Drill
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		d, err := parseDrill(g, line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", DrillFile(info.ID), i+1, err)
		}
		d.Level = i + 1
		drills = append(drills, d)
	}
	return drills, nil
}

// parseDrill reads a line: position;draw, or position;win and the plies.
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
		ID: drillID(g.Info().ID, s.String(), goal), Game: g.Info().ID, Position: s.String(), Side: view.Turn, Goal: goal,
		Own: us.Board + us.Hand, Other: them.Board + them.Hand,
	}
}

// drillID returns the id of a drill.
func drillID(gameID, position, goal string) string {
	sum := sha256.Sum256([]byte(gameID + "\n" + position + "\n" + goal))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5]))
}
