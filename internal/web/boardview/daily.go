// SPDX-License-Identifier: Apache-2.0

package boardview

import (
	"cairn/internal/study/puzzle"
	"cairn/internal/web"
)

// PuzzleGoal says what is to be reached in a puzzle.
func PuzzleGoal(t *web.Texts, p *puzzle.Puzzle, side string) string {
	return t.Text("web.puzzle.goal."+p.Value, "side", side)
}

// DrillGoal says what is to be reached in a drill.
func DrillGoal(t *web.Texts, d *puzzle.Drill) string {
	return t.Text("web.drill.goal."+d.Goal, "side", t.Side(d.Side), "own", d.Own, "other", d.Other)
}

// DailyPicture draws the daily puzzle; nil without puzzles.
func DailyPicture(s *web.Server, t *web.Texts) (*Picture, error) {
	if s.Puzzles == nil {
		return nil, nil
	}
	p, set, err := s.Puzzles.Daily(s.Now())
	if p == nil || err != nil {
		return nil, err
	}
	state, err := set.Entry.Parse(p.Position)
	if err != nil {
		return nil, err
	}
	info := set.Entry.Info()
	t = t.For(info)
	return &Picture{
		Path: "/puzzle/daily", Name: t.Game(info), Text: PuzzleGoal(t, p, t.Side(state.Turn())),
		Board: NewBoardView(t, info.Board, state.View(), BoardMarks{Name: t.Text("web.js.board", "game", t.Game(info)), Small: true}),
	}, nil
}
