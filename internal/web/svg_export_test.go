// SPDX-License-Identifier: Apache-2.0

package web

import (
	"strings"
	"testing"

	"cairn/game"
)

// What the tests of the drawings need of the package.
type (
	BoardView  = boardView
	BoardMarks = boardMarks
	TrayView   = trayView
	PlayView   = playView
	PointView  = pointView
)

func drawingTexts() *texts { return newTexts("en") }

// DrawBoard is newBoardView with the English texts.
func DrawBoard(b *game.Board, v game.View, m BoardMarks) BoardView {
	return newBoardView(drawingTexts(), b, v, m)
}

// DrawTray is newTrayView with the English texts.
func DrawTray(side game.Side, men int, v game.SideView) TrayView {
	return newTrayView(drawingTexts(), side, men, v)
}

// DrawPlay is newPlayView with the English texts.
func DrawPlay(info *game.Info, v game.View, s PageState, m BoardMarks) PlayView {
	return newPlayView(drawingTexts(), info, v, s, m, "id")
}

// Lively is lively.
var Lively = lively

// ClockText writes a time left in English.
func ClockText(ms int64) string { return drawingTexts().clock(ms) }

// RenderPartial executes one of the partial templates.
func RenderPartial(t *testing.T, name string, data any) string {
	t.Helper()
	var out strings.Builder
	if err := newViews(drawingTexts()).byName["match"].ExecuteTemplate(&out, name, data); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
