// SPDX-License-Identifier: Apache-2.0

package learn

import (
	"slices"

	"cairn/game"
	"cairn/internal/content"
	"cairn/internal/pagestate"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
)

// diagramView shows a move before and after it is made.
type diagramView struct {
	Title, Text   string // what the lesson calls it, and what the move does
	Move          string
	Before, After boardview.BoardView
}

// diagrams draws the moves that the lesson of a game marks for its rules.
func diagrams(t *web.Texts, g game.Game) []diagramView {
	var list []diagramView
	for _, step := range content.Diagrams(g) {
		if v, err := newDiagram(t, g, &step); err == nil { // an error cannot happen: such steps are left out
			list = append(list, v)
		}
	}
	return list
}

func newDiagram(t *web.Texts, g game.Game, step *content.Step) (diagramView, error) {
	before, err := g.Parse(step.Position)
	if err != nil {
		return diagramView{}, err
	}
	move, err := before.Find(step.Diagram)
	if err != nil {
		return diagramView{}, err
	}
	after, err := before.Play(move.Text)
	if err != nil {
		return diagramView{}, err
	}
	board := g.Info().Board
	last, taken := pagestate.Touched(board, move.Notes, after.View())
	return diagramView{
		Title: lessonText(t, g.Info(), step, "title"), Text: t.Turn(board, before.Turn(), move.Notes)[0], Move: move.Text,
		Before: boardview.NewBoardView(t, board, before.View(), planOf(move.Notes)),
		After: boardview.NewBoardView(t, board, after.View(), boardview.BoardMarks{
			Small: true, Last: pagestate.PointsOf(board, last), Taken: pagestate.PointsOf(board, taken),
		}),
	}, nil
}

// planOf marks what a move is going to do.
func planOf(notes []game.Note) boardview.BoardMarks {
	marks := boardview.BoardMarks{Small: true}
	for _, note := range notes {
		switch note.Kind {
		case game.Moved, game.Flew, game.Jumped:
			marks.Arrows = append(marks.Arrows, [2]game.Point{note.From, note.Point})
		case game.Placed:
			marks.Placed = append(marks.Placed, note.Point)
		case game.Took:
			if !slices.Contains(marks.Crossed, note.Point) {
				marks.Crossed = append(marks.Crossed, note.Point)
			}
		}
	}
	return marks
}
