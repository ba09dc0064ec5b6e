// SPDX-License-Identifier: Apache-2.0

package yote

import (
	"embed"
	"errors"
	"fmt"
	"slices"

	"cairn/game"
)

// The rule sets of the usual board.
var (
	// Standard is Yoté as the package comment describes it.
	Standard = newUsual(standard, "yote", "Yoté", "standard")
	// NoThreeDraw goes on when both sides have three stones or fewer.
	NoThreeDraw = newUsual(noThreeDraw, "yote-no-three-draw", "Yoté, no three-stone draw", "no three-stone draw")
	// FreeReturn lets a stone step straight back.
	FreeReturn = newUsual(freeReturn, "yote-free-return", "Yoté, free return", "free return")
	// Free has neither the draw at three stones nor the barred return.
	Free = newUsual(free, "yote-free", "Yoté, free", "free")
	// Multi lets a jump be followed by further jumps.
	Multi = newUsual(multi, "yote-multi", "Yoté, several jumps", "several jumps")
)

// Defs lists the rule sets of the usual board, the standard one first.
var Defs = []game.Def[Position, Move]{Standard, NoThreeDraw, FreeReturn, Free, Multi}

var usualBoard = newBoard(usualRows, usualCols)

func newUsual(number int, id, name, variant string) game.Def[Position, Move] {
	return newDef(number, game.Info{ID: id, Name: name, Variant: variant, Board: usualBoard})
}

// New returns the standard rules on a board of that size: at most 26 rows, 10
// columns and 64 cells, at least two cells. New(5, 6) is Standard.
func New(rows, cols int) (game.Def[Position, Move], error) {
	if err := checkSize(rows, cols); err != nil {
		return game.Def[Position, Move]{}, err
	}
	if rows == usualRows && cols == usualCols {
		return Standard, nil
	}
	number := slices.IndexFunc(allTraits[:], func(t Traits) bool { return t.rows == rows && t.cols == cols })
	return newDef(number, game.Info{
		ID:      fmt.Sprintf("yote-%dx%d", rows, cols),
		Name:    fmt.Sprintf("Yoté, %d×%d", rows, cols),
		Variant: fmt.Sprintf("%d×%d", rows, cols),
		Board:   newBoard(rows, cols),
	}), nil
}

func checkSize(rows, cols int) error {
	var faults []error
	if rows < 1 || rows > maxRows {
		faults = append(faults, fmt.Errorf("%d rows: want 1 to %d", rows, maxRows))
	}
	if cols < 1 || cols > maxCols {
		faults = append(faults, fmt.Errorf("%d columns: want 1 to %d", cols, maxCols))
	}
	if cells := rows * cols; len(faults) == 0 && (cells < minCells || cells > maxCells) {
		faults = append(faults, fmt.Errorf("board of %d×%d has %d cells: want %d to %d", rows, cols, cells, minCells, maxCells))
	}
	return errors.Join(faults...)
}

// ruleSet is a rule set with the names of its cells.
type ruleSet struct {
	*Traits
	info game.Info
}

// newDef completes the info with the fields that all rule sets share.
func newDef(number int, info game.Info) game.Def[Position, Move] {
	info.Family, info.Revision, info.Men, info.Draws = "yote", 1, men, game.StandardDraws
	info.Phases, info.Pieces, info.Samples, info.Content = true, game.Stones, samples, content
	r := &ruleSet{&allTraits[number], info}
	return game.Def[Position, Move]{
		Info:        info,
		Start:       r.start,
		Format:      r.format,
		Parse:       r.parse,
		FormatMove:  r.formatMove,
		Paths:       r.paths,
		View:        r.view,
		Notes:       r.notes,
		Explain:     r.explain,
		Eval:        eval,
		FirstEval:   EvalWith(Foundation),
		Over:        over,
		AppendTakes: appendTakes,
		Sketch:      sketch,
		Greed:       greed,
		Skills:      skills,
	}
}

func (r *ruleSet) start() Position {
	return Position{hand: pair[uint8]{men, men}, rest: rest{rules: r.number}}
}

func (r *ruleSet) name(c game.Point) string { return r.info.Board.Name(c) }

// skills are of the levels whose steps would be uneven in Yoté with the usual
// ones: each ply further decides much here. They come from matches.
var skills = map[string]game.Skill{
	"casual":  {Nodes: 20_000, Depth: 2, Blind: [2]uint8{17, 55}},
	"medium":  {Nodes: 50_000, Depth: 3, Blind: [2]uint8{4, 36}},
	"skilled": {Nodes: 400},
	"strong":  {Nodes: 750},
	"expert":  {Nodes: 1_700},
}

// content holds names, rules in words and lessons.
//
//go:embed content
var content embed.FS

// samples are positions from the middle of games: early, later and late
// ones of games that the level medium played with itself. They never change, so
// that measurements can be compared over years.
var samples = []string{
	"bb1w1w/w2w2/w4b/w2b2/1w3b w 5,7 -,b5c5 1",
	"bb1www/w2ww1/w1wwwb/w4b/bbb2b w 1,4 c1c2,e3e2 3",
	"1bb1ww/1w2w1/2b2w/1b1w2/bbww2 w 0,0 -,- 0",
}
